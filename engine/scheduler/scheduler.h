#pragma once

#include "backend/backend.h"
#include "kv_cache/kv_cache.h"

#include <hearth/error.h>
#include <hearth/ids.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hearth {

/// A sequence as the scheduler sees it when it arrives.
struct SequenceSpec {
    SequenceId id;
    std::vector<TokenId> tokens;                 ///< the prompt
    std::optional<std::uint32_t> stable_prefix;  ///< where the prefix cache publishes besides full blocks
    std::int32_t priority = 0;
    /// Logits of every prompt token are wanted, not of the last alone (scoring); such a sequence uses no
    /// cached prefix.
    enum class Outputs : std::uint8_t { last, all };
    Outputs outputs = Outputs::last;
};

/// One sequence's part of a step.
struct ScheduledChunk {
    SequenceId id;
    std::uint32_t first_position = 0;
    std::uint32_t token_count = 0;
    /// Trailing tokens of the chunk whose logits are wanted: 0 for a prompt chunk that is not the last, 1 for
    /// a last chunk or a decode, all for scoring.
    std::uint32_t output_count = 0;
};

/// What the next step does. Order of execution: copies, then the chunks as one batch.
struct StepPlan {
    std::vector<ScheduledChunk> chunks;
    std::vector<BlockCopy> copies;
    std::vector<SequenceId> preempted;                  ///< lost their KV; they run again by themselves later
    std::vector<std::pair<SequenceId, Error>> refused;  ///< can never run; already removed
};

/// Limits of a step, each at least 1 (std::invalid_argument).
struct StepBudget {
    std::uint32_t tokens = 512;
    std::uint32_t outputs = 64;
    std::uint32_t sequences = 64;
};

struct ScheduledSequence;

/// Who runs next: pure bookkeeping over sequences and the KV cache's tables. No device, thread, clock or log.
///
/// A step: plan() → run it on the executor → complete(plan) → for every chunk with output_count 1 of an
/// unfinished sequence append(id, token) or remove(id). A sequence is decoded while its tokens are one longer
/// than its KV. When the step failed: remove() what cannot go on and plan() again without complete(); the
/// rest is planned anew.
///
/// A preempted sequence starts over from what the cache still has of it; for scoring that is position 0, so
/// logits come a second time. Nobody starves: what has been overtaken often enough goes first. A misuse of
/// this protocol is a broken invariant (std::logic_error, std::out_of_range).
class Scheduler {
 public:
    Scheduler(KvCache cache, StepBudget budget);
    Scheduler(const Scheduler&) = delete;
    Scheduler(Scheduler&&) noexcept;
    Scheduler& operator=(const Scheduler&) = delete;
    Scheduler& operator=(Scheduler&&) noexcept;
    ~Scheduler();

    /// Queues a sequence. Refusals (it can never fit) come with the next plan.
    void add(SequenceSpec spec);
    /// Changes the rank of a sequence from the next plan on. Unknown ids are ignored.
    void set_priority(SequenceId id, std::int32_t priority);
    /// The next step within the budget: running decodes, then running prefills in chunks, then waiting
    /// sequences by priority and longest cached prefix. Never empty while a sequence could run.
    StepPlan plan();
    /// The step's KV is written: positions advance and what may be shared is published.
    void complete(const StepPlan& plan);
    /// The sampled continuation of a running sequence.
    void append(SequenceId id, TokenId token);
    /// Ends a sequence, finished or cancelled, at any point; its blocks are free or cached at once. Unknown
    /// ids, such as refused ones, are ignored.
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
    /// Those that wait, the next one first. Costs as much as planning them.
    std::vector<SequenceId> queue();
    /// Another number whenever somebody joined or left the queue or changed rank in it.
    std::uint64_t queue_version() const { return queue_version_; }
    const KvCache& cache() const;

 private:
    /// What is left of the budget while a plan is made.
    struct Room {
        std::uint32_t tokens = 0;
        std::uint32_t outputs = 0;
    };

    ScheduledSequence& find(SequenceId id);
    const ScheduledSequence& find(SequenceId id) const;
    void refuse_impossible(StepPlan& plan);
    void schedule_decodes(StepPlan& plan, Room& room);
    void schedule_prefills(StepPlan& plan, Room& room);
    void serve_prefills(StepPlan& plan, Room& room);
    void admit_waiting(StepPlan& plan, Room& room);
    bool admit(ScheduledSequence& sequence, StepPlan& plan, Room& room);
    /// Makes room for the chunk and adds it to the plan; false when there is no memory.
    bool schedule(ScheduledSequence& sequence, std::uint32_t token_count, StepPlan& plan, Room& room);
    std::uint32_t chunk_size(const ScheduledSequence& sequence, const Room& room) const;
    bool awaits_prefix(ScheduledSequence& sequence) const;
    void preempt(ScheduledSequence& sequence, StepPlan& plan);

    KvCache cache_;
    StepBudget budget_;
    std::uint32_t chunk_limit_;    ///< tokens of the largest chunk
    std::uint32_t running_limit_;  ///< so many sequences can decode in one step
    std::uint64_t arrivals_ = 0;
    std::uint64_t queue_version_ = 0;
    std::unordered_map<SequenceId, std::unique_ptr<ScheduledSequence>> sequences_;
    std::vector<ScheduledSequence*> running_;  ///< in the order of admission
    std::vector<ScheduledSequence*> waiting_;
};

}  // namespace hearth
