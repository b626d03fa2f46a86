#include "scheduler/scheduled_sequence.h"

namespace hearth {

bool outranks(const ScheduledSequence& a, const ScheduledSequence& b) {
    if (a.is_pinned() != b.is_pinned()) {
        return a.is_pinned();
    }
    if (!a.is_pinned() && a.priority != b.priority) {
        return a.priority > b.priority;
    }
    return a.arrival < b.arrival;
}

bool goes_first(const ScheduledSequence& sequence) {
    return sequence.is_overdue() || sequence.is_pinned();
}

std::uint32_t cached_prefix(ScheduledSequence& sequence, const KvCache& cache) {
    if (sequence.outputs == SequenceSpec::Outputs::all) {
        return 0;
    }
    if (!sequence.known_prefix || sequence.known_prefix->version != cache.version()) {
        sequence.known_prefix = {cache.version(), cache.cached_tokens(sequence.tokens)};
    }
    return sequence.known_prefix->tokens;
}

bool prefilled_before(const ScheduledSequence& a, const ScheduledSequence& b) {
    if (a.is_overdue() != b.is_overdue()) {
        return a.is_overdue();
    }
    return a.is_overdue() ? a.arrival < b.arrival : outranks(a, b);
}

}  // namespace hearth
