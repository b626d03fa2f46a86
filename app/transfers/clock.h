#pragma once

#include <chrono>
#include <functional>

namespace hearth::transfers {

using Time = std::chrono::steady_clock::time_point;

/// Tells the time that back-offs, watchdogs, speeds and limits go by. Called from the transfers thread; tests
/// put in one that stands still until they move it.
using Clock = std::function<Time()>;

inline Clock steady_clock() {
    return [] { return std::chrono::steady_clock::now(); };
}

}  // namespace hearth::transfers
