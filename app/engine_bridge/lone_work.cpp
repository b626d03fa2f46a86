#include "engine_bridge/lone_work.h"

namespace hearth {

void LoneWork::begin(std::uint64_t job) {
    const std::lock_guard lock(m_mutex);
    for (auto& [other, alone] : m_alone) {
        alone = false;
    }
    m_alone.emplace(job, m_alone.empty());
}

bool LoneWork::end(std::uint64_t job) {
    const std::lock_guard lock(m_mutex);
    const auto place = m_alone.find(job);
    if (place == m_alone.end()) {
        return false;
    }
    const bool alone = place->second;
    m_alone.erase(place);
    return alone;
}

}  // namespace hearth
