#pragma once

#include "backend/backend.h"
#include "backend/cpu/kv_arena.h"
#include "backend/cpu/program.h"
#include "backend/cpu/vector_kernels.h"
#include "backend/op.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hearth::cpu {

/// Query rows (tokens · heads of a KV head) that go over a block of K and V together.
inline constexpr std::uint32_t kTileQueryRows = 96;
/// A context is cut into at most this many parts for sequences with few new tokens.
inline constexpr std::uint32_t kMaxSplits = 32;

/// Sizes of one kind of attention.
struct AttentionDims {
    AttentionDims(const AttentionShape& shape, const KvLayout& kv);
    std::uint32_t group_size;  ///< query heads of a KV head
    std::uint32_t kv_head_count;
    std::uint32_t key_dim;
    std::uint32_t value_width;
    std::uint32_t tokens_per_tile;
    std::uint32_t max_rows;  ///< query rows of a tile

    /// Floats of the unnormalised result of `rows` rows: maximum, sum, accumulator.
    std::size_t partial_floats(std::uint32_t rows) const { return std::size_t{rows} * (2 + value_width); }
    /// Memory a thread needs: queries, kernel scratch, two partial results, a head of K as f32 and f16.
    std::size_t thread_floats() const;
    /// Memory for the parts of contexts that several threads share.
    std::size_t shared_floats(std::uint32_t thread_count) const;
};

/// A consecutive range of query tokens of one sequence with one KV head.
struct AttentionJob {
    std::uint32_t sequence = 0;
    std::uint32_t kv_head = 0;
    std::uint32_t first_token = 0;  ///< within the sequence's tokens of the step
    std::uint32_t token_count = 0;
    std::uint32_t first_block = 0;  ///< of the context that any of them sees
    std::uint32_t last_block = 0;
    std::uint32_t split_count = 1;
    std::uint32_t split_blocks = 0;
    std::size_t shared_offset = 0;  ///< where the parts lie when several threads compute them
    bool shared = false;

    std::uint32_t split_first(std::uint32_t split) const { return first_block + split * split_blocks; }
    std::uint32_t split_last(std::uint32_t split) const {
        const std::uint32_t last = split_first(split) + split_blocks;
        return last < last_block ? last : last_block;
    }
};

/// Splits of a job that one thread computes.
struct AttentionItem {
    std::uint32_t job = 0;
    std::uint32_t first_split = 0;
    std::uint32_t last_split = 0;
};

/// The work of one kind of attention in one step, the same for all its layers. How a context is cut depends
/// on the sequence alone, so its results do not depend on what else is in the batch or on the number of
/// threads.
class AttentionPlan {
 public:
    AttentionPlan(const AttentionShape& shape, const KvArena& arena, std::uint32_t window,
                  std::uint32_t thread_count);

    void build(const Batch& batch);
    std::span<const AttentionItem> items() const { return items_; }
    const AttentionJob& job(const AttentionItem& item) const { return jobs_[item.job]; }
    const AttentionDims& dims() const { return dims_; }
    const KvArena& arena() const { return *arena_; }
    std::uint32_t group() const { return group_; }
    std::uint32_t window() const { return window_; }
    /// KV memory of the block at absolute index `block` of a sequence.
    std::uint16_t* const* blocks(std::uint32_t sequence, std::uint32_t block) const {
        return &blocks_[tables_[sequence].offset + (block - tables_[sequence].first_block)];
    }
    /// Notes that a thread finished the item's splits of a shared job; true for the thread that completes the
    /// job.
    bool complete(const AttentionItem& item);

 private:
    struct Table {
        std::size_t offset = 0;
        std::uint32_t first_block = 0;
    };
    void add_jobs(const BatchSequence& sequence, std::uint32_t index);
    void share();

    AttentionDims dims_;
    const KvArena* arena_;
    std::uint32_t group_;
    std::uint32_t window_;
    std::uint32_t thread_count_;
    std::vector<Table> tables_;
    std::vector<std::uint16_t*> blocks_;
    std::vector<AttentionJob> jobs_;
    std::vector<AttentionItem> items_;
    std::vector<std::atomic<std::uint32_t>> splits_left_;  ///< per shared job
};

/// The factors that bring scores into base-2 logarithm (AttentionTile::queries, cap).
struct ScoreScale {
    explicit ScoreScale(const PagedAttention& op);
    float query_factor;
    bool capped;
    float cap;
};

/// The unnormalised result of some query rows over a part of the context.
struct AttentionPartial {
    AttentionPartial(float* memory, std::uint32_t row_count, std::uint32_t value_width)
        : rows(row_count),
          width(value_width),
          maximum(memory),
          sum(memory + row_count),
          accumulator(sum + row_count) {}
    std::uint32_t rows;
    std::uint32_t width;
    float* maximum;
    float* sum;
    float* accumulator;

    /// Adds another part of the context.
    void merge(const AttentionPartial& other) const;
};

}  // namespace hearth::cpu
