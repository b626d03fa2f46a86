#pragma once

#include "base/thread_pool.h"

#include <cstdint>
#include <functional>

namespace hearth::reference {

/// Splits [0, count) into one range a thread and runs `body(first, last)` on each; returns when all are done,
/// or throws what the first failing body threw.
void for_each_range(ThreadPool& threads, std::uint32_t count,
                    const std::function<void(std::uint32_t first, std::uint32_t last)>& body);

}  // namespace hearth::reference
