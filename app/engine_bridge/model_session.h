#pragma once

#include "engine_bridge/frame_queue.h"
#include "engine_bridge/handles.h"
#include "engine_bridge/lone_work.h"
#include "engine_bridge/model_info.h"

#include <hearth/engine.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

namespace hearth {

/// A loaded engine with the requests made to it, and the thread that waits for its events and hands them to
/// the window. Every announced request gets one final event, whatever happens. All members may be called from
/// any thread; those that wait say so.
class ModelSession {
 public:
    /// What is said on the session's own thread, to whom the session belongs.
    struct Announcements {
        std::function<void(Error)> broke;               ///< once, when the engine is of no more use
        std::function<void(const Finished&)> ranAlone;  ///< before the answer's final event
    };

    /// `work` is that of all sessions; it and `events` outlive them.
    ModelSession(const QString& path, std::unique_ptr<Engine> engine, FrameQueue& events, LoneWork& work,
                 Announcements announcements);
    /// As close().
    ~ModelSession();
    ModelSession(const ModelSession&) = delete;
    ModelSession& operator=(const ModelSession&) = delete;

    const ModelInfo& info() const { return m_info; }

    /// The engine while one holds it; closing waits until it is let go.
    class Use {
     public:
        explicit operator bool() const { return m_engine != nullptr; }
        const Engine& engine() const { return *m_engine; }
        const Result<ChatTemplate>& chatTemplate() const { return *m_template; }

     private:
        friend class ModelSession;
        std::shared_lock<std::shared_mutex> m_lock;
        const Engine* m_engine = nullptr;
        const Result<ChatTemplate>* m_template = nullptr;
    };
    /// Empty once the session is closed. Waits while it is being closed.
    Use use() const;

    /// A request is on its way: from now on it is owed a final event.
    void announce(RequestHandle request, int priority);
    /// Whether its prompt is still wanted; if not, the request has been ended here.
    bool wanted(RequestHandle request);
    /// Gives an announced request to the engine, with the priority it has by now.
    void submit(RequestHandle request, GenerateRequest prompt);
    /// Ends an announced request that did not get as far as the engine.
    void fail(RequestHandle request, Error error);
    void stop(RequestHandle request);
    void setPriority(RequestHandle request, int priority);

    EngineLoad load() const;

    /// Stops all requests; those that are still to come end at once.
    void stopAll();
    /// stopAll, then waits until all have ended and frees the engine.
    void close();

 private:
    struct Request {
        std::optional<SequenceId> sequence;  ///< absent: its prompt is being made
        int priority = 0;
        bool stopped = false;
        std::chrono::steady_clock::time_point announced;
        std::chrono::nanoseconds preparation{};  ///< from announced to submitted
    };

    /// An event of the engine and whose it is.
    struct Addressed {
        RequestHandle request;
        std::chrono::nanoseconds preparation;
        bool alone = false;  ///< a final event: the request ran alone
        Event event;
    };

    void pump();
    std::vector<Addressed> address(std::vector<Event> events);
    void hand(std::vector<Addressed> events);
    void endAll(const Error& error);
    void reportBroken(const Error& error);
    /// Says the final event and forgets the request. Needs the lock.
    void end(RequestHandle request, std::variant<Done, Failure> how);
    void forget(RequestHandle request);

    FrameQueue& m_events;
    LoneWork& m_work;
    const Announcements m_announcements;
    std::unique_ptr<Engine> m_engine;
    const Result<ChatTemplate> m_chatTemplate;
    const ModelInfo m_info;
    mutable std::shared_mutex m_using;  ///< shared: the engine is in use; exclusive: it is freed

    std::mutex m_mutex;  ///< guards what follows; never held while waiting
    std::condition_variable m_news;
    std::unordered_map<RequestHandle, Request> m_requests;
    std::unordered_map<SequenceId, RequestHandle> m_sequences;
    bool m_closing = false;
    bool m_ended = false;
    std::optional<Error> m_dead;  ///< why the pump has ended too early: nothing is answered any more
    bool m_broken = false;        ///< and that was reported; the pump's own

    std::thread m_pump;  // the last member: it uses the others
};

}  // namespace hearth
