#pragma once

#include "engine_bridge/chat_request.h"

#include <cstdint>
#include <vector>

namespace hearth {

/// What a conversation and the message being written take of a model's context, in tokens. Where the template
/// does not end a turn with a control token a border between two turns may be a token off.
struct ContextMeasure {
    std::vector<std::uint32_t>
        turnTokens;  ///< length of the prompt up to the end of each turn's text, cumulative
    /// What the draft adds as the next user turn; 0 for an empty one. Before the first user turn, its text
    /// alone.
    std::uint32_t draftTokens = 0;
    std::uint32_t totalTokens = 0;    ///< the whole prompt, draft and what leads the answer included
    std::uint32_t contextTokens = 0;  ///< what the model accepts, prompt and answer together
};

}  // namespace hearth
