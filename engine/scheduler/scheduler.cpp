#include "scheduler/scheduler.h"

#include "scheduler/scheduled_sequence.h"
#include "scheduler/waiting_order.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace hearth {

namespace {

Error with_counts(ErrorCode code, std::string message, std::uint32_t tokens, std::uint32_t most_tokens) {
    Error error{code, std::move(message)};
    error.details.field = "prompt";
    error.details.expected = fmt::format("at most {} tokens", most_tokens);
    error.details.actual = fmt::format("{} tokens", tokens);
    return error;
}

/// Why a sequence can never run, not even alone.
std::optional<Error> impossible(const ScheduledSequence& sequence, std::uint32_t most_tokens) {
    const std::uint32_t tokens = sequence.size();
    if (tokens == 0) {
        return with_counts(ErrorCode::invalid_request, "the prompt is empty", 0, most_tokens);
    }
    if (sequence.stable_prefix > tokens) {
        Error error{ErrorCode::invalid_request,
                    fmt::format("stable_prefix is {}, beyond the {} tokens of the prompt",
                                *sequence.stable_prefix, tokens)};
        error.details.field = "stable_prefix";
        error.details.expected = fmt::format("at most {}", tokens);
        error.details.actual = fmt::format("{}", *sequence.stable_prefix);
        return error;
    }
    if (tokens <= most_tokens) {
        return std::nullopt;
    }
    if (sequence.cached_tokens) {
        return with_counts(
            ErrorCode::out_of_memory,
            fmt::format("the sequence has grown to {} tokens, the KV memory holds {} of one sequence", tokens,
                        most_tokens),
            tokens, most_tokens);
    }
    return with_counts(
        ErrorCode::context_too_long,
        fmt::format("the prompt has {} tokens, the KV memory holds {} of one sequence", tokens, most_tokens),
        tokens, most_tokens);
}

std::uint32_t common_prefix(std::span<const TokenId> a, std::span<const TokenId> b) {
    const std::size_t length = std::min(a.size(), b.size());
    const auto end = a.begin() + static_cast<std::ptrdiff_t>(length);
    return static_cast<std::uint32_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

}  // namespace

Scheduler::Scheduler(KvCache cache, StepBudget budget)
    : cache_(std::move(cache)),
      budget_(budget),
      chunk_limit_(cache_.max_chunk_tokens(budget.tokens)),
      running_limit_(std::min({budget.tokens, budget.outputs, budget.sequences})) {
    if (running_limit_ == 0) {
        throw std::invalid_argument("a step needs room for a token, an output and a sequence");
    }
}

Scheduler::Scheduler(Scheduler&&) noexcept = default;
Scheduler& Scheduler::operator=(Scheduler&&) noexcept = default;
Scheduler::~Scheduler() = default;

ScheduledSequence& Scheduler::find(SequenceId id) {
    return *sequences_.at(id);
}
const ScheduledSequence& Scheduler::find(SequenceId id) const {
    return *sequences_.at(id);
}

void Scheduler::add(SequenceSpec spec) {
    auto [entry, added] = sequences_.try_emplace(spec.id);
    if (!added) {
        throw std::logic_error("two sequences of one id");
    }
    entry->second = std::make_unique<ScheduledSequence>();
    ScheduledSequence& sequence = *entry->second;
    sequence.id = spec.id;
    sequence.tokens = std::move(spec.tokens);
    sequence.stable_prefix = spec.stable_prefix;
    sequence.priority = spec.priority;
    sequence.outputs = spec.outputs;
    sequence.arrival = arrivals_++;
    waiting_.push_back(&sequence);
    ++queue_version_;
}

void Scheduler::set_priority(SequenceId id, std::int32_t priority) {
    const auto entry = sequences_.find(id);
    if (entry == sequences_.end()) {
        return;
    }
    ScheduledSequence& sequence = *entry->second;
    sequence.priority = priority;
    if (sequence.kv) {
        cache_.set_priority(*sequence.kv, priority);
    }
    ++queue_version_;
}

StepPlan Scheduler::plan() {
    StepPlan plan;
    Room room{budget_.tokens, budget_.outputs};
    refuse_impossible(plan);
    schedule_decodes(plan, room);
    schedule_prefills(plan, room);
    if (plan.preempted.empty() || plan.chunks.empty()) {
        admit_waiting(plan, room);
    }
    return plan;
}

void Scheduler::refuse_impossible(StepPlan& plan) {
    const std::uint32_t most_tokens = cache_.max_sequence_tokens();
    std::vector<std::pair<ScheduledSequence*, Error>> found;
    for (const auto& queue : {std::cref(running_), std::cref(waiting_)}) {
        for (ScheduledSequence* sequence : queue.get()) {
            if (auto error = impossible(*sequence, most_tokens)) {
                found.emplace_back(sequence, *std::move(error));
            }
        }
    }
    for (auto& [sequence, error] : found) {
        plan.refused.emplace_back(sequence->id, std::move(error));
        remove(sequence->id);
    }
}

void Scheduler::schedule_decodes(StepPlan& plan, Room& room) {
    std::vector<ScheduledSequence*> ranked = running_;
    std::ranges::sort(ranked, [](const auto* a, const auto* b) { return outranks(*a, *b); });
    // From the best: whoever needs memory takes it from the worst, which has had no turn yet, or gives up its
    // own.
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        ScheduledSequence& sequence = *ranked[i];
        if (sequence.is_prefilling() || sequence.remaining() == 0) {
            continue;
        }
        while (!schedule(sequence, 1, plan, room)) {
            ScheduledSequence* victim = ranked.back();
            ranked.pop_back();
            preempt(*victim, plan);
            if (victim == &sequence) {
                break;
            }
        }
    }
}

