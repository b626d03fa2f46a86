#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

namespace hearth {

/// Tokens per second over the last second.
class TokenRate {
 public:
    void add(std::chrono::nanoseconds now, std::uint32_t tokens);
    double perSecond(std::chrono::nanoseconds now);
    void clear() { m_entries.clear(); }

 private:
    struct Entry {
        std::chrono::nanoseconds time;
        std::uint32_t tokens;
    };
    std::deque<Entry> m_entries;
};

}  // namespace hearth
