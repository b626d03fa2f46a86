#include "scheduler/waiting_order.h"

#include <algorithm>

namespace hearth {

namespace {

constexpr std::size_t kMostPrefixLookups = 128;

}  // namespace

std::vector<ScheduledSequence*> waiting_order(std::span<ScheduledSequence* const> waiting,
                                              const KvCache& cache) {
    struct Entry {
        ScheduledSequence* sequence;
        std::uint32_t prefix;
    };
    std::vector<Entry> entries;
    entries.reserve(waiting.size());
    for (ScheduledSequence* sequence : waiting) {
        entries.push_back(
            {sequence, waiting.size() <= kMostPrefixLookups ? cached_prefix(*sequence, cache) : 0});
    }
    std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
        const ScheduledSequence& first = *a.sequence;
        const ScheduledSequence& second = *b.sequence;
        if (goes_first(first) != goes_first(second)) {
            return goes_first(first);
        }
        if (!goes_first(first)) {
            if (first.priority != second.priority) {
                return first.priority > second.priority;
            }
            if ((first.preemptions > 0) != (second.preemptions > 0)) {
                return first.preemptions > 0;
            }
            if (a.prefix != b.prefix) {
                return a.prefix > b.prefix;
            }
        }
        return first.arrival < second.arrival;
    });
    std::vector<ScheduledSequence*> order;
    order.reserve(entries.size());
    for (const Entry& entry : entries) {
        order.push_back(entry.sequence);
    }
    return order;
}

}  // namespace hearth