void Scheduler::schedule_prefills(StepPlan& plan, Room& room) {
    serve_prefills(plan, room);
    // A prefill may lack a windowed block that it gave back while others still needed it. Where nobody moves,
    // the worst makes room for the others; one that is alone lacks nothing.
    while (plan.chunks.empty() && running_.size() > 1 &&
           std::ranges::any_of(running_, [](const auto* sequence) { return sequence->is_prefilling(); })) {
        preempt(**std::ranges::min_element(running_,
                                           [](const auto* a, const auto* b) { return outranks(*b, *a); }),
                plan);
        serve_prefills(plan, room);
    }
}

void Scheduler::serve_prefills(StepPlan& plan, Room& room) {
    std::vector<ScheduledSequence*> prefills;
    std::ranges::copy_if(running_, std::back_inserter(prefills),
                         [](const auto* sequence) { return sequence->is_prefilling(); });
    // Scoring last: it takes all outputs that are left, of which the others need one each.
    const auto yields = [](const ScheduledSequence& sequence) {
        return sequence.outputs == SequenceSpec::Outputs::all && !sequence.is_overdue();
    };
    std::ranges::sort(prefills, [&](const auto* a, const auto* b) {
        return yields(*a) != yields(*b) ? yields(*b) : prefilled_before(*a, *b);
    });
    std::uint64_t latest_served = 0;
    for (ScheduledSequence* sequence : prefills) {
        const std::uint32_t chunk = chunk_size(*sequence, room);
        if (chunk > 0 && schedule(*sequence, chunk, plan, room)) {
            sequence->overtaken = 0;
            latest_served = std::max(latest_served, sequence->arrival);
        } else if (latest_served > sequence->arrival) {
            ++sequence->overtaken;
        }
    }
}

void Scheduler::admit_waiting(StepPlan& plan, Room& room) {
    const auto is_full = [&] {
        return running_.size() >= running_limit_ || room.tokens == 0 || room.outputs == 0;
    };
    if (waiting_.empty() || is_full()) {
        return;
    }
    std::optional<std::int32_t> blocked_priority;
    for (ScheduledSequence* sequence : waiting_order(waiting_, cache_)) {
        if (is_full() || (blocked_priority && sequence->priority < *blocked_priority)) {
            return;
        }
        if (awaits_prefix(*sequence) || admit(*sequence, plan, room)) {
            continue;
        }
        // Smaller ones may pass a newcomer that does not fit yet, for a while, but none of lower priority;
        // and nobody passes what was running already.
        if (goes_first(*sequence) || sequence->preemptions > 0) {
            return;
        }
        blocked_priority = sequence->priority;
    }
}

