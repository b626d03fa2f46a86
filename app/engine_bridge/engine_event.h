#pragma once

#include "engine_bridge/handles.h"

#include <hearth/error.h>
#include <hearth/event.h>

#include <QString>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace hearth {

/// The turns were changed to suit the model's template, and the person is to be told. At most once, before
/// anything else of the request.
struct PromptRepaired {
    std::uint32_t emptyTurnsDropped = 0;  ///< assistant turns without text
    std::uint32_t turnsMerged = 0;        ///< joined with the neighbour of the same role before them
    bool systemTextMoved = false;  ///< the template takes no system message: it leads the first user turn
};

/// Waits for memory or for others to finish.
struct Queued {
    std::uint32_t position = 0;  ///< 1: next
};

/// The prompt is being computed.
struct Reading {
    std::uint32_t done = 0;   ///< tokens, cached ones included
    std::uint32_t total = 0;  ///< tokens of the prompt
};

/// The prompt has been read; text follows.
struct Writing {
    std::uint32_t promptTokens = 0;
    std::uint32_t cachedTokens = 0;
};

/// What the answer grew by since the last frame. `text` may be empty.
struct TextDelta {
    QString text;
    std::uint32_t tokens = 0;
};

struct AnswerStatistics {
    std::optional<double> ttftMs;           ///< submission to first token; absent where there was none
    std::optional<double> tokensPerSecond;  ///< first to last token; absent for fewer than two tokens
    std::uint32_t promptTokens = 0;
    std::uint32_t cachedTokens = 0;  ///< of the prompt, not computed for this request
    std::uint32_t generatedTokens = 0;
};

/// Final: the answer is complete, reached its limit, or was stopped.
struct Done {
    FinishReason reason = FinishReason::stop;
    AnswerStatistics statistics;
};

/// Final: there will be no more of this answer.
struct Failure {
    Error error;
};

/// Something that happened to a request. A request has exactly one final event, its last.
struct EngineEvent {
    RequestHandle request;
    std::variant<PromptRepaired, Queued, Reading, Writing, TextDelta, Done, Failure> what;
};

bool isFinal(const EngineEvent& event);

/// Appends an event. In place: GCC 12 takes the unused alternatives of a moved one for uninitialized.
template <class What>
void addEvent(std::vector<EngineEvent>& events, RequestHandle request, What what) {
    EngineEvent& event = events.emplace_back();
    event.request = request;
    event.what = std::move(what);
}

}  // namespace hearth
