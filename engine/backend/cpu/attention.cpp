#include "backend/cpu/attention.h"

#include <algorithm>
#include <cmath>

namespace hearth::cpu {

namespace {

/// Sequences with more new tokens than this have work enough without cutting their context.
constexpr std::uint32_t kSplitTokens = 64;
/// Blocks of a part of a context, at least: 256 keys.
constexpr std::uint32_t kSplitBlocks = 4;
/// Pieces of work per thread up to which contexts are shared between threads.
constexpr std::uint32_t kItemsPerThread = 4;
constexpr double kLog2E = 1.4426950408889634;

std::uint32_t divide_up(std::uint32_t a, std::uint32_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace

AttentionDims::AttentionDims(const AttentionShape& shape, const KvLayout& kv)
    : group_size(shape.head_count / kv.kv_head_count),
      kv_head_count(kv.kv_head_count),
      key_dim(kv.key_dim),
      value_width(kv.value_width),
      tokens_per_tile(std::max(1U, kTileQueryRows / group_size)),
      max_rows(tokens_per_tile * group_size) {}

std::size_t AttentionDims::thread_floats() const {
    return std::size_t{max_rows} * key_dim + attention_scratch_floats(max_rows, key_dim, value_width) +
           2 * partial_floats(max_rows) + 2 * std::size_t{key_dim};
}

std::size_t AttentionDims::shared_floats(std::uint32_t thread_count) const {
    return std::size_t{thread_count} * kItemsPerThread * kMaxSplits * partial_floats(group_size);
}

AttentionPlan::AttentionPlan(const AttentionShape& shape, const KvArena& arena, std::uint32_t window,
                             std::uint32_t thread_count)
    : dims_(shape, arena.layout()),
      arena_(&arena),
      group_(shape.group),
      window_(window),
      thread_count_(thread_count),
      splits_left_(std::size_t{thread_count} * kItemsPerThread) {}

void AttentionPlan::build(const Batch& batch) {
    tables_.clear();
    blocks_.clear();
    jobs_.clear();
    items_.clear();
    for (std::uint32_t i = 0; i < batch.sequences.size(); ++i) {
        add_jobs(batch.sequences[i], i);
    }
    share();
    // The longest first: what is taken last decides how long threads wait for each other.
    const auto cost = [this](const AttentionItem& item) {
        const AttentionJob& job = jobs_[item.job];
        return std::uint64_t{job.split_last(item.last_split - 1) - job.split_first(item.first_split)} *
               job.token_count;
    };
    std::stable_sort(items_.begin(), items_.end(),
                     [&](const AttentionItem& a, const AttentionItem& b) { return cost(a) > cost(b); });
}

void AttentionPlan::add_jobs(const BatchSequence& sequence, std::uint32_t index) {
    const BlockTableView& table = sequence.tables[group_];
    tables_.push_back({blocks_.size(), table.first_block});
    for (const BlockId id : table.blocks) {
        blocks_.push_back(arena_->block(id));
    }
    for (std::uint32_t first = 0; first < sequence.token_count; first += dims_.tokens_per_tile) {
        AttentionJob job;
        job.sequence = index;
        job.first_token = first;
        job.token_count = std::min(dims_.tokens_per_tile, sequence.token_count - first);
        const std::uint32_t position = sequence.first_position + first;
        job.first_block = position >= window_ ? (position - window_ + 1) / kBlockTokens : 0;
        job.last_block = (position + job.token_count - 1) / kBlockTokens + 1;
        const std::uint32_t blocks = job.last_block - job.first_block;
        if (sequence.token_count <= kSplitTokens) {
            job.split_count = std::min(divide_up(blocks, kSplitBlocks), kMaxSplits);
        }
        job.split_blocks = divide_up(blocks, job.split_count);
        job.split_count = divide_up(blocks, job.split_blocks);
        for (job.kv_head = 0; job.kv_head < dims_.kv_head_count; ++job.kv_head) {
            jobs_.push_back(job);
        }
    }
}

void AttentionPlan::share() {
    const auto job_count = static_cast<std::uint32_t>(jobs_.size());
    const std::uint32_t wanted_items = thread_count_ * kItemsPerThread;
    const std::size_t capacity = dims_.shared_floats(thread_count_);
    std::size_t used = 0;
    for (std::uint32_t i = 0; i < job_count; ++i) {
        AttentionJob& job = jobs_[i];
        std::uint32_t pieces = 1;
        const std::size_t needed = job.split_count * dims_.partial_floats(job.token_count * dims_.group_size);
        if (thread_count_ > 1 && job.split_count > 1 && job_count < wanted_items &&
            used + needed <= capacity) {
            pieces = std::min(job.split_count, divide_up(wanted_items, job_count));
            job.shared = true;
            job.shared_offset = used;
            used += needed;
            splits_left_[i].store(job.split_count, std::memory_order_relaxed);
        }
        for (std::uint32_t piece = 0; piece < pieces; ++piece) {
            items_.push_back({i, piece * job.split_count / pieces, (piece + 1) * job.split_count / pieces});
        }
    }
}

bool AttentionPlan::complete(const AttentionItem& item) {
    std::atomic<std::uint32_t>& left = splits_left_[item.job];
    const std::uint32_t done = item.last_split - item.first_split;
    if (left.fetch_sub(done, std::memory_order_acq_rel) != done) {
        return false;
    }
    left.store(jobs_[item.job].split_count, std::memory_order_relaxed);  // for the next layer
    return true;
}

ScoreScale::ScoreScale(const PagedAttention& op)
    : query_factor(
          static_cast<float>(op.soft_cap ? 2.0 * kLog2E * op.scale / *op.soft_cap : kLog2E * op.scale)),
      capped(op.soft_cap.has_value()),
      cap(static_cast<float>(kLog2E * op.soft_cap.value_or(0.0F))) {}

void AttentionPartial::merge(const AttentionPartial& other) const {
    for (std::uint32_t row = 0; row < rows; ++row) {
        const float largest = std::max(maximum[row], other.maximum[row]);
        const float mine = std::exp2(maximum[row] - largest);
        const float theirs = std::exp2(other.maximum[row] - largest);
        maximum[row] = largest;
        sum[row] = sum[row] * mine + other.sum[row] * theirs;
        float* const values = accumulator + std::size_t{row} * width;
        const float* const added = other.accumulator + std::size_t{row} * width;
        for (std::uint32_t i = 0; i < width; ++i) {
            values[i] = values[i] * mine + added[i] * theirs;
        }
    }
}

}  // namespace hearth::cpu
