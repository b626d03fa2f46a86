#include "chat/storage_sentences.h"

#include "storage/storage_problem.h"
#include "system/error_sentences.h"

#include <QCoreApplication>

namespace hearth {

namespace {

QString translated(const char* sentence) {
    return QCoreApplication::translate("ChatStorage", sentence);
}

QString shown(const std::filesystem::path& path) {
    return QString::fromStdString(path.filename().string());
}

}  // namespace

QString storageSentence(const Error& error) {
    const std::optional<storage::StorageProblem> problem = storage::problem_of(error);
    if (!problem) {
        return errorSentence(error);
    }
    using storage::StorageProblem;
    switch (*problem) {
        case StorageProblem::disk_full:
            return translated(
                QT_TRANSLATE_NOOP("ChatStorage", "The disk is full. Free some space, then try again."));
        case StorageProblem::read_only:
            return translated(QT_TRANSLATE_NOOP(
                "ChatStorage",
                "The folder of your chats cannot be written to. Allow writing to it, then try again."));
        case StorageProblem::cannot_open:
            return translated(QT_TRANSLATE_NOOP(
                "ChatStorage",
                "The file of your chats cannot be opened. Check that its folder exists and is yours."));
        case StorageProblem::damaged:
            return translated(QT_TRANSLATE_NOOP(
                "ChatStorage",
                "The file of your chats is damaged. Start Hearth again to save what can be read of it."));
        case StorageProblem::newer_version:
            return translated(QT_TRANSLATE_NOOP("ChatStorage",
                                                "Your chats were written by a newer Hearth. They can be "
                                                "read, but not changed, with this one."));
        case StorageProblem::busy:
            return translated(QT_TRANSLATE_NOOP(
                "ChatStorage", "Another program is using the file of your chats. Close it, then try again."));
        case StorageProblem::device_failed:
            return translated(QT_TRANSLATE_NOOP(
                "ChatStorage", "The disk reported a fault. Check its cable and health, then try again."));
        case StorageProblem::out_of_memory:
            return translated(QT_TRANSLATE_NOOP(
                "ChatStorage",
                "There is not enough memory to store this. Close other programs, then try again."));
        case StorageProblem::too_large:
            return translated(
                QT_TRANSLATE_NOOP("ChatStorage", "This text is too large to be stored. Shorten it."));
        case StorageProblem::not_found:
            return translated(
                QT_TRANSLATE_NOOP("ChatStorage", "This is not there any more: it was deleted elsewhere."));
        case StorageProblem::not_open:
            return translated(QT_TRANSLATE_NOOP(
                "ChatStorage",
                "This chat is in the file of your chats, which is not open. It is there again "
                "when Hearth starts with that file."));
        case StorageProblem::invalid_value:
        case StorageProblem::internal:
            break;
    }
    return translated(
        QT_TRANSLATE_NOOP("ChatStorage", "Something went wrong in Hearth while storing your chats."));
}

QString openSentence(const storage::OpenReport& report) {
    switch (report.outcome) {
        case storage::OpenOutcome::created:
        case storage::OpenOutcome::opened:
            return {};
        case storage::OpenOutcome::migrated:
            return translated(
                       QT_TRANSLATE_NOOP(
                           "ChatStorage",
                           "Your chats were brought up to date. A copy of the old file is kept as %1."))
                .arg(shown(report.backup));
        case storage::OpenOutcome::newer_version:
            return translated(QT_TRANSLATE_NOOP("ChatStorage",
                                                "Your chats were written by a newer Hearth. They can be "
                                                "read, but not changed, with this one."));
        case storage::OpenOutcome::read_only:
            return translated(
                QT_TRANSLATE_NOOP("ChatStorage", "Your chats can be read, but nothing new is stored."));
        case storage::OpenOutcome::salvaged: {
            const bool complete = report.salvage && report.salvage->complete;
            return (complete ? translated(QT_TRANSLATE_NOOP("ChatStorage",
                                                            "The file of your chats was damaged. All of it "
                                                            "could be read; the damaged file is kept as %1."))
                             : translated(QT_TRANSLATE_NOOP(
                                   "ChatStorage",
                                   "The file of your chats was damaged. What could be read was "
                                   "saved; the damaged file is kept as %1.")))
                .arg(shown(report.kept_aside));
        }
        case storage::OpenOutcome::in_memory:
            return translated(QT_TRANSLATE_NOOP(
                "ChatStorage", "Nothing is stored now: chats are gone when Hearth is closed."));
    }
    return {};
}

}  // namespace hearth
