#pragma once

#include "transfers/download.h"
#include "transfers/file_operations.h"
#include "transfers/offline_switch.h"
#include "transfers/request_log.h"
#include "transfers/transfer_policy.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace hearth::transfers {

/// Whether a new download begins at once or waits for resume().
enum class FirstState : std::uint8_t { running, paused };

/// The download service: one thread that owns one libcurl multi handle. Orders go in through a queue,
/// snapshots come out; every call returns at once and may come from any thread. Destroying it pauses what
/// runs: another service goes on where it stopped.
///
/// One stream per file into `NAME.part` beside the target; only a file of the right SHA-256 gets its final
/// name. Two programs never write the same file: the second one fails with in_use.
class Transfers {
 public:
    struct Options {
        TransferPolicy policy{};
        std::shared_ptr<FileOperations> files = system_file_operations();
        std::filesystem::path
            log_file{};  ///< logs/requests.log of the data folder; empty: the log stays in memory
        bool offline = false;
    };
    /// Called on the transfers thread for every change of state and at most every policy.snapshot_interval
    /// for progress. Must not wait.
    using Listener = std::function<void(const DownloadSnapshot&)>;

    /// Throws std::runtime_error where libcurl cannot start.
    explicit Transfers(Options options, Listener listener = {});
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;
    ~Transfers();

    /// A download of the same target that is in the list already is the one returned, and runs where `first`
    /// says so. A request that cannot be right is taken too, and fails with bad_request.
    DownloadId add(DownloadRequest request, FirstState first = FirstState::running);
    /// What came stays.
    void pause(DownloadId id);
    /// Goes on after pause or failure, from where it was.
    void resume(DownloadId id);
    /// Ends it, removes what came and takes it off the list. A finished file stays.
    void cancel(DownloadId id);
    /// Takes one that does not run off the list; files stay as they are.
    void forget(DownloadId id);

    /// In the order they were added.
    std::vector<DownloadSnapshot> snapshots() const;

    /// On: running downloads are closed (paused, failure offline) and nothing is sent until it is off again.
    void set_offline(bool on);
    bool is_offline() const;
    /// The switch and the log that every other client of the network shares.
    const OfflineSwitch& offline_switch() const;
    RequestLog& log();

    /// Adds, paused, what earlier runs left unfinished in a folder. Reads the drive on the transfers thread.
    void restore(const std::filesystem::path& folder);

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hearth::transfers
