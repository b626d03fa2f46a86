#include "transfers/unfinished_file.h"

#include <hearth/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

Outcome<UnfinishedFile> UnfinishedFile::open(FileOperations& files, const DownloadRequest& request) {
    auto part = PartFile::open(files, request.target);
    if (!part) {
        return std::move(part).failure();
    }
    UnfinishedFile file(files, request, *std::move(part));
    file.take_up();
    const bool another =
        !file.journal_.request.sha256.empty() && file.journal_.request.sha256 != request.sha256;
    const bool too_long = file.part_.size() > request.bytes;
    file.journal_.request = request;
    if ((another || too_long) && file.part_.size() > 0) {
        if (MaybeFailure failure =
                file.start_again(another ? Restart::changed_on_server : Restart::damaged)) {
            return *std::move(failure);
        }
    }
    return file;
}

void UnfinishedFile::take_up() {
    journal_ = read_journal(*files_, request_->target).value_or(Journal{});
    if (has_gaps()) {
        here_ = ByteRanges(*journal_.received);
        here_.cut(part_.size());
    } else if (part_.size() > 0) {
        here_.add({0, part_.size()});
    }
    bytes_here_ = here_.total();
}

MaybeFailure UnfinishedFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    if (!has_gaps() && offset != part_.size()) {
        // From here on the size of the part file says nothing: that has to be known before it grows.
        journal_.received.emplace();
        if (MaybeFailure failure = save()) {
            journal_.received.reset();
            return failure;
        }
    }
    if (MaybeFailure failure = part_.write(offset, bytes)) {
        return failure;
    }
    here_.add({offset, offset + bytes.size()});
    bytes_here_ = here_.total();
    unsaved_ = true;
    hash(offset, bytes);
    return {};
}

/// Bytes that continue what has been hashed never need to be read again.
void UnfinishedFile::hash(std::uint64_t offset, std::span<const std::byte> bytes) {
    if (offset == hashed_) {
        hash_.update(bytes);
        hashed_ += bytes.size();
    }
}

MaybeFailure UnfinishedFile::hash_slice(std::vector<std::byte>& buffer) {
    constexpr std::uint64_t kSliceBytes = std::uint64_t{4} << 20U;  // a few milliseconds of hashing
    const std::uint64_t behind = here_.prefix() - hashed_;
    buffer.resize(static_cast<std::size_t>(std::min(kSliceBytes, behind)));
    if (MaybeFailure failure = part_.read(hashed_, buffer)) {
        return failure;
    }
    hash(hashed_, buffer);
    return {};
}

void UnfinishedFile::take_up_etag(const std::string& etag, const std::string& host) {
    if (etag == journal_.etag && host == journal_.etag_host) {
        return;
    }
    journal_.etag = etag;
    journal_.etag_host = host;
    // Without it the next run resumes unconditionally, and the hash decides as ever.
    static_cast<void>(save());
}

MaybeFailure UnfinishedFile::check_space(std::uint64_t also_needed, std::uint64_t spare) const {
    const std::filesystem::path folder = request_->target.parent_path();
    const auto free = files_->free_bytes(folder);
    if (!free) {
        return file_failure(FailureKind::cannot_read, "tell how much is free", folder, free.error_number);
    }
    const std::uint64_t needed = request_->bytes - bytes_here_ + also_needed + spare;
    if (free.value >= needed) {
        return {};
    }
    Failure failure;
    failure.kind = FailureKind::no_space;
    failure.file = request_->target.string();
    failure.bytes_needed = needed;
    failure.bytes_available = free.value;
    failure.message = fmt::format("{}: {} bytes are needed, {} are free", escaped(folder.string(), 4096),
                                  needed, free.value);
    return failure;
}

MaybeFailure UnfinishedFile::save() {
    // The journal is of the file that has the name.
    if (MaybeFailure failure = check_name()) {
        return failure;
    }
    if (has_gaps()) {
        if (MaybeFailure failure = part_.sync()) {
            return failure;
        }
        journal_.received = here_.ranges();
    }
    if (const SystemStatus status = write_journal(*files_, journal_); status != 0) {
        return file_failure(FailureKind::cannot_write, "write", journal_path(request_->target), status);
    }
    unsaved_ = false;
    return {};
}

MaybeFailure UnfinishedFile::start_again(Restart why) {
    here_.clear();
    bytes_here_ = 0;
    hash_.reset();
    hashed_ = 0;
    journal_.etag.clear();
    journal_.etag_host.clear();
    restart_ = why;
    // First the journal: one that promises bytes which are gone would have a later run keep the gaps.
    if (has_gaps()) {
        journal_.received.emplace();
        if (const SystemStatus status = write_journal(*files_, journal_); status != 0) {
            return file_failure(FailureKind::cannot_write, "write", journal_path(request_->target), status);
        }
    }
    return part_.clear();
}

}  // namespace hearth::transfers
