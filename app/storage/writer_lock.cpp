#include "storage/writer_lock.h"

#include "storage/storage_problem.h"

#include <limits>
#include <random>
#include <string>
#include <system_error>
#include <utility>

#ifdef _WIN32
#include <windows.h>
#else
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>
#endif

namespace hearth::storage {
namespace {

constexpr std::intptr_t kNoFile = -1;

std::int64_t random_number() {
    std::random_device device;
    std::uniform_int_distribution<std::int64_t> any(1, std::numeric_limits<std::int64_t>::max() - 1);
    return any(device);
}

#ifdef _WIN32

OVERLAPPED at_offset(std::int64_t offset) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset & 0xffffffff);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return place;
}

std::intptr_t open_file(const std::filesystem::path& path) {
    HANDLE handle = CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_ALWAYS,
                                FILE_ATTRIBUTE_NORMAL, nullptr);
    return handle == INVALID_HANDLE_VALUE ? kNoFile : reinterpret_cast<std::intptr_t>(handle);
}

void close_file(std::intptr_t handle) {
    CloseHandle(reinterpret_cast<HANDLE>(handle));
}

void lock_byte(std::intptr_t handle, std::int64_t offset) {
    OVERLAPPED place = at_offset(offset);
    LockFileEx(reinterpret_cast<HANDLE>(handle), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
               &place);
}

bool is_locked(std::intptr_t handle, std::int64_t offset) {
    OVERLAPPED place = at_offset(offset);
    if (!LockFileEx(reinterpret_cast<HANDLE>(handle), LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place)) {
        return GetLastError() == ERROR_LOCK_VIOLATION;
    }
    OVERLAPPED same = at_offset(offset);
    UnlockFileEx(reinterpret_cast<HANDLE>(handle), 0, 1, 0, &same);
    return false;
}

bool others_are_locked(std::intptr_t handle, std::int64_t own) {
    // All bytes but the own one, in two pieces: a lock here collides with the own one too.
    for (const auto& [first, count] :
         {std::pair{std::int64_t{0}, own},
          std::pair{own + 1, std::numeric_limits<std::int64_t>::max() - own - 1}}) {
        OVERLAPPED place = at_offset(first);
        const auto low = static_cast<DWORD>(count & 0xffffffff);
        const auto high = static_cast<DWORD>(count >> 32);
        if (!LockFileEx(reinterpret_cast<HANDLE>(handle), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY,
                        0, low, high, &place)) {
            return GetLastError() == ERROR_LOCK_VIOLATION;
        }
        OVERLAPPED same = at_offset(first);
        UnlockFileEx(reinterpret_cast<HANDLE>(handle), 0, low, high, &same);
    }
    return false;
}

StorageProblem last_problem() {
    const DWORD code = GetLastError();
    if (code == ERROR_DISK_FULL || code == ERROR_HANDLE_DISK_FULL) {
        return StorageProblem::disk_full;
    }
    return code == ERROR_ACCESS_DENIED || code == ERROR_WRITE_PROTECT ? StorageProblem::read_only
                                                                      : StorageProblem::cannot_open;
}

std::string last_cause() {
    return std::system_category().message(static_cast<int>(GetLastError()));
}

#else

struct flock byte_at(std::int64_t offset, short type) {
    struct flock range {};
    range.l_type = type;
    range.l_whence = SEEK_SET;
    range.l_start = offset;
    range.l_len = 1;
    return range;
}

std::intptr_t open_file(const std::filesystem::path& path) {
    return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

void close_file(std::intptr_t handle) {
    ::close(static_cast<int>(handle));
}

// Locks of the open file description: unlike a process's own they also part two stores of one process.
void lock_byte(std::intptr_t handle, std::int64_t offset) {
    struct flock range = byte_at(offset, F_WRLCK);
    ::fcntl(static_cast<int>(handle), F_OFD_SETLK, &range);
}

bool is_locked(std::intptr_t handle, std::int64_t offset) {
    struct flock range = byte_at(offset, F_WRLCK);
    return ::fcntl(static_cast<int>(handle), F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

bool others_are_locked(std::intptr_t handle, std::int64_t) {
    struct flock range = byte_at(0, F_WRLCK);
    range.l_len = 0;  // to the end; the own lock is of the same description and does not collide
    return ::fcntl(static_cast<int>(handle), F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

StorageProblem last_problem() {
    if (errno == ENOSPC || errno == EDQUOT) {
        return StorageProblem::disk_full;
    }
    return errno == EACCES || errno == EROFS || errno == EPERM ? StorageProblem::read_only
                                                               : StorageProblem::cannot_open;
}

std::string last_cause() {
    return std::generic_category().message(errno);
}

#endif

}  // namespace

Result<WriterLock> WriterLock::acquire(const std::filesystem::path& database) {
    std::filesystem::path path = database;
    path += "-writers";
    const std::intptr_t handle = open_file(path);
    if (handle == kNoFile) {
        const StorageProblem problem = last_problem();
        const std::string cause = last_cause();
        return storage_error(problem, path.string(), "open the chats", cause);
    }
    WriterLock lock(handle, random_number());
    lock_byte(handle, lock.number_);
    return lock;
}

WriterLock WriterLock::alone() {
    return {kNoFile, random_number()};
}

WriterLock::WriterLock(WriterLock&& other) noexcept
    : handle_(std::exchange(other.handle_, kNoFile)), number_(other.number_) {}

WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(number_, other.number_);
    return *this;
}

WriterLock::~WriterLock() {
    if (handle_ != kNoFile) {
        close_file(handle_);
    }
}

bool WriterLock::is_alive(std::int64_t number) const {
    return number > 0 && number != number_ && handle_ != kNoFile && is_locked(handle_, number);
}

bool WriterLock::others_are_alive() const {
    return handle_ != kNoFile && others_are_locked(handle_, number_);
}

}  // namespace hearth::storage
