#include "engine_bridge/token_rate.h"

#include <algorithm>

namespace hearth {
namespace {

constexpr std::chrono::nanoseconds kWindow = std::chrono::seconds(1);
/// A rate over less time says little.
constexpr std::chrono::nanoseconds kShortest = std::chrono::milliseconds(200);

}  // namespace

void TokenRate::add(std::chrono::nanoseconds now, std::uint32_t tokens) {
    if (!m_entries.empty() && m_entries.back().time == now) {
        m_entries.back().tokens += tokens;
    } else {
        m_entries.push_back({now, tokens});
    }
}

double TokenRate::perSecond(std::chrono::nanoseconds now) {
    while (!m_entries.empty() && m_entries.front().time < now - kWindow) {
        m_entries.pop_front();
    }
    if (m_entries.empty()) {
        return 0;
    }
    double tokens = 0;
    for (const Entry& entry : m_entries) {
        tokens += entry.tokens;
    }
    const std::chrono::nanoseconds span = std::max(kShortest, now - m_entries.front().time);
    return tokens / std::chrono::duration<double>(span).count();
}

}  // namespace hearth
