#include "chat/context_fit.h"

#include <algorithm>

namespace hearth {

std::uint32_t answerReserve(std::optional<std::uint32_t> maxTokens, std::uint32_t contextTokens) {
    return std::min(maxTokens.value_or(256), contextTokens / 4);
}

ContextFit fitContext(const ContextMeasure& measure, const std::vector<ChatTurn>& turns,
                      std::uint32_t reserve) {
    const std::uint64_t needed = std::uint64_t{measure.totalTokens} + reserve;
    if (needed <= measure.contextTokens) {
        return {.fits = true, .leaveOut = 0};
    }
    const std::size_t first = !turns.empty() && turns.front().role == ChatRole::System ? 1 : 0;
    const auto endOf = [&](std::size_t turn) -> std::uint64_t { return measure.turnTokens[turn]; };
    const std::uint64_t systemTokens = first == 1 && !measure.turnTokens.empty() ? endOf(0) : 0;
    for (std::size_t kept = first + 1; kept <= turns.size() && kept <= measure.turnTokens.size(); ++kept) {
        // What stays begins with a question, or is the draft alone.
        const bool begins =
            kept == turns.size() ? measure.draftTokens > 0 : turns[kept].role == ChatRole::User;
        if (begins && needed - (endOf(kept - 1) - systemTokens) <= measure.contextTokens) {
            return {.fits = false, .leaveOut = kept - first};
        }
    }
    return {.fits = false, .leaveOut = std::nullopt};
}

}  // namespace hearth
