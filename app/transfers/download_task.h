#pragma once

#include "transfers/bandwidth_limit.h"
#include "transfers/clock.h"
#include "transfers/download.h"
#include "transfers/existing_file.h"
#include "transfers/http_client.h"
#include "transfers/segment_plan.h"
#include "transfers/segment_stream.h"
#include "transfers/source_rounds.h"
#include "transfers/speed_meter.h"
#include "transfers/unfinished_file.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hearth::transfers {

/// What the downloads of one service share; outlives them.
struct DownloadContext {
    FileOperations& files;
    HttpClient& client;
    BandwidthLimit& limit;
    const Clock& clock;
    const TransferPolicy& policy;
};

/// One download from the first look at the drive to the final name. Owned and called by the transfers thread.
///
///     paused/failed → queued → checking → connecting → receiving → checking → finishing → finished
///                                              ↑ retrying ↓
///
/// The first line asks for the first piece that is missing. Once it has shown that the server sends pieces,
/// more lines join in; a line that fails while others go on only makes them fewer for a while. When the last
/// one fails, SourceRounds says who is asked next.
class DownloadTask : private SegmentStream::Sink {
 public:
    /// Paused.
    DownloadTask(DownloadId id, DownloadRequest request, const DownloadContext& context);
    ~DownloadTask() override;

    DownloadId id() const { return id_; }
    const DownloadRequest& request() const { return request_; }
    DownloadState state() const { return state_; }
    /// Why it stopped, where that was not by the person's wish.
    const MaybeFailure& failure() const { return failure_; }
    /// Bytes that the drive will still have to take.
    std::uint64_t bytes_left() const;

    /// Into the queue; nothing where it runs or has finished.
    void run();
    /// Out of the queue. `also_needed`: bytes that others need on the same drive.
    void begin(std::uint64_t also_needed);
    /// Closes the lines and the file; what came stays. `why`: not by the person's wish.
    void pause(MaybeFailure why = {});
    /// Pauses and removes what came.
    MaybeFailure discard();
    /// Gives up with a failure; a full drive and a server that wants to be left alone only pause it.
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
    MaybeFailure on_answer(const SegmentStream& stream, const ResponseHead& head, bool whole) override;
    MaybeFailure on_piece_bytes(const SegmentStream& stream, std::uint64_t offset,
                                std::span<const std::byte> bytes) override;

    void set_state(DownloadState state);
    void close();
    Time check(Time now);
    void check_existing();
    void open_file();
    void prepare();
    void check_end(Time now);
    MaybeFailure start_again(Restart why);

    // the lines (download_streams.cpp)
    void connect(Time now);
    Time drive(Time now);
    void collect_ended(Time now);
    void lose_line(const SegmentStream& stream, Time now);
    void drop_stalled(Time now);
    void add_lines(Time now);
    bool open_line(ByteRange piece, Time now);
    std::vector<ByteRange> under_way() const;
    Time next_deadline(Time now) const;
    void next_source(const Failure& failure, Time now);

    const DownloadId id_;
    const DownloadRequest request_;
    const DownloadContext context_;
    const SegmentPlan plan_;

    DownloadState state_ = DownloadState::paused;
    News news_;
    MaybeFailure failure_;
    std::optional<Restart> restart_;
    std::uint64_t bytes_done_ = 0;
    std::uint64_t also_needed_ = 0;

    // while running
    std::optional<ExistingFile> existing_;
    std::optional<UnfinishedFile> file_;
    std::vector<std::byte> buffer_;  ///< for checking
    Time save_at_{};

    SourceRounds rounds_;
    std::vector<std::unique_ptr<SegmentStream>> streams_;
    std::vector<bool> no_ranges_;  ///< sources that answer a range wrongly: asked for all
    bool ranges_work_ = false;     ///< the current source has sent a piece
    bool sends_whole_ = false;     ///< it sends all of the file where a piece was asked for
    bool answered_ = false;        ///< something usable has come in this run
    std::uint32_t streams_allowed_ = 1;
    std::optional<Time> more_at_{};  ///< when one line more is tried again
    std::string host_;
    bool token_refused_ = false;
    SpeedMeter speed_;
    Time retry_at_{};
};

}  // namespace hearth::transfers