bool Scheduler::admit(ScheduledSequence& sequence, StepPlan& plan, Room& room) {
    const bool scoring = sequence.outputs == SequenceSpec::Outputs::all;
    sequence.kv =
        cache_.open(sequence.tokens, {.chunk_tokens = chunk_limit_,
                                      .reserve_blocks = static_cast<std::uint32_t>(running_.size()),
                                      .priority = sequence.priority,
                                      .sharing = scoring ? KvCache::Sharing::none : KvCache::Sharing::full});
    if (!sequence.kv) {
        return false;
    }
    sequence.prefill_end = sequence.size();
    sequence.tail_published = false;
    sequence.awaited.reset();
    if (!sequence.cached_tokens) {
        sequence.cached_tokens = sequence.kv->cached();
    }
    std::erase(waiting_, &sequence);
    running_.push_back(&sequence);
    ++queue_version_;
    sequence.overtaken = 0;
    for (ScheduledSequence* other : waiting_) {
        other->overtaken += other->arrival < sequence.arrival ? 1 : 0;
    }
    if (!schedule(sequence, chunk_size(sequence, room), plan, room)) {
        throw std::logic_error("an admitted sequence has no room for its first chunk");
    }
    return true;
}

bool Scheduler::schedule(ScheduledSequence& sequence, std::uint32_t token_count, StepPlan& plan, Room& room) {
    if (!cache_.extend(*sequence.kv, token_count)) {
        return false;
    }
    const bool is_last = token_count == sequence.remaining();
    const std::uint32_t outputs =
        sequence.outputs == SequenceSpec::Outputs::all ? token_count : (is_last ? 1U : 0U);
    plan.chunks.push_back({sequence.id, sequence.kv->computed(), token_count, outputs});
    const auto& copies = sequence.kv->copies();
    plan.copies.insert(plan.copies.end(), copies.begin(), copies.end());
    room.tokens -= token_count;
    room.outputs -= outputs;
    return true;
}

/// Tokens of the sequence's next prefill chunk, 0 when the step has no room. Chunks end at block borders, so
/// that whole blocks are published, save the last one and where the room is less than a block.
std::uint32_t Scheduler::chunk_size(const ScheduledSequence& sequence, const Room& room) const {
    const std::uint32_t computed = sequence.kv->computed();
    const std::uint32_t remaining = sequence.remaining();
    std::uint32_t chunk = std::min({remaining, room.tokens, chunk_limit_});
    if (sequence.outputs == SequenceSpec::Outputs::all) {
        // One output is left for whoever waits to be admitted.
        const std::uint32_t others = waiting_.empty() || room.outputs < 2 ? 0 : 1;
        chunk = std::min(chunk, room.outputs - others);
    } else if (chunk == remaining && room.outputs == 0) {
        --chunk;
    }
    if (chunk < remaining) {
        const std::uint32_t aligned_end = (computed + chunk) / cache_.block_tokens() * cache_.block_tokens();
        chunk = aligned_end > computed ? aligned_end - computed : chunk;
    }
    return chunk;
}

