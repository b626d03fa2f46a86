#pragma once

#include "transfers/file_operations.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace hearth::test {

/// Real files, but the call number `failing` (counted from 1) fails with `error_number`; writes may be cut
/// short.
class FaultyFileOperations final : public transfers::FileOperations {
 public:
    /// Only the one call fails, or every call from it on (a drive that is full stays full), or the program
    /// dies between this call and the next.
    enum class Fault : std::uint8_t { once, from_then_on, death };

    FaultyFileOperations() = default;
    FaultyFileOperations(std::uint64_t failing, int error_number, Fault fault)
        : failing_(failing), error_number_(error_number), fault_(fault) {}

    std::uint64_t calls() const { return calls_.load(); }
    /// Free space to tell instead of the drive's own.
    std::optional<std::uint64_t> free;
    /// At most this many bytes a write.
    std::optional<std::size_t> longest_write;
    /// A file that can be opened or not, and never be read.
    std::filesystem::path unreadable;
    bool unreadable_opens = true;
    /// Called before an open file is made durable.
    std::function<void()> on_sync;

    transfers::SystemAnswer<int> open(const std::filesystem::path& path, transfers::OpenMode mode) override;
    transfers::SystemStatus close(int descriptor) override;
    transfers::SystemStatus lock(int descriptor) override;
    transfers::SystemAnswer<transfers::FileIdentity> identity(int descriptor) override;
    transfers::SystemAnswer<std::uint64_t> size(int descriptor) override;
    transfers::SystemAnswer<std::size_t> read(int descriptor, std::uint64_t offset,
                                              std::span<std::byte> bytes) override;
    transfers::SystemAnswer<std::size_t> write(int descriptor, std::uint64_t offset,
                                               std::span<const std::byte> bytes) override;
    transfers::SystemStatus truncate(int descriptor, std::uint64_t size) override;
    transfers::SystemStatus sync(int descriptor) override;
    transfers::SystemAnswer<transfers::FileIdentity> identity(const std::filesystem::path& path) override;
    transfers::SystemAnswer<std::optional<std::uint64_t>> size(const std::filesystem::path& path) override;
    transfers::SystemStatus rename(const std::filesystem::path& from,
                                   const std::filesystem::path& to) override;
    transfers::SystemStatus rename_new(const std::filesystem::path& from,
                                       const std::filesystem::path& to) override;
    transfers::SystemStatus remove(const std::filesystem::path& path) override;
    transfers::SystemStatus create_folders(const std::filesystem::path& path) override;
    transfers::SystemStatus sync_folder(const std::filesystem::path& path) override;
    transfers::SystemAnswer<std::uint64_t> free_bytes(const std::filesystem::path& folder) override;

 private:
    /// errno of this call; 0: it goes through.
    int fault();

    const std::shared_ptr<transfers::FileOperations> real_ = transfers::system_file_operations();
    const std::uint64_t failing_ = 0;
    const int error_number_ = 0;
    const Fault fault_ = Fault::once;
    std::atomic<std::uint64_t> calls_{0};
};

}  // namespace hearth::test
