#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hearth {

namespace {

Error file_error(ErrorCode code, const std::filesystem::path& path, std::string_view problem) {
    Error error{code, fmt::format("{}: {}", escaped(path.string(), 4096), problem)};
    error.details.file = path.string();
    return error;
}

Error open_error(const std::filesystem::path& path, int error_number) {
    if (error_number == ENOENT || error_number == ENOTDIR) {
        return file_error(ErrorCode::file_not_found, path, "there is no such file");
    }
    return file_error(ErrorCode::read_failed, path,
                      fmt::format("cannot open the file: {}", system_error_text(error_number)));
}

std::string_view irregular_kind(mode_t mode) {
    switch (mode & S_IFMT) {
        case S_IFDIR:
            return "this is a folder, not a file";
        case S_IFIFO:
            return "this is a pipe, not a regular file";
        case S_IFSOCK:
            return "this is a socket, not a regular file";
        default:
            return "this is a device, not a regular file";
    }
}

}  // namespace

Result<File> File::open(const std::filesystem::path& path) {
    if (path.native().find('\0') != std::filesystem::path::string_type::npos) {
        // The system would open whatever the name before the NUL means.
        return file_error(ErrorCode::file_not_found, path, "a file name cannot hold a NUL character");
    }
    // Looked at before opening, as opening some devices has effects; and again after, as the name may mean
    // another file by then. O_NONBLOCK keeps the open of a pipe that slipped in between from waiting for a
    // writer.
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return open_error(path, errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return file_error(ErrorCode::read_failed, path, irregular_kind(status.st_mode));
    }
    int descriptor = -1;
    do {
        descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) {
        return open_error(path, errno);
    }
    File file(path, descriptor, 0);
    if (::fstat(descriptor, &status) != 0) {
        return open_error(path, errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return file_error(ErrorCode::read_failed, path, irregular_kind(status.st_mode));
    }
    file.size_ = static_cast<std::uint64_t>(status.st_size);
    return file;
}

File::File(std::filesystem::path path, int descriptor, std::uint64_t size)
    : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

File::File(File&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

File& File::operator=(File&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
    return *this;
}

File::~File() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

Status File::read_at(std::uint64_t offset, std::span<std::byte> destination) const {
    if (offset > size_ || destination.size() > size_ - offset) {
        Error error = file_error(ErrorCode::read_failed, path_,
                                 fmt::format("bytes {} to {} were asked for, but the file has {}", offset,
                                             offset + destination.size(), size_));
        error.details.bytes_available = size_;
        return error;
    }
    while (!destination.empty()) {
        constexpr std::size_t kMostPerCall = std::size_t{1} << 30U;  // Linux itself stops just below 2^31
        const ssize_t count = ::pread(descriptor_, destination.data(),
                                      std::min(destination.size(), kMostPerCall), static_cast<off_t>(offset));
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return file_error(ErrorCode::read_failed, path_,
                              fmt::format("cannot read at byte {}: {}", offset, system_error_text(errno)));
        }
        if (count == 0) {
            Error error = file_error(
                ErrorCode::read_failed, path_,
                fmt::format(
                    "the file has become shorter: it had {} bytes when opened, now it ends before byte {}",
                    size_, offset));
            error.details.bytes_needed = size_;
            error.details.bytes_available = offset;
            return error;
        }
        destination = destination.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
    return {};
}

}  // namespace hearth
