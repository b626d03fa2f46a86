#include "app/transfers/faulty_file_operations.h"

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace hearth::test {

using namespace transfers;

int FaultyFileOperations::fault() {
    const std::uint64_t call = ++calls_;
    if (fault_ == Fault::death) {
        if (call > failing_) {
            ::raise(SIGKILL);
        }
        return 0;
    }
    const bool fails =
        failing_ != 0 && (call == failing_ || (call > failing_ && fault_ == Fault::from_then_on));
    return fails ? error_number_ : 0;
}

SystemAnswer<int> FaultyFileOperations::open(const std::filesystem::path& path, OpenMode mode) {
    if (const int error = fault()) {
        return {-1, error};
    }
    if (path == unreadable && !unreadable_opens) {
        return {-1, EACCES};
    }
    return real_->open(path, mode);
}

SystemStatus FaultyFileOperations::close(int descriptor) {
    const int error = fault();
    const SystemStatus status = real_->close(descriptor);  // a failing close still gives the descriptor back
    return error != 0 ? error : status;
}

SystemStatus FaultyFileOperations::lock(int descriptor) {
    const int error = fault();
    return error != 0 ? error : real_->lock(descriptor);
}

SystemAnswer<FileIdentity> FaultyFileOperations::identity(int descriptor) {
    if (const int error = fault()) {
        return {{}, error};
    }
    return real_->identity(descriptor);
}

SystemAnswer<std::uint64_t> FaultyFileOperations::size(int descriptor) {
    if (const int error = fault()) {
        return {0, error};
    }
    return real_->size(descriptor);
}

SystemAnswer<std::size_t> FaultyFileOperations::read(int descriptor, std::uint64_t offset,
                                                     std::span<std::byte> bytes) {
    if (const int error = fault()) {
        return {0, error};
    }
    if (!unreadable.empty() && real_->identity(descriptor).value == real_->identity(unreadable).value) {
        return {0, EIO};
    }
    return real_->read(descriptor, offset, bytes);
}

SystemAnswer<std::size_t> FaultyFileOperations::write(int descriptor, std::uint64_t offset,
                                                      std::span<const std::byte> bytes) {
    if (const int error = fault()) {
        // Half of it is on the drive already.
        static_cast<void>(real_->write(descriptor, offset, bytes.first(bytes.size() / 2)));
        return {0, error};
    }
    return real_->write(descriptor, offset,
                        bytes.first(std::min(bytes.size(), longest_write.value_or(SIZE_MAX))));
}

SystemStatus FaultyFileOperations::truncate(int descriptor, std::uint64_t size) {
    const int error = fault();
    return error != 0 ? error : real_->truncate(descriptor, size);
}

SystemStatus FaultyFileOperations::sync(int descriptor) {
    if (on_sync) {
        on_sync();
    }
    const int error = fault();
    return error != 0 ? error : real_->sync(descriptor);
}

SystemAnswer<FileIdentity> FaultyFileOperations::identity(const std::filesystem::path& path) {
    if (const int error = fault()) {
        return {{}, error};
    }
    return real_->identity(path);
}

SystemAnswer<std::optional<std::uint64_t>> FaultyFileOperations::size(const std::filesystem::path& path) {
    if (const int error = fault()) {
        return {std::nullopt, error};
    }
    return real_->size(path);
}

SystemStatus FaultyFileOperations::rename(const std::filesystem::path& from,
                                          const std::filesystem::path& to) {
    const int error = fault();
    return error != 0 ? error : real_->rename(from, to);
}

SystemStatus FaultyFileOperations::rename_new(const std::filesystem::path& from,
                                              const std::filesystem::path& to) {
    const int error = fault();
    return error != 0 ? error : real_->rename_new(from, to);
}

SystemStatus FaultyFileOperations::remove(const std::filesystem::path& path) {
    const int error = fault();
    return error != 0 ? error : real_->remove(path);
}

SystemStatus FaultyFileOperations::create_folders(const std::filesystem::path& path) {
    const int error = fault();
    return error != 0 ? error : real_->create_folders(path);
}

SystemStatus FaultyFileOperations::sync_folder(const std::filesystem::path& path) {
    const int error = fault();
    return error != 0 ? error : real_->sync_folder(path);
}

SystemAnswer<std::uint64_t> FaultyFileOperations::free_bytes(const std::filesystem::path& folder) {
    if (const int error = fault()) {
        return {0, error};
    }
    return free ? SystemAnswer<std::uint64_t>{*free} : real_->free_bytes(folder);
}

}  // namespace hearth::test
