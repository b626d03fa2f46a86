#pragma once

#include "backend/backend.h"
#include "kv_cache/kv_cache.h"

#include <hearth/error.h>
#include <hearth/ids.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hearth {

/// A sequence as the scheduler sees it when it arrives.
struct SequenceSpec {
    SequenceId id;
    std::vector<TokenId> tokens;                 ///< the prompt
    std::optional<std::uint32_t> stable_prefix;  ///< where the prefix cache publishes besides full blocks
    std::int32_t priority = 0;
    /// Logits of every prompt token are wanted, not of the last alone (scoring); such a sequence uses no cached prefix.
    enum class Outputs : std::uint8_t { last, all };
    Outputs outputs = Outputs::last;
};

/// One sequence's part of a step.
struct ScheduledChunk {
    SequenceId id;
    std::uint32_t first_position = 0;
    std::uint32_t token_count = 0;
    /// Trailing tokens of the chunk whose logits are wanted: 0 for a prompt chunk that is not the last, 1 for a last
    /// chunk or a decode, all for scoring.
    std::uint32_t output_count = 0;
};

/// What the next step does. Order of execution: copies, then the chunks as one batch.
struct StepPlan {
    std::vector<ScheduledChunk> chunks;
    std::vector<BlockCopy> copies;
    std::vector<SequenceId> preempted;                 ///< lost their KV; they run again by themselves later
    std::vector<std::pair<SequenceId, Error>> refused; ///< can never run; already removed
};

struct StepBudget {
    std::uint32_t tokens = 512;
    std::uint32_t outputs = 64;
    std::uint32_t sequences = 64;
};

/// Who runs next: pure bookkeeping over sequences and the KV cache's tables. No device, thread, clock or log.
///
/// A step: plan() → run it on the executor → complete(plan) → for every chunk with output_count 1 of an unfinished
/// sequence append(id, token) or remove(id). A sequence is decoded while its tokens are one longer than its KV.
class Scheduler {
 public:
    Scheduler(KvCache cache, StepBudget budget);

    /// Queues a sequence. Refusals (it can never fit) come with the next plan.
    void add(SequenceSpec spec);
    /// The next step within the budget: running decodes, then running prefills in chunks, then waiting sequences by
    /// priority and longest cached prefix. Never empty while a sequence could run.
    StepPlan plan();
    /// The step's KV is written: positions advance and what may be shared is published.
    void complete(const StepPlan& plan);
    /// The sampled continuation of a running sequence.
    void append(SequenceId id, TokenId token);
    /// Ends a sequence, finished or cancelled, at any point; its blocks are free or cached at once.
    void remove(SequenceId id);
    /// Forgets all cached prefixes (the executor's KV is no longer to be trusted).
    void drop_cache();

    std::span<const TokenId> tokens(SequenceId id) const;
    /// Prompt tokens that were found in the cache when the sequence was first admitted.
    std::uint32_t cached_tokens(SequenceId id) const;
    /// Block tables for a batch, one per KV group; valid until the next non-const call.
    std::vector<BlockTableView> tables(SequenceId id) const;
    bool contains(SequenceId id) const;
    std::size_t running_count() const;
    std::size_t waiting_count() const;
    const KvCache& cache() const;

 private:
    struct Sequence;
    // (state: the implementer's)
};

}  // namespace hearth
