#pragma once

#include "kv_cache/kv_cache.h"
#include "scheduler/scheduler.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hearth {

/// A sequence in the scheduler's hands: waiting while it has no KV, running while it has.
struct ScheduledSequence {
    SequenceId id;
    std::vector<TokenId> tokens;  ///< prompt and continuation
    std::optional<std::uint32_t> stable_prefix;
    std::int32_t priority = 0;
    SequenceSpec::Outputs outputs = SequenceSpec::Outputs::last;
    std::uint64_t arrival = 0;  ///< running number

    std::optional<KvSequence> kv;
    std::uint32_t prefill_end =
        0;  ///< tokens it had when it was admitted: up to here it is prefilled, then decoded
    std::optional<std::uint32_t> cached_tokens;  ///< at the first admission
    bool tail_published = false;                 ///< at the stable prefix, since it was admitted
    std::uint32_t preemptions = 0;
    std::uint32_t overtaken = 0;  ///< times a later one was preferred since its last turn

    /// Cached prefix as of a version of the cache.
    struct KnownPrefix {
        std::uint64_t version = 0;
        std::uint32_t tokens = 0;
    };
    std::optional<KnownPrefix> known_prefix;
    /// The running sequence that is computing a prefix of this one, and how far.
    struct AwaitedPrefix {
        SequenceId from;
        std::uint32_t tokens = 0;
    };
    std::optional<AwaitedPrefix> awaited;

    /// After so many preferred others it is its turn, whatever its priority.
    static constexpr std::uint32_t kPatience = 16;
    /// After so many preemptions its age alone protects it, whatever its priority.
    static constexpr std::uint32_t kPreemptionsUntilPinned = 2;

    std::uint32_t size() const { return static_cast<std::uint32_t>(tokens.size()); }
    std::uint32_t remaining() const { return size() - kv->computed(); }
    bool is_prefilling() const { return kv->computed() < prefill_end; }
    bool is_pinned() const { return preemptions >= kPreemptionsUntilPinned; }
    bool is_overdue() const { return overtaken >= kPatience; }
};

/// Whether `a` keeps its memory rather than `b`: pinned ones by age, then higher priority, then age.
bool outranks(const ScheduledSequence& a, const ScheduledSequence& b);

/// Whether a waiting sequence is admitted before all priorities: overdue or pinned.
bool goes_first(const ScheduledSequence& sequence);

/// Prompt tokens that the cache has of a waiting sequence, looked up once per version of the cache.
std::uint32_t cached_prefix(ScheduledSequence& sequence, const KvCache& cache);

/// Whether `a` is prefilled before `b`: overdue ones by age, then as outranks().
bool prefilled_before(const ScheduledSequence& a, const ScheduledSequence& b);

}  // namespace hearth