/// Whether a running sequence is computing at least a block more of this one's prompt than the cache has:
/// then it is cheaper to wait.
bool Scheduler::awaits_prefix(ScheduledSequence& sequence) const {
    if (sequence.outputs == SequenceSpec::Outputs::all) {
        return false;
    }
    if (sequence.awaited) {
        const auto from = sequences_.find(sequence.awaited->from);
        if (from != sequences_.end() && from->second->kv && from->second->is_prefilling() &&
            from->second->kv->computed() < sequence.awaited->tokens) {
            return true;
        }
        sequence.awaited.reset();
    }
    const std::uint32_t block_tokens = cache_.block_tokens();
    const std::uint32_t cached = cached_prefix(sequence, cache_);
    const auto usable = std::span(sequence.tokens).first(sequence.tokens.size() - 1);
    for (const ScheduledSequence* other : running_) {
        if (!other->is_prefilling() || other->outputs == SequenceSpec::Outputs::all) {
            continue;
        }
        const std::uint32_t shared = common_prefix(usable, other->tokens) / block_tokens * block_tokens;
        if (shared > other->kv->computed() && shared >= cached + block_tokens) {
            sequence.awaited = {other->id, shared};
            return true;
        }
    }
    return false;
}

void Scheduler::preempt(ScheduledSequence& sequence, StepPlan& plan) {
    cache_.close(*std::move(sequence.kv), sequence.tokens);
    sequence.kv.reset();
    ++sequence.preemptions;
    std::erase(running_, &sequence);
    waiting_.push_back(&sequence);
    ++queue_version_;
    plan.preempted.push_back(sequence.id);
}

void Scheduler::complete(const StepPlan& plan) {
    for (const ScheduledChunk& chunk : plan.chunks) {
        const auto entry = sequences_.find(chunk.id);
        if (entry == sequences_.end()) {
            continue;
        }
        ScheduledSequence& sequence = *entry->second;
        if (!sequence.kv || sequence.kv->computed() != chunk.first_position) {
            throw std::logic_error("completion of a step that is not the planned one");
        }
        cache_.advance(*sequence.kv, sequence.tokens, chunk.first_position + chunk.token_count);
        if (sequence.stable_prefix && !sequence.tail_published &&
            *sequence.stable_prefix <= sequence.kv->computed()) {
            cache_.publish_tail(*sequence.kv, sequence.tokens);
            sequence.tail_published = true;
        }
    }
}

void Scheduler::append(SequenceId id, TokenId token) {
    ScheduledSequence& sequence = find(id);
    if (!sequence.kv || sequence.remaining() > 0) {
        throw std::logic_error("continuation of a sequence that has tokens to compute");
    }
    sequence.tokens.push_back(token);
}

void Scheduler::remove(SequenceId id) {
    const auto entry = sequences_.find(id);
    if (entry == sequences_.end()) {
        return;
    }
    ScheduledSequence& sequence = *entry->second;
    if (sequence.kv) {
        cache_.close(*std::move(sequence.kv), sequence.tokens);
    }
    std::erase(running_, &sequence);
    queue_version_ += std::erase(waiting_, &sequence);
    sequences_.erase(entry);
}

void Scheduler::drop_cache() {
    cache_.drop_cached();
}

std::span<const TokenId> Scheduler::tokens(SequenceId id) const {
    return find(id).tokens;
}

std::uint32_t Scheduler::cached_tokens(SequenceId id) const {
    return find(id).cached_tokens.value_or(0);
}

std::vector<BlockTableView> Scheduler::tables(SequenceId id) const {
    std::vector<BlockTableView> views;
    if (const ScheduledSequence& sequence = find(id); sequence.kv) {
        views.reserve(sequence.kv->tables().size());
        for (const BlockTable& table : sequence.kv->tables()) {
            views.push_back(table.view());
        }
    }
    return views;
}

bool Scheduler::contains(SequenceId id) const {
    return sequences_.contains(id);
}
std::size_t Scheduler::running_count() const {
    return running_.size();
}
std::size_t Scheduler::waiting_count() const {
    return waiting_.size();
}
std::vector<SequenceId> Scheduler::queue() {
    std::vector<SequenceId> ids;
    ids.reserve(waiting_.size());
    for (const ScheduledSequence* sequence : waiting_order(waiting_, cache_)) {
        ids.push_back(sequence->id);
    }
    return ids;
}
const KvCache& Scheduler::cache() const {
    return cache_;
}

}  // namespace hearth
