#pragma once

#include "transfers/failure.h"
#include "transfers/file_operations.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace hearth::transfers {

/// The bytes of an unfinished file, `NAME.part` beside NAME, open and locked: while it lives no other program
/// goes on with the same download. Move-only; used by one thread. After a failure the size may be behind the
/// drive: open again.
class PartFile {
 public:
    /// Creates folder and file where they are missing. Failures: in_use, no_space, cannot_write.
    static Outcome<PartFile> open(FileOperations& files, const std::filesystem::path& target);

    std::uint64_t size() const { return size_; }

    /// Behind the end leaves a gap.
    MaybeFailure write(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Fills the whole span. Failure: cannot_read.
    MaybeFailure read(std::uint64_t offset, std::span<std::byte> bytes) const;
    MaybeFailure clear();
    /// Makes what was written durable.
    MaybeFailure sync();
    /// Whether the name still means this file: it may have been moved with its folder, and be a copy that
    /// lacks what came later. Failures: cannot_read, cannot_write.
    MaybeFailure check_name() const;
    /// Makes the bytes durable, gives the file its final name and removes the journal. `replaces`: another
    /// file that has the name goes. Failures: target_exists, those of check_name(), cannot_write; with the
    /// latter the file may have its name already.
    MaybeFailure commit(bool replaces);
    /// Removes it and its journal.
    MaybeFailure discard();

 private:
    PartFile(FileOperations& files, std::filesystem::path target, OpenFile file, std::uint64_t size);

    FileOperations* files_;
    std::filesystem::path target_;
    OpenFile file_;
    std::uint64_t size_;
};

/// A failure of this computer's files: no_space where the errno says so, else `kind`.
Failure file_failure(FailureKind kind, std::string_view action, const std::filesystem::path& path,
                     int error_number);

}  // namespace hearth::transfers
