#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace hearth::transfers {

/// What a system call gave: its value, or the errno it failed with.
template <class T>
struct [[nodiscard]] SystemAnswer {
    T value{};
    int error_number = 0;

    explicit operator bool() const { return error_number == 0; }
};

/// errno of a call that gives no value; 0: done.
using SystemStatus = int;

enum class OpenMode : std::uint8_t { read, read_write };

/// The same file, whatever its names.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Every call on files that a download makes, so that tests can make each of them fail. Thread-safe.
class FileOperations {
 public:
    virtual ~FileOperations() = default;

    /// A descriptor. read_write creates the file where it is missing, and does not follow a link of that name
    /// (ELOOP).
    virtual SystemAnswer<int> open(const std::filesystem::path& path, OpenMode mode) = 0;
    virtual SystemStatus close(int descriptor) = 0;
    /// Takes the lock of the open file, or fails at once with EWOULDBLOCK. Closing gives it back.
    virtual SystemStatus lock(int descriptor) = 0;
    virtual SystemAnswer<FileIdentity> identity(int descriptor) = 0;
    virtual SystemAnswer<std::uint64_t> size(int descriptor) = 0;
    /// Bytes read; 0 at the end of the file.
    virtual SystemAnswer<std::size_t> read(int descriptor, std::uint64_t offset,
                                           std::span<std::byte> bytes) = 0;
    /// Bytes written, perhaps fewer than asked.
    virtual SystemAnswer<std::size_t> write(int descriptor, std::uint64_t offset,
                                            std::span<const std::byte> bytes) = 0;
    virtual SystemStatus truncate(int descriptor, std::uint64_t size) = 0;
    virtual SystemStatus sync(int descriptor) = 0;

    /// Of what the name means; ENOENT where it means nothing.
    virtual SystemAnswer<FileIdentity> identity(const std::filesystem::path& path) = 0;
    /// Nothing where there is no such file.
    virtual SystemAnswer<std::optional<std::uint64_t>> size(const std::filesystem::path& path) = 0;
    /// Replaces a file that has the name `to`.
    virtual SystemStatus rename(const std::filesystem::path& from, const std::filesystem::path& to) = 0;
    /// EEXIST where something has the name `to`.
    virtual SystemStatus rename_new(const std::filesystem::path& from, const std::filesystem::path& to) = 0;
    virtual SystemStatus remove(const std::filesystem::path& path) = 0;
    virtual SystemStatus create_folders(const std::filesystem::path& path) = 0;
    virtual SystemStatus sync_folder(const std::filesystem::path& path) = 0;
    /// Bytes that this user may still write on the drive of the folder.
    virtual SystemAnswer<std::uint64_t> free_bytes(const std::filesystem::path& folder) = 0;
};

/// The real ones.
std::shared_ptr<FileOperations> system_file_operations();

/// An open file that closes itself; move-only.
class OpenFile {
 public:
    OpenFile(FileOperations& files, int descriptor) : files_(&files), descriptor_(descriptor) {}
    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&& other) noexcept;
    ~OpenFile();

    int descriptor() const { return descriptor_; }

 private:
    FileOperations* files_;
    int descriptor_;
};

/// Opens the file for writing, makes it where it is missing, and holds its lock: EWOULDBLOCK while another
/// program, or another thread, holds it. A file system without locks serves everybody.
SystemAnswer<std::optional<OpenFile>> open_locked(FileOperations& files, const std::filesystem::path& path);

/// A file of at most `most_bytes`; nothing where it is longer, missing or cannot be read.
std::optional<std::string> read_small_file(FileOperations& files, const std::filesystem::path& path,
                                           std::uint64_t most_bytes);

/// Writes `bytes` under the name at once or not at all: a temporary file beside it is flushed and renamed.
/// EWOULDBLOCK while somebody else writes the same.
SystemStatus replace_file(FileOperations& files, const std::filesystem::path& path, std::string_view bytes);

}  // namespace hearth::transfers
