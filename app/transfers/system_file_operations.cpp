#include "transfers/file_operations.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace hearth::transfers {

namespace {

/// Calls again while a signal interrupts.
template <class Call>
auto restarted(Call call) {
    decltype(call()) result;
    do {
        result = call();
    } while (result < 0 && errno == EINTR);
    return result;
}

SystemStatus status_of(int result) {
    return result < 0 ? errno : 0;
}

FileIdentity identity_of(const struct stat& status) {
    return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

class SystemFileOperations final : public FileOperations {
 public:
    SystemAnswer<int> open(const std::filesystem::path& path, OpenMode mode) override {
        // O_NONBLOCK: a pipe of that name must not stop the thread; it has no effect on regular files.
        int flags = O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
        // A link in the place of a part file or a journal would have somebody else's file written.
        flags |= mode == OpenMode::read ? O_RDONLY : O_RDWR | O_CREAT | O_NOFOLLOW;
        const int descriptor = restarted([&] { return ::open(path.c_str(), flags, 0644); });
        if (descriptor < 0) {
            return {-1, errno};
        }
        struct stat status {};
        if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
            ::close(descriptor);
            return {-1, EISDIR};
        }
        return {descriptor};
    }

    SystemStatus close(int descriptor) override {
        const SystemStatus status = status_of(::close(descriptor));
        return status == EINTR ? 0 : status;  // the descriptor is gone either way
    }

    SystemStatus lock(int descriptor) override {
        return status_of(restarted([&] { return ::flock(descriptor, LOCK_EX | LOCK_NB); }));
    }

    SystemAnswer<FileIdentity> identity(int descriptor) override {
        struct stat status {};
        if (::fstat(descriptor, &status) != 0) {
            return {{}, errno};
        }
        return {identity_of(status)};
    }

    SystemAnswer<std::uint64_t> size(int descriptor) override {
        struct stat status {};
        if (::fstat(descriptor, &status) != 0) {
            return {0, errno};
        }
        return {static_cast<std::uint64_t>(status.st_size)};
    }

    SystemAnswer<std::size_t> read(int descriptor, std::uint64_t offset,
                                   std::span<std::byte> bytes) override {
        const ssize_t count = restarted(
            [&] { return ::pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
        if (count < 0) {
            return {0, errno};
        }
        return {static_cast<std::size_t>(count)};
    }

    SystemAnswer<std::size_t> write(int descriptor, std::uint64_t offset,
                                    std::span<const std::byte> bytes) override {
        const ssize_t count = restarted(
            [&] { return ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
        if (count < 0) {
            return {0, errno};
        }
        return {static_cast<std::size_t>(count)};
    }

    SystemStatus truncate(int descriptor, std::uint64_t size) override {
        return status_of(restarted([&] { return ::ftruncate(descriptor, static_cast<off_t>(size)); }));
    }

    SystemStatus sync(int descriptor) override {
        return status_of(restarted([&] { return ::fsync(descriptor); }));
    }

    SystemAnswer<FileIdentity> identity(const std::filesystem::path& path) override {
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) {
            return {{}, errno};
        }
        return {identity_of(status)};
    }

    SystemAnswer<std::optional<std::uint64_t>> size(const std::filesystem::path& path) override {
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) {
            // A link to nothing still takes the name.
            if (errno == ENOENT && ::lstat(path.c_str(), &status) != 0) {
                return {std::nullopt};
            }
            return {std::nullopt, errno};
        }
        return {static_cast<std::uint64_t>(status.st_size)};
    }

    SystemStatus rename(const std::filesystem::path& from, const std::filesystem::path& to) override {
        return status_of(::rename(from.c_str(), to.c_str()));
    }

    SystemStatus rename_new(const std::filesystem::path& from, const std::filesystem::path& to) override {
        if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
            return 0;
        }
        if (errno != EINVAL && errno != ENOSYS) {
            return errno;
        }
        // A file system without it (NFS, some FUSE): looked at just before instead.
        struct stat status {};
        if (::lstat(to.c_str(), &status) == 0) {
            return EEXIST;
        }
        return rename(from, to);
    }

    SystemStatus remove(const std::filesystem::path& path) override {
        const SystemStatus status = status_of(::unlink(path.c_str()));
        return status == ENOENT ? 0 : status;
    }

    SystemStatus create_folders(const std::filesystem::path& path) override {
        std::error_code error;
        std::filesystem::create_directories(path, error);
        return error.value();
    }

    SystemStatus sync_folder(const std::filesystem::path& path) override {
        const int descriptor =
            restarted([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
        if (descriptor < 0) {
            return errno;
        }
        const SystemStatus status = status_of(restarted([&] { return ::fsync(descriptor); }));
        ::close(descriptor);
        // Some file systems have no such promise to give for a folder.
        return status == EINVAL || status == ENOTSUP ? 0 : status;
    }

    SystemAnswer<std::uint64_t> free_bytes(const std::filesystem::path& folder) override {
        struct statvfs status {};
        if (restarted([&] { return ::statvfs(folder.c_str(), &status); }) != 0) {
            return {0, errno};
        }
        return {static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize};
    }
};

}  // namespace

std::shared_ptr<FileOperations> system_file_operations() {
    return std::make_shared<SystemFileOperations>();
}

}  // namespace hearth::transfers
