#pragma once

#include <hearth/engine.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace hearth {

/// What callers ask of the engine thread, in order of arrival.
struct SubmitGenerate {
    SequenceId id;
    GenerateRequest request;
    std::chrono::steady_clock::time_point submitted;
};
struct SubmitScore {
    SequenceId id;
    ScoreRequest request;
};
struct CancelRequest {
    SequenceId id;
};
struct SetPriority {
    SequenceId id;
    std::int32_t priority = 0;
};
using Command = std::variant<SubmitGenerate, SubmitScore, CancelRequest, SetPriority>;

/// The request queue in and the event queue out of one engine thread, and the list of requests that still owe
/// their final event. Every member may be called from any thread.
class EngineChannel {
 public:
    // Callers' side.
    SequenceId submit(GenerateRequest request);
    SequenceId submit(ScoreRequest request);
    void cancel(SequenceId id);
    void set_priority(SequenceId id, std::int32_t priority);
    std::vector<Event> wait_events(std::chrono::milliseconds timeout);
    EngineLoad load() const;
    /// Tells the engine thread to end.
    void close();

    // Engine thread's side.
    enum class Wait : std::uint8_t { for_work, no };
    /// All commands since the last call, waiting for the first if asked to; nothing once closed.
    std::optional<std::vector<Command>> take(Wait wait);
    /// Hands over the events of a step and leaves `events` empty. All or, where memory runs out, none are
    /// taken.
    void publish(std::vector<Event>& events, const EngineLoad& load);
    /// The engine broke: every request that owes a final event, now or later, gets Failed{engine_failed}.
    /// Those events are made on the caller's thread, so that nothing is allocated here.
    void fail(std::exception_ptr reason) noexcept;

 private:
    template <class Submit, class Request>
    SequenceId push(Request request);
    /// Leaves a word about a request that still owes its final event.
    void send(SequenceId id, Command command);
    Error failure() const;

    mutable std::mutex mutex_;
    std::condition_variable work_;
    std::condition_variable news_;
    std::vector<Command> commands_;
    std::vector<Event> events_;
    std::set<SequenceId> open_;
    std::exception_ptr broken_;
    EngineLoad load_;
    std::uint64_t last_id_ = 0;
    bool closed_ = false;
};

}  // namespace hearth
