#include "chat/context_fit.h"

#include <algorithm>

namespace hearth {

std::uint32_t answerReserve(std::optional<std::uint32_t> maxTokens, std::uint32_t contextTokens) {
    return std::min(maxTokens.value_or(256), contextTokens / 4);
}

std::uint64_t leastTokens(const ContextMeasure& measure, const std::vector<ChatTurn>& turns) {
    const std::size_t first = !turns.empty() && turns.front().role == ChatRole::System ? 1 : 0;
    std::size_t kept = std::min(turns.size(), measure.turnTokens.size());
    if (measure.draftTokens == 0) {
        while (kept > first && (kept == turns.size() || turns[kept].role != ChatRole::User)) {
            --kept;
        }
    }
    if (kept <= first) {
        return measure.totalTokens;
    }
    const std::uint64_t systemTokens = first == 1 ? measure.turnTokens.front() : 0;
    return std::uint64_t{measure.totalTokens} - (measure.turnTokens[kept - 1] - systemTokens);
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
