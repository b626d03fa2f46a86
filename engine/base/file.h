#pragma once

#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace hearth {

/// A regular file open for reading; move-only owner of the descriptor. Reading from several threads at once
/// is safe.
class File {
 public:
    /// Refuses everything but regular files, also what would block or never end (FIFOs, devices) and folders.
    /// Errors: file_not_found, read_failed.
    static Result<File> open(const std::filesystem::path& path);

    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    ~File();

    /// As given to open.
    const std::filesystem::path& path() const { return path_; }
    /// In bytes, when it was opened.
    std::uint64_t size() const { return size_; }

    /// Fills `destination` with the bytes from `offset` on, or says why it could not (read_failed): also when
    /// the file has become shorter or its drive has gone.
    Status read_at(std::uint64_t offset, std::span<std::byte> destination) const;

 private:
    friend class MappedFile;
    File(std::filesystem::path path, int descriptor, std::uint64_t size);

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

/// What an errno value means, in English whatever the locale, to follow "cannot read: ".
std::string system_error_text(int error_number);

}  // namespace hearth
