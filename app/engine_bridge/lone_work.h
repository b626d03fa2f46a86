#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace hearth {

/// Tells work that had the processor to itself from work beside other: answers of all models and loads. Jobs
/// are numbered by their handles. Any thread.
class LoneWork {
 public:
    void begin(std::uint64_t job);
    /// True where nothing else was going on from its begin to now. False for what has not begun or has ended.
    bool end(std::uint64_t job);

 private:
    std::mutex m_mutex;
    std::unordered_map<std::uint64_t, bool> m_alone;  ///< of what is going on: so far
};

}  // namespace hearth
