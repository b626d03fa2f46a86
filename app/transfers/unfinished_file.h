#pragma once

#include "transfers/byte_ranges.h"
#include "transfers/download.h"
#include "transfers/journal.h"
#include "transfers/part_file.h"
#include "transfers/sha256.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hearth::transfers {

/// One file on its way, as it lies on this computer: the part file, which of its bytes are here, the hash of
/// its beginning, and the journal that lets another run go on. Used by one thread.
///
/// While bytes come in order the size of the part file alone tells what is here. Before the first gap the
/// journal says so; from then on it is written every few seconds, after what it promises has reached the
/// drive.
class UnfinishedFile {
 public:
    /// Opens and locks it; takes up what an earlier run left, or throws it away where it cannot be of this
    /// file: restart() tells. Failures: in_use, no_space, cannot_read, cannot_write.
    static Outcome<UnfinishedFile> open(FileOperations& files, const DownloadRequest& request);

    const ByteRanges& here() const { return here_; }
    std::uint64_t bytes_here() const { return bytes_here_; }
    bool is_whole() const { return bytes_here_ == request_->bytes; }
    const std::optional<Restart>& restart() const { return restart_; }

    /// Keeps bytes that came.
    MaybeFailure write(std::uint64_t offset, std::span<const std::byte> bytes);

    /// The hash has not seen all of the beginning yet.
    bool is_hash_behind() const { return hashed_ < here_.prefix(); }
    std::uint64_t hashed() const { return hashed_; }
    /// Reads and hashes a bounded slice.
    MaybeFailure hash_slice(std::vector<std::byte>& buffer);
    /// Whether all of it is here, hashed, and the file that was asked for.
    bool is_right() const { return hashed_ == request_->bytes && hash_.hex() == request_->sha256; }

    const std::string& etag() const { return journal_.etag; }
    const std::string& etag_host() const { return journal_.etag_host; }
    /// The validator of what comes now; kept with the bytes.
    void take_up_etag(const std::string& etag, const std::string& host);

    /// no_space where the drive has not room for what is missing, `also_needed` and `spare` bytes.
    MaybeFailure check_space(std::uint64_t also_needed, std::uint64_t spare) const;
    /// Whether the part file still has its name.
    MaybeFailure check_name() const { return part_.check_name(); }
    /// Writes the journal; with gaps, makes the bytes durable first. Failures: those of check_name(),
    /// cannot_write, no_space.
    MaybeFailure save();
    /// Whether save() would tell another run something new.
    bool has_unsaved_pieces() const { return has_gaps() && unsaved_; }
    /// Throws away what is here.
    MaybeFailure start_again(Restart why);
    /// Gives it its final name.
    MaybeFailure commit() { return part_.commit(request_->replaces); }
    /// Removes it and its journal.
    MaybeFailure discard() { return part_.discard(); }

 private:
    UnfinishedFile(FileOperations& files, const DownloadRequest& request, PartFile part)
        : files_(&files), request_(&request), part_(std::move(part)) {}

    bool has_gaps() const { return journal_.received.has_value(); }
    void take_up();
    void hash(std::uint64_t offset, std::span<const std::byte> bytes);

    FileOperations* files_;
    const DownloadRequest* request_;
    PartFile part_;
    Journal journal_;
    ByteRanges here_;
    std::uint64_t bytes_here_ = 0;
    Sha256 hash_;  ///< of the first hashed_ bytes
    std::uint64_t hashed_ = 0;
    bool unsaved_ = false;
    std::optional<Restart> restart_;
};

}  // namespace hearth::transfers
