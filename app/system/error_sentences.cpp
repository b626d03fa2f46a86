#include "system/error_sentences.h"

#include "system/human_format.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace hearth {

namespace {

/// The words of one error. `tr` gives every sentence the translation context "ErrorSentences".
class ErrorSentences {
    Q_DECLARE_TR_FUNCTIONS(ErrorSentences)

 public:
    explicit ErrorSentences(const Error& error) : error_(error), details_(error.details) {}

    QString sentence() const {
        switch (error_.code) {
            case ErrorCode::file_not_found:
                return tr("%1 is not there. Check that its drive is connected and that it was not moved or "
                          "renamed.")
                    .arg(path());
            case ErrorCode::read_failed:
                return tr("%1 could not be read. Check that you may open it and that its drive is connected.")
                    .arg(path());
            case ErrorCode::write_failed:
                return writeFailed();
            case ErrorCode::bad_magic:
                return tr("%1 is not a model file that Hearth can open. Choose a file that ends in .gguf, or "
                          "download "
                          "it again.")
                    .arg(file());
            case ErrorCode::header_truncated:
                return tr("%1 ends before its table of contents does, so the download is incomplete. "
                          "Download it "
                          "again.")
                    .arg(file());
            case ErrorCode::data_truncated:
                return dataTruncated();
            case ErrorCode::bad_version:
                return tr("%1 is written in a version of the file format that Hearth does not read%2. Look "
                          "for a "
                          "newer copy of this model.")
                    .arg(file(), comparison());
            case ErrorCode::count_too_large:
                return damaged(tr("it claims to hold more entries than the file has room for"));
            case ErrorCode::string_too_long:
                return damaged(tr("it has a text that is longer than the file"));
            case ErrorCode::bad_key:
                return damaged(tr("it has an entry whose name is not valid"));
            case ErrorCode::bad_value_type:
                return damaged(tr("it has an entry of the wrong kind"));
            case ErrorCode::array_too_long:
                return damaged(tr("it has a list that is longer than the file"));
            case ErrorCode::bad_alignment:
                return damaged(tr("its data are not placed where they should be"));
            case ErrorCode::bad_shape:
                return damaged(tr("one of its tables has an impossible size"));
            case ErrorCode::bad_tensor_type:
                return damaged(tr("one of its tables has an unknown number format"));
            case ErrorCode::bad_offset:
                return damaged(tr("one of its tables lies outside the file"));
            case ErrorCode::bad_name:
                return damaged(tr("one of its tables has a name that is not valid"));
            case ErrorCode::shard_missing:
                return tr("This model comes in several files, and %1 is missing. Put all its files into one "
                          "folder, "
                          "or download the model again.")
                    .arg(file());
            case ErrorCode::shard_mismatch:
                return tr("%1 does not belong to the other files of this model%2. Download the model again.")
                    .arg(file(), comparison());
            case ErrorCode::file_too_short:
                return tr("%1 is too short to be a model, so the download is incomplete. Download it again.")
                    .arg(file());
            case ErrorCode::header_too_large:
                return damaged(tr("its table of contents is larger than that of any model"));
            case ErrorCode::header_invalid:
                return damaged(tr("its table of contents cannot be read"));
            case ErrorCode::duplicate_key:
                return damaged(tr("it has two entries with the same name"));
            case ErrorCode::unknown_dtype:
                return damaged(tr("one of its tables has a number format of an unknown name"));
            case ErrorCode::offsets_reversed:
                return damaged(tr("one of its tables ends before it begins"));
            case ErrorCode::size_mismatch:
                return damaged(tr("one of its tables has another size than its shape needs"));
            case ErrorCode::size_overflow:
                return damaged(tr("one of its tables would be larger than any computer's memory"));
            case ErrorCode::not_contiguous:
                return damaged(tr("there are gaps between its data"));
            case ErrorCode::overlap:
                return damaged(tr("its data overlap"));
            case ErrorCode::trailing_bytes:
                return damaged(tr("it holds more than the model"));
            case ErrorCode::unsafe_name:
                return damaged(tr("it names a file that could lie outside of the model's folder"));
            case ErrorCode::missing_key:
                return damaged(tr("it lacks an entry that every such model has"));
            case ErrorCode::bad_value:
                return damaged(tr("it has an entry whose value cannot be right"));
            case ErrorCode::missing_tensor:
                return damaged(tr("a part of the model is missing"));
            case ErrorCode::unsupported_tensor_type:
                return unsupported(tr("it stores its numbers in a format that Hearth cannot compute with"));
            case ErrorCode::unsupported_architecture:
                return unsupported(tr("Hearth does not know this kind of model yet"));
            case ErrorCode::unsupported_feature:
                return unsupported(tr("it uses something that Hearth cannot do yet"));
            case ErrorCode::unsupported_tokenizer:
                return unsupported(tr("it splits text into words in a way that Hearth does not know yet"));
            case ErrorCode::no_chat_template:
                return tr("%1 does not say how a chat with it is written, so it is not made for chatting. "
                          "Choose a "
                          "model whose name contains “instruct” or “chat”.")
                    .arg(file());
            case ErrorCode::template_syntax:
                return chatTemplate(
                    tr("The model's chat format has an error that Hearth cannot work around"));
            case ErrorCode::template_undefined:
                return chatTemplate(
                    tr("The model's chat format asks for something that this chat does not have"));
            case ErrorCode::template_raised:
                return details_.actual.empty() ? tr("The model refuses a chat of this form. Start a new "
                                                    "chat, or leave out the system "
                                                    "prompt.")
                                               : tr("The model refuses a chat of this form: “%1”. Start a "
                                                    "new chat, or leave out the "
                                                    "system prompt.")
                                                     .arg(text(details_.actual));
            case ErrorCode::template_failed:
                return chatTemplate(tr("The model's chat format could not be applied to this chat"));
            case ErrorCode::template_limit:
                return chatTemplate(
                    tr("The model's chat format takes too much time or memory and was stopped"));
            case ErrorCode::out_of_memory:
                return outOfMemory();
            case ErrorCode::context_too_long:
                return contextTooLong();
            case ErrorCode::invalid_request:
                return invalidRequest();
            case ErrorCode::invalid_utf8:
                return tr("%1 contains text that cannot be read. Copy the text again, or save the file as "
                          "UTF-8.")
                    .arg(details_.file.empty() ? tr("The message") : file());
            case ErrorCode::cancelled:
                return tr("This was stopped before it was finished. You can start it again.");
            case ErrorCode::backend_failed:
                return tr(
                    "The processor or graphics card reported an error while computing. Load the model again; "
                    "if it comes back, restart the computer.");
            case ErrorCode::engine_failed:
                return tr(
                    "Hearth made a mistake and stopped this model to be safe; your chats are kept. Load the "
                    "model again.");
        }
        return {};
    }

