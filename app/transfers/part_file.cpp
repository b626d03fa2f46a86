#include "transfers/part_file.h"

#include "transfers/journal.h"

#include <hearth/error.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

Failure file_failure(FailureKind kind, std::string_view action, const std::filesystem::path& path,
                     int error_number) {
    const bool full = error_number == ENOSPC || error_number == EDQUOT;
    Failure failure;
    failure.kind = full ? FailureKind::no_space : kind;
    failure.file = path.string();
    failure.reason = std::generic_category().message(error_number);
    failure.message = fmt::format("{}: cannot {}: {}", escaped(failure.file, 4096), action, failure.reason);
    return failure;
}

Outcome<PartFile> PartFile::open(FileOperations& files, const std::filesystem::path& target) {
    const std::filesystem::path path = part_path(target);
    if (const SystemStatus status = files.create_folders(target.parent_path()); status != 0) {
        return file_failure(FailureKind::cannot_write, "create the folder", target.parent_path(), status);
    }
    auto file = open_locked(files, path);
    if (file.error_number == EWOULDBLOCK) {
        Failure failure;
        failure.kind = FailureKind::in_use;
        failure.file = path.string();
        failure.message =
            fmt::format("{}: another program is downloading this file now", escaped(failure.file, 4096));
        return failure;
    }
    if (!file) {
        return file_failure(FailureKind::cannot_write, "open the file", path, file.error_number);
    }
    const auto size = files.size(file.value->descriptor());
    if (!size) {
        return file_failure(FailureKind::cannot_read, "look at the file", path, size.error_number);
    }
    return PartFile(files, target, *std::move(file.value), size.value);
}

PartFile::PartFile(FileOperations& files, std::filesystem::path target, OpenFile file, std::uint64_t size)
    : files_(&files), target_(std::move(target)), file_(std::move(file)), size_(size) {}

MaybeFailure PartFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto written = files_->write(file_.descriptor(), offset, bytes);
        if (!written || written.value == 0) {
            return file_failure(FailureKind::cannot_write, "write", part_path(target_),
                                written ? EIO : written.error_number);
        }
        offset += written.value;
        size_ = std::max(size_, offset);
        bytes = bytes.subspan(written.value);
    }
    return {};
}

MaybeFailure PartFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
        const auto count = files_->read(file_.descriptor(), offset, bytes);
        if (!count || count.value == 0) {
            return file_failure(FailureKind::cannot_read, "read", part_path(target_),
                                count ? EIO : count.error_number);
        }
        offset += count.value;
        bytes = bytes.subspan(count.value);
    }
    return {};
}

MaybeFailure PartFile::clear() {
    if (const SystemStatus status = files_->truncate(file_.descriptor(), 0); status != 0) {
        return file_failure(FailureKind::cannot_write, "empty the file", part_path(target_), status);
    }
    size_ = 0;
    return {};
}

MaybeFailure PartFile::sync() {
    if (const SystemStatus status = files_->sync(file_.descriptor()); status != 0) {
        return file_failure(FailureKind::cannot_write, "flush the file to the drive", part_path(target_),
                            status);
    }
    return {};
}

MaybeFailure PartFile::check_name() const {
    const std::filesystem::path path = part_path(target_);
    const auto mine = files_->identity(file_.descriptor());
    const auto named = files_->identity(path);
    if (!mine || (!named && named.error_number != ENOENT)) {
        return file_failure(FailureKind::cannot_read, "look at the file", path,
                            mine ? named.error_number : mine.error_number);
    }
    if (named && named.value == mine.value) {
        return {};
    }
    Failure failure;
    failure.kind = FailureKind::cannot_write;
    failure.file = path.string();
    failure.reason = "it was moved or replaced in the meantime";
    failure.message = fmt::format("{}: {}", escaped(failure.file, 4096), failure.reason);
    return failure;
}

MaybeFailure PartFile::commit(bool replaces) {
    if (MaybeFailure failure = sync()) {
        return failure;
    }
    // The name is what is given on below, the open file what has been hashed.
    if (MaybeFailure failure = check_name()) {
        return failure;
    }
    // The lock is held until the name has changed, so that no other program takes the whole part file for its
    // own.
    const SystemStatus renamed = replaces ? files_->rename(part_path(target_), target_)
                                          : files_->rename_new(part_path(target_), target_);
    if (renamed != 0) {
        const FailureKind kind = renamed == EEXIST ? FailureKind::target_exists : FailureKind::cannot_write;
        return file_failure(kind, "give the file its name", target_, renamed);
    }
    if (const SystemStatus status = files_->sync_folder(target_.parent_path()); status != 0) {
        return file_failure(FailureKind::cannot_write, "flush the folder to the drive", target_, status);
    }
    // A journal that stays only costs a look at the next start.
    static_cast<void>(files_->remove(journal_path(target_)));
    return {};
}

MaybeFailure PartFile::discard() {
    for (const std::filesystem::path& path : {part_path(target_), journal_path(target_)}) {
        if (const SystemStatus status = files_->remove(path); status != 0) {
            return file_failure(FailureKind::cannot_write, "remove the file", path, status);
        }
    }
    return {};
}

}  // namespace hearth::transfers
