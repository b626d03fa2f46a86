#include "base/atomic_file.h"

#include "base/file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace hearth {

namespace {

Error write_error(const std::filesystem::path& path, std::string_view action, std::string_view reason) {
    Error error{ErrorCode::write_failed,
                fmt::format("{}: cannot {} the file: {}", escaped(path.string(), 4096), action, reason)};
    error.details.file = path.string();
    return error;
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
    if (path.native().find('\0') != std::filesystem::path::string_type::npos) {
        return write_error(path, "create", "a file name cannot hold a NUL character");
    }
    if (!path.has_filename()) {
        return write_error(path, "create", "the path ends in a folder");
    }
    // Process id and counter: two writers of one name never share a temporary file; O_EXCL settles what is
    // left over from a process that died.
    static std::atomic<std::uint32_t> counter{0};
    constexpr int kAttempts = 100;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        std::filesystem::path temporary = path;
        temporary += fmt::format(".{}-{}.tmp", ::getpid(), counter.fetch_add(1));
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (descriptor >= 0) {
            return AtomicFile(path, std::move(temporary), descriptor);
        }
        if (errno != EEXIST && errno != EINTR) {
            return write_error(path, "create", system_error_text(errno));
        }
    }
    return write_error(path, "create", "every temporary name is taken");
}

AtomicFile::AtomicFile(std::filesystem::path path, std::filesystem::path temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_written_(other.bytes_written_) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(temporary_, other.temporary_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(bytes_written_, other.bytes_written_);
    return *this;
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
    }
}

Error AtomicFile::failure(std::string_view action, int error_number) const {
    return write_error(path_, action, system_error_text(error_number));
}

Status AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        constexpr std::size_t kMostPerCall = std::size_t{1} << 30U;
        const ssize_t count = ::write(descriptor_, bytes.data(), std::min(bytes.size(), kMostPerCall));
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return failure("write", errno);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        bytes_written_ += static_cast<std::uint64_t>(count);
    }
    return {};
}

Status AtomicFile::commit() {
    if (::fsync(descriptor_) != 0) {
        return failure("flush", errno);
    }
    // Network file systems report late write errors here.
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) {
        return failure("close", errno);
    }
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
        return failure("rename", errno);
    }
    temporary_.clear();
    // The new name itself must survive a power cut, where the file system can promise that.
    const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : ".";
    const int folder_descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder_descriptor >= 0) {
        const int synced = ::fsync(folder_descriptor);
        const int error_number = errno;
        ::close(folder_descriptor);
        if (synced != 0 && error_number == EIO) {
            return failure("flush the folder of", error_number);
        }
    }
    return {};
}

}  // namespace hearth