 private:
    static QString text(const std::string& raw) { return QString::fromStdString(escaped(raw, 300)); }

    /// The file by its name, as the beginning of a sentence.
    QString file() const {
        if (details_.file.empty()) {
            return tr("This file");
        }
        return tr("“%1”").arg(QFileInfo(text(details_.file)).fileName());
    }

    /// The file with its folders: where the place matters more than the name.
    QString path() const {
        if (details_.file.empty()) {
            return tr("This file");
        }
        return tr("“%1”").arg(QDir::toNativeSeparators(text(details_.file)));
    }

    /// " (expected 2 or 3, found 9)", or as much of it as is known.
    QString comparison() const {
        const QString expected = text(details_.expected);
        const QString actual = text(details_.actual);
        if (!expected.isEmpty() && !actual.isEmpty()) {
            return tr(" (expected %1, found %2)").arg(expected, actual);
        }
        if (!actual.isEmpty()) {
            return tr(" (found %1)").arg(actual);
        }
        return expected.isEmpty() ? QString() : tr(" (expected %1)").arg(expected);
    }

    /// " in “general.name” (expected …, found …)".
    QString place() const {
        return details_.field.empty() ? comparison()
                                      : tr(", in “%1”%2").arg(text(details_.field), comparison());
    }

    QString damaged(const QString& what) const {
        return tr("%1 is damaged: %2%3. Download it again, or take another copy.").arg(file(), what, place());
    }

    QString unsupported(const QString& what) const {
        return tr("%1 cannot be used: %2%3. Choose another model, or look for a newer Hearth.")
            .arg(file(), what, place());
    }

    QString chatTemplate(const QString& what) const {
        const QString where = details_.line ? tr(" (line %1)").arg(*details_.line) : QString();
        return tr("%1%2%3. Choose another model, or another copy of this one.").arg(what, where, place());
    }

    QString writeFailed() const {
        if (details_.bytes_needed && details_.bytes_available) {
            return tr("%1 could not be written: it needs %2, and %3 are free. Make room on that drive.")
                .arg(path(), formatBytes(*details_.bytes_needed), formatBytes(*details_.bytes_available));
        }
        return tr("%1 could not be written. Check that the drive has room and that you may write there.")
            .arg(path());
    }

    QString dataTruncated() const {
        if (details_.bytes_needed && details_.bytes_available) {
            return tr("%1 is incomplete: it should have %2 and has %3. Download it again.")
                .arg(file(), formatBytes(*details_.bytes_needed), formatBytes(*details_.bytes_available));
        }
        return tr("%1 is incomplete. Download it again.").arg(file());
    }

    QString outOfMemory() const {
        if (details_.bytes_needed && details_.bytes_available) {
            return tr("There is not enough memory: %1 are needed and %2 are free. Close other programs, "
                      "choose a "
                      "smaller model or a shorter context.")
                .arg(formatBytes(*details_.bytes_needed), formatBytes(*details_.bytes_available));
        }
        if (details_.bytes_needed) {
            return tr("There is not enough memory for %1. Close other programs, choose a smaller model or a "
                      "shorter "
                      "context.")
                .arg(formatBytes(*details_.bytes_needed));
        }
        return tr(
            "There is not enough memory. Close other programs, choose a smaller model or a shorter context.");
    }

    QString contextTooLong() const {
        if (!details_.actual.empty() && !details_.expected.empty()) {
            return tr("This chat has %1 tokens, and the model's context has room for %2. Leave out older "
                      "messages, "
                      "or enlarge the context.")
                .arg(text(details_.actual), text(details_.expected));
        }
        return tr(
            "This chat is longer than the model's context. Leave out older messages, or enlarge the "
            "context.");
    }

    QString invalidRequest() const {
        if (details_.field.empty()) {
            return tr(
                "The model cannot answer with these settings. Put the chat's settings back to their "
                "defaults.");
        }
        return tr("The setting “%1” cannot be used%2. Change it, or put it back to its default.")
            .arg(text(details_.field), comparison());
    }

    const Error& error_;
    const ErrorDetails& details_;
};

}  // namespace

QString errorSentence(const Error& error) {
    return ErrorSentences(error).sentence();
}

QString errorReport(const Error& error) {
    const std::string_view name = error_name(error.code);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + QStringLiteral(": ") +
           QString::fromStdString(error.message);
}

}  // namespace hearth
