#pragma once

#include "storage/stream_writer.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace hearth::storage {

class ChatStore;

/// The texts of StreamWriter and when each is due. Filled from any thread; the storage thread asks when to
/// wake and has what is due committed. Guarded by its own mutex, which is never held while the disk works.
class StreamBuffer final : public StreamWriter {
 public:
    using Clock = std::chrono::steady_clock;
    using Snapshots = std::vector<std::pair<MessageId, std::string>>;

    /// `wake` is called, from the filling thread, when something may be due sooner than before.
    StreamBuffer(StreamTiming timing, std::function<void()> wake);

    void begin(MessageId answer, std::string text) override;
    void append(MessageId answer, std::string_view delta) override;
    void finish(FinishedAnswer answer, Finished finished) override;

    // For the storage thread:

    /// When something is due; none while everything is on disk.
    std::optional<Clock::time_point> next_due() const;
    /// Commits what is due at `now`, or everything whatever its time. None when nothing was; an error, after
    /// which what failed is tried again later; success when all that was tried is on disk.
    std::optional<Status> commit(ChatStore& store, Clock::time_point now, bool everything);

 private:
    struct Stream {
        std::string text;
        bool dirty = false;
        Clock::time_point due;  // of the next commit, when dirty or ended
        std::uint64_t revision =
            0;  // counts changes of text, to see whether it grew while it was being committed
        std::optional<FinishedAnswer> ending;
        Finished finished;
        bool failure_told = false;
    };

    Clock::time_point next_commit(Clock::time_point now) const;
    std::optional<Status> commit_snapshots(ChatStore& store, Clock::time_point now, bool everything);
    std::optional<Status> commit_endings(ChatStore& store, Clock::time_point now, bool everything);

    const StreamTiming timing_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::map<MessageId, Stream> streams_;
    std::chrono::milliseconds retry_{
        0};                           // how long the last failure puts off the next attempt; 0: none failed
    Clock::time_point not_before_{};  // nothing is tried earlier
};

}  // namespace hearth::storage
