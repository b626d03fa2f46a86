#include "library/local_models_text.h"

#include "system/error_sentences.h"
#include "system/human_format.h"
#include "system/shown_name.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace hearth {

namespace {

QString fileName(const std::string& path) {
    return shownName(QFileInfo(QString::fromStdString(path)).fileName());
}

/// `tr` gives every sentence the translation context "LocalModelsText".
class LocalModelsText {
    Q_DECLARE_TR_FUNCTIONS(LocalModelsText)

 public:
    static QString reason(const catalog::LocalModel& model) {
        switch (model.state) {
            case catalog::ModelState::ready:
                return {};
            case catalog::ModelState::offline:
                return model.volume.empty()
                           ? tr("Its drive is not connected. Connect it and look again.")
                           : tr("Its drive, last seen at %1, is not connected. Connect it and look again.")
                                 .arg(QDir::toNativeSeparators(QString::fromStdString(model.volume)));
            case catalog::ModelState::missing:
                return tr("%1 was deleted, moved or renamed. Put it back, or remove the model from the list.")
                    .arg(fileName(model.reason ? model.reason->details.file : model.path.string()));
            case catalog::ModelState::incomplete:
            case catalog::ModelState::unsupported:
                break;
        }
        if (!model.reason) {
            return {};
        }
        if (model.reason->details.field == "cut file") {
            return tr("This file was cut into pieces. Join the pieces into one file first.");
        }
        return unsupported(*model.reason);
    }

    /// The usual reasons without the place in the file that they were found at.
    static QString unsupported(const Error& reason) {
        const QString what = QString::fromStdString(reason.details.actual);
        if (reason.code == ErrorCode::unsupported_architecture && !what.isEmpty()) {
            return tr("Hearth cannot run this kind of model (%1) yet. Choose another one.").arg(what);
        }
        if (reason.code == ErrorCode::unsupported_tensor_type && !what.isEmpty()) {
            return tr("Hearth cannot run models with numbers of the kind %1 yet. Choose another version of "
                      "this model.")
                .arg(what);
        }
        return errorSentence(reason);
    }

    static QString doubt(const catalog::LocalModel& model) {
        return model.verdict != catalog::Verdict::differs
                   ? QString()
                   : tr("“%1” is damaged: a file of it is not what it should be. Its answers may be wrong, "
                        "or "
                        "it may not load at all.")
                         .arg(shownName(QString::fromStdString(model.shown_name())));
    }

    static QString verdict(const QString& name, const catalog::Verification& verification) {
        switch (verification.verdict) {
            case catalog::Verdict::matches:
                return tr("“%1” is as it should be.").arg(name);
            case catalog::Verdict::remembered:
                return tr("Nothing is known to compare “%1” with. Its content is remembered now: checking "
                          "again will "
                          "tell whether it has changed.")
                    .arg(name);
            case catalog::Verdict::differs: {
                const auto wrong = std::ranges::find_if(verification.files, &catalog::VerifiedFile::differs);
                return tr("“%1” is damaged: %2 is not what it should be. Download it again, or remove it.")
                    .arg(name, wrong == verification.files.end() ? name : fileName(wrong->path.string()));
            }
            case catalog::Verdict::none:
                break;
        }
        return {};
    }

    static QString notice(const catalog::LibraryReport& report) {
        const QString reason =
            report.cause ? QString::fromStdString(report.cause->details.actual) : QString();
        switch (report.outcome) {
            case catalog::LibraryReport::Outcome::opened:
            case catalog::LibraryReport::Outcome::created:
                return {};
            case catalog::LibraryReport::Outcome::rebuilt:
                return tr("The list of models was damaged and was made anew from the folders. The damaged "
                          "file was kept as %1.")
                    .arg(fileName(report.set_aside.string()));
            case catalog::LibraryReport::Outcome::newer:
                return tr(
                    "A newer version of Hearth keeps the list of models. What you change in it here is "
                    "forgotten when Hearth ends.");
            case catalog::LibraryReport::Outcome::in_memory:
                return reason == QLatin1String("full")
                           ? tr("The disk is full, so the list of models cannot be saved. What you change in "
                                "it is forgotten when Hearth ends.")
                           : tr("The list of models cannot be saved in Hearth's folder. What you change in "
                                "it is forgotten when Hearth ends.");
        }
        return {};
    }

    static QString problem(const Error& error) {
        const std::string& actual = error.details.actual;
        if (error.code == ErrorCode::file_not_found && error.details.field == "id") {
            return tr("This model is no longer in the list.");
        }
        if (error.details.field == "source") {
            return tr("Nobody knows where this model came from. Remove it, and get it from Discover.");
        }
        if (error.details.field == "trash") {
            return actual == "no_trash" ? tr("The drive of this model has no trash.")
                   : actual == "full"   ? tr("The drive is so full that not even the trash can take it.")
                                        : tr("The trash does not take it: %1").arg(errorSentence(error));
        }
        if (actual == "moving") {
            return tr("The models are being moved already.");
        }
        if (error.details.field == "to") {
            return actual == "not_empty"
                       ? tr("Choose an empty folder: this one has files in it.")
                       : tr("The models cannot be moved into this folder. Choose another one.");
        }
        if (error.details.field == "space" && error.details.bytes_needed && error.details.bytes_available) {
            return tr("There is not enough space there: %1 are needed, %2 are free.")
                .arg(formatBytes(*error.details.bytes_needed), formatBytes(*error.details.bytes_available));
        }
        return errorSentence(error);
    }
};

}  // namespace

QString localModelReason(const catalog::LocalModel& model) {
    return LocalModelsText::reason(model);
}

QString modelDoubt(const catalog::LocalModel& model) {
    return LocalModelsText::doubt(model);
}

QString verdictSentence(const QString& name, const catalog::Verification& verification) {
    return LocalModelsText::verdict(name, verification);
}

QString libraryNotice(const catalog::LibraryReport& report) {
    return LocalModelsText::notice(report);
}

QString libraryProblem(const Error& error) {
    return LocalModelsText::problem(error);
}

}  // namespace hearth
