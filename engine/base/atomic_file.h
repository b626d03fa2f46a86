#pragma once

#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace hearth {

/// A file being written that appears under its name whole or not at all: the bytes go to a temporary name in
/// the same folder, which commit() makes durable and renames. Without commit the destructor removes it.
/// Errors: write_failed.
class AtomicFile {
 public:
    static Result<AtomicFile> create(const std::filesystem::path& path);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    ~AtomicFile();

    /// Appends.
    Status write(std::span<const std::byte> bytes);
    std::uint64_t bytes_written() const { return bytes_written_; }

    /// Flushes to the drive and takes the final name, replacing a file that had it. Nothing may be written
    /// after.
    Status commit();

 private:
    AtomicFile(std::filesystem::path path, std::filesystem::path temporary, int descriptor);
    Error failure(std::string_view action, int error_number) const;

    std::filesystem::path path_;
    std::filesystem::path temporary_;  ///< empty once it is gone
    int descriptor_ = -1;
    std::uint64_t bytes_written_ = 0;
};

}  // namespace hearth
