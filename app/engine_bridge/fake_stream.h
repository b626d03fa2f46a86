#pragma once

#include "engine_bridge/engine_event.h"
#include "engine_bridge/fake_script.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace hearth {

/// One answer of a FakeEngine as time goes by. Nothing happens in between: what is due is worked out from the
/// time.
class FakeStream {
 public:
    FakeStream(RequestHandle request, FakeAnswer answer, const ChatRequest& asked, std::uint32_t promptTokens,
               std::chrono::nanoseconds now);

    RequestHandle request() const { return m_request; }
    /// Whether it has left the queue.
    bool running() const { return m_started.has_value(); }
    void start(std::chrono::nanoseconds now) { m_started = now; }
    void stop() { m_stopped = true; }
    bool breaksEngine() const { return m_answer.failure && m_answer.breaksEngine; }

    /// Appends what has happened since the last call.
    void advance(std::chrono::nanoseconds now, std::vector<EngineEvent>& events);
    /// Its place in the queue changed.
    void queue(std::uint32_t position, std::vector<EngineEvent>& events);
    bool ended() const { return m_ended; }

    std::uint32_t generatedTokens() const { return m_generated; }
    std::uint32_t promptTokens() const { return m_promptTokens; }

    int priority = 0;

 private:
    void read(std::chrono::nanoseconds time, std::vector<EngineEvent>& events);
    void write(std::chrono::nanoseconds time, std::vector<EngineEvent>& events);
    void end(std::chrono::nanoseconds now, std::optional<FinishReason> reason,
             std::vector<EngineEvent>& events);
    std::uint32_t wantedTokens() const;
    /// Those that it gets to: a failure or the request's limit may come before.
    std::uint32_t totalTokens() const;

    RequestHandle m_request;
    FakeAnswer m_answer;
    std::vector<qsizetype> m_ends;  ///< of the tokens of the text, which is repeated where there are more
    std::uint32_t m_promptTokens;
    std::optional<std::uint32_t> m_maxTokens;
    std::chrono::nanoseconds m_asked;
    std::optional<std::chrono::nanoseconds> m_started;
    std::uint32_t m_position = 0;
    std::uint32_t m_read = 0;
    std::uint32_t m_generated = 0;
    bool m_writing = false;
    bool m_stopped = false;
    bool m_ended = false;
};

}  // namespace hearth
