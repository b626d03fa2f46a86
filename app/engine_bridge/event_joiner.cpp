#include "engine_bridge/event_joiner.h"

#include <unordered_map>
#include <utility>

namespace hearth {
namespace {

/// Takes `next` into `last`, its predecessor of the same request, where the two say the same kind of thing.
bool absorb(EngineEvent& last, EngineEvent& next) {
    if (last.what.index() != next.what.index()) {
        return false;
    }
    if (auto* text = std::get_if<TextDelta>(&last.what)) {
        const auto& more = std::get<TextDelta>(next.what);
        text->text += more.text;
        text->tokens += more.tokens;
        return true;
    }
    if (std::holds_alternative<Queued>(last.what) || std::holds_alternative<Reading>(last.what)) {
        last.what = std::move(next.what);
        return true;
    }
    return false;
}

}  // namespace

std::vector<EngineEvent> joined(std::vector<EngineEvent> events) {
    std::vector<EngineEvent> result;
    std::unordered_map<RequestHandle, std::size_t> last;  // place in `result`
    for (EngineEvent& event : events) {
        const auto [place, isFirst] = last.try_emplace(event.request, result.size());
        if (isFirst || !absorb(result[place->second], event)) {
            place->second = result.size();
            result.push_back(std::move(event));
        }
    }
    return result;
}

}  // namespace hearth
