#pragma once

#include "kv_cache/kv_cache.h"
#include "scheduler/scheduled_sequence.h"

#include <span>
#include <vector>

namespace hearth {

/// Waiting sequences in the order in which they are admitted: overdue and pinned ones by age; then by
/// priority; within a priority those that were preempted, then the longest cached prefix, then age. Looks at
/// the cache only where at most 128 wait: beyond that the look-ups cost more than the prefixes bring.
std::vector<ScheduledSequence*> waiting_order(std::span<ScheduledSequence* const> waiting,
                                              const KvCache& cache);

}  // namespace hearth
