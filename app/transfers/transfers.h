#pragma once

#include "transfers/clock.h"
#include "transfers/credentials.h"
#include "transfers/download.h"
#include "transfers/download_set.h"
#include "transfers/file_operations.h"
#include "transfers/network_options.h"
#include "transfers/offline_switch.h"
#include "transfers/request_log.h"
#include "transfers/transfer_policy.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hearth::transfers {

/// Whether a new download begins at once or waits for resume().
enum class FirstState : std::uint8_t { running, paused };

/// The download service: one thread that owns one libcurl multi handle. Orders go in through a queue,
/// snapshots come out; every call returns at once and may come from any thread. Destroying it pauses what
/// runs: another service goes on where it stopped.
///
/// What is downloaded is a set of files, mostly one model; a single file is a set of one. A few files run at
/// once, the rest is queued in the order of adding. Each goes into `NAME.part` beside the target, large ones
/// over several lines; only a file of the right SHA-256 gets its final name. What may get better by waiting
/// is waited for. Two programs never write the same file: the second one fails with in_use.
class Transfers {
 public:
    struct Options {
        TransferPolicy policy{};
        std::shared_ptr<FileOperations> files = system_file_operations();
        std::filesystem::path
            log_file{};  ///< logs/requests.log of the data folder; empty: the log stays in memory
        bool offline = false;
        Clock clock = steady_clock();
        NetworkOptions network{};
        CredentialsList credentials{};
        std::optional<std::uint64_t> bytes_per_second{};  ///< all downloads together; nothing: no limit
    };
    /// Called on the transfers thread for every change of state and at most every policy.snapshot_interval
    /// for progress. Must not wait.
    using Listener = std::function<void(const DownloadSnapshot&)>;
    using SetListener = std::function<void(const DownloadSetSnapshot&)>;

    /// Throws std::runtime_error where libcurl cannot start.
    explicit Transfers(Options options, Listener listener = {}, SetListener set_listener = {});
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;
    ~Transfers();

    /// A set of the same targets that is in the list already is the one returned, and runs where `first` says
    /// so. A request that cannot be right is taken too, and fails with bad_request.
    DownloadSetId add(DownloadSetRequest request, FirstState first = FirstState::running);
    /// What came stays.
    void pause(DownloadSetId id);
    /// Every file that has not finished goes on after pause or failure, from where it was.
    void resume(DownloadSetId id);
    /// Ends it and takes it off the list. Removes what came, also the files of the set that are whole
    /// already, but none that was here before or that a request with `replaces` was for. Once the whole set
    /// has finished its files stay.
    void cancel(DownloadSetId id);
    /// Takes one that does not run off the list; files stay as they are.
    void forget(DownloadSetId id);

    /// The same for a set of one file, by that file.
    DownloadId add(DownloadRequest request, FirstState first = FirstState::running);
    void pause(DownloadId id);
    void resume(DownloadId id);
    void cancel(DownloadId id);
    void forget(DownloadId id);

    /// Calls `what` on the transfers thread once all that was ordered before has been carried out: what is
    /// told later of a set is news of what has become of it. Not called where the service ends first.
    void after_orders(std::function<void()> what);

    /// In the order they were added.
    std::vector<DownloadSetSnapshot> sets() const;
    std::vector<DownloadSnapshot> snapshots() const;

    /// On: running downloads are closed (paused, failure offline) and nothing is sent until it is off again;
    /// then those go on.
    void set_offline(bool on);
    bool is_offline() const;
    /// For all downloads together, at once; nothing or 0: no limit.
    void set_bandwidth_limit(std::optional<std::uint64_t> bytes_per_second);
    /// From the next request on. `proxy` as in NetworkOptions; one that is_proxy() refuses is not taken:
    /// false.
    bool set_proxy(std::string proxy);
    void set_credentials(CredentialsList credentials);
    /// The switch and the log that every other client of the network shares.
    const OfflineSwitch& offline_switch() const;
    RequestLog& log();

    /// Adds, paused, what earlier runs left unfinished in a folder and below it. Reads the drive on the
    /// transfers thread.
    void restore(const std::filesystem::path& folder);

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hearth::transfers
