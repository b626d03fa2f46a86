#pragma once

#include <filesystem>
#include <optional>

namespace hearth::catalog {

/// A lock that processes hold on a file of no content; gone with the process, however it ends. Where the file
/// cannot be made (a folder that cannot be written) it holds nothing, and nobody else can write there either.
class FileLock {
 public:
    /// Waits for whoever holds it.
    static FileLock wait(const std::filesystem::path& file);
    /// Nothing where somebody holds it.
    static std::optional<FileLock> try_now(const std::filesystem::path& file);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    ~FileLock();

 private:
    explicit FileLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_ = -1;
};

}  // namespace hearth::catalog
