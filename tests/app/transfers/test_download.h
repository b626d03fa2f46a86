#pragma once

#include "support/temporary_folder.h"
#include "transfers/transfers.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace hearth::test {

/// GGUF magic, then byte i = (7i + 3) mod 256.
std::string test_content(std::size_t bytes = 100'000);
std::string sha256_of(std::string_view bytes);
std::string read_file(const std::filesystem::path& path);
bool is_there(const std::filesystem::path& path);

transfers::DownloadRequest request_for(std::string_view content, const std::filesystem::path& target,
                                       std::vector<std::string> urls);

/// Short times, so that waiting costs tests little.
transfers::TransferPolicy quick_policy();

/// The same, but a file of 200 kB is worth two lines already, and journals are written all the time.
transfers::TransferPolicy segment_policy();

/// A service whose snapshots can be waited for.
class WatchedTransfers {
 public:
    explicit WatchedTransfers(transfers::Transfers::Options options);
    WatchedTransfers() : WatchedTransfers(transfers::Transfers::Options{.policy = quick_policy()}) {}

    transfers::Transfers& operator*() { return *service_; }
    transfers::Transfers* operator->() { return service_.get(); }

    /// The first snapshot of `id` for which `done` holds, from the beginning. Throws after `timeout`.
    transfers::DownloadSnapshot wait(transfers::DownloadId id,
                                     const std::function<bool(const transfers::DownloadSnapshot&)>& done,
                                     std::chrono::milliseconds timeout = std::chrono::seconds(10));
    transfers::DownloadSnapshot wait_state(transfers::DownloadId id, transfers::DownloadState state);
    /// Finished, failed or paused.
    transfers::DownloadSnapshot wait_end(transfers::DownloadId id);
    /// What was seen so far; later waits look only at what comes after.
    std::vector<transfers::DownloadSnapshot> take_seen();

 private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<transfers::DownloadSnapshot> seen_;
    std::unique_ptr<transfers::Transfers> service_;
};

}  // namespace hearth::test
