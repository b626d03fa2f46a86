#pragma once

#include "transfers/download.h"
#include "transfers/http_client.h"
#include "transfers/journal.h"
#include "transfers/part_file.h"
#include "transfers/sha256.h"
#include "transfers/source_rounds.h"
#include "transfers/speed_meter.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hearth::transfers {

/// One download from the first look at the drive to the final name. Owned and called by the transfers thread.
///
///     paused/failed → checking → connecting → receiving → finishing → finished
///                                    ↑ retrying ↓
class DownloadTask : private HttpReceiver {
 public:
    using Time = std::chrono::steady_clock::time_point;

    /// Paused. `files` and `client` outlive it.
    DownloadTask(DownloadId id, DownloadRequest request, FileOperations& files, HttpClient& client,
                 const TransferPolicy& policy);
    ~DownloadTask() override;

    DownloadId id() const { return id_; }
    const DownloadRequest& request() const { return request_; }
    DownloadState state() const { return state_; }

    /// Begins or goes on; nothing where it runs or has finished.
    void run();
    /// Closes the connection and the file; what came stays. `why`: not by the person's wish.
    void pause(MaybeFailure why = {});
    /// Pauses and removes what came.
    MaybeFailure discard();
    /// Gives up with a failure.
    void fail(Failure failure);

    /// Does a bounded piece of work; returns when it wants to be called again, Time::max() for "when bytes
    /// come".
    Time step(Time now);

    DownloadSnapshot snapshot(Time now) const;
    /// Whether there is something new to show since the last call; `at_once` for a change of state.
    struct News {
        bool any = false;
        bool at_once = false;
    };
    News take_news();

 private:
    MaybeFailure on_redirect(const ResponseHead& head) override;
    MaybeFailure on_response(const ResponseHead& head) override;
    MaybeFailure on_bytes(std::span<const std::byte> bytes) override;
    void on_end(MaybeFailure failure) override;

    void set_state(DownloadState state);
    void begin();
    void look_at_target();
    void open_part();
    void check_slice();
    void checked();
    MaybeFailure check_space() const;
    void connect();
    void take_up_etag(const ResponseHead& head);
    MaybeFailure start_again(Restart why);
    MaybeFailure keep(std::span<const std::byte> bytes);
    void complete();
    void next_source(const Failure& failure, Time now);
    void close();

    const DownloadId id_;
    const DownloadRequest request_;
    FileOperations& files_;
    HttpClient& client_;
    const TransferPolicy policy_;

    DownloadState state_ = DownloadState::paused;
    News news_;
    MaybeFailure failure_;
    std::optional<Restart> restart_;
    std::uint64_t bytes_done_ = 0;

    // while running
    std::optional<OpenFile> target_;  ///< a file that has the final name already, being checked
    std::optional<PartFile> part_;
    Journal journal_;
    Sha256 hash_;  ///< of the first hashed_ bytes
    std::uint64_t hashed_ = 0;
    std::vector<std::byte> buffer_;  ///< for checking
    SourceRounds rounds_;
    std::optional<ExchangeId> exchange_;
    std::optional<std::uint64_t> asked_from_;
    std::vector<bool> no_ranges_;  ///< sources that answered a range wrongly: asked for all
    bool ask_all_again_ = false;
    ResponseHead head_;
    std::vector<std::byte> first_;  ///< begin of a whole body until it has been looked at
    bool looking_ = false;
    bool answered_ = false;  ///< a usable response has begun
    SpeedMeter speed_;
    Time retry_at_{};
};

}  // namespace hearth::transfers
