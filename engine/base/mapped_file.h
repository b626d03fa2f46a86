#pragma once

#include "base/file.h"

#include <hearth/result.h>

#include <cstddef>
#include <span>

namespace hearth {

/// A whole file mapped read-only into memory; move-only owner of the mapping, which outlives the File.
/// Touching pages of a file that was cut short or whose drive has gone raises SIGBUS.
class MappedFile {
 public:
    /// Errors: read_failed, also when the file no longer has the size it was opened with.
    static Result<MappedFile> map(const File& file);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return bytes_; }

 private:
    explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::span<const std::byte> bytes_;
};

}  // namespace hearth
