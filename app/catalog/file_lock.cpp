#include "catalog/file_lock.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace hearth::catalog {

namespace {

int open_lock(const std::filesystem::path& file) {
    return ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

int lock(int descriptor, int operation) {
    int result = 0;
    do {
        result = ::flock(descriptor, operation);
    } while (result != 0 && errno == EINTR);
    return result;
}

}  // namespace

FileLock FileLock::wait(const std::filesystem::path& file) {
    const int descriptor = open_lock(file);
    if (descriptor >= 0) {
        lock(descriptor, LOCK_EX);  // a drive without locks has one user
    }
    return FileLock(descriptor);
}

std::optional<FileLock> FileLock::try_now(const std::filesystem::path& file) {
    FileLock held(open_lock(file));
    if (held.descriptor_ >= 0 && lock(held.descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return std::nullopt;
    }
    return held;
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

FileLock::~FileLock() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

}  // namespace hearth::catalog
