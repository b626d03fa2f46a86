#pragma once

#include "engine_bridge/chat_request.h"
#include "engine_bridge/context_measure.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hearth {

/// Whether a prompt leaves room for an answer, and how much would have to go where it does not.
struct ContextFit {
    bool fits = true;
    /// How many of the oldest turns after the system turn must be left out, in whole exchanges, so that the
    /// rest fits; absent where not even the last message fits.
    std::optional<std::size_t> leaveOut;
};

/// Tokens kept free for the answer: what the person asked for, else a paragraph (256), but at most a quarter
/// of the context.
std::uint32_t answerReserve(std::optional<std::uint32_t> maxTokens, std::uint32_t contextTokens);

/// What has to be read in any case: the system turn and what comes last, a draft or a question.
std::uint64_t leastTokens(const ContextMeasure& measure, const std::vector<ChatTurn>& turns);

ContextFit fitContext(const ContextMeasure& measure, const std::vector<ChatTurn>& turns,
                      std::uint32_t reserve);

}  // namespace hearth
