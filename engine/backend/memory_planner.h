#pragma once

#include "backend/backend.h"

#include <hearth/load.h>
#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace hearth {

/// What one KV group needs of memory.
struct KvGroupDemand {
    std::uint64_t block_bytes = 0;
    std::optional<std::uint32_t> window;
};

/// The numbers that the size of the KV pool follows from.
struct MemoryDemand {
    std::uint64_t weight_bytes = 0;
    std::uint64_t workspace_bytes = 0;
    std::vector<KvGroupDemand> groups;
    std::uint32_t block_tokens = 0;
    std::uint32_t step_tokens = 0;                ///< most tokens of a sequence that one step adds
    std::uint32_t model_context = 0;              ///< tokens the model was trained for
    std::uint64_t free_bytes = 0;                 ///< free_memory() now, before the weights are read
    std::optional<std::uint32_t> context_tokens;  ///< as in LoadOptions
    std::optional<std::uint64_t> kv_bytes;
    MemoryPolicy policy = MemoryPolicy::refuse;
};

/// A KV pool and the longest sequence it serves.
struct KvPlan {
    std::vector<std::uint32_t> block_counts;  ///< per group
    std::uint64_t kv_bytes = 0;
    std::uint32_t context_tokens = 0;
};

/// Blocks of a group that a sequence of `tokens` holds at most: with a window only those that a step can
/// still see.
std::uint32_t blocks_of_sequence(const KvGroupDemand& group, std::uint32_t block_tokens,
                                 std::uint32_t step_tokens, std::uint32_t tokens);

/// Sizes the KV pool: by default for 8 sequences of min(context, 8192) tokens, at most half of what is free
/// and what the weights leave; `kv_bytes` replaces that; an explicit context is served by one sequence at
/// least. What does not fit is out_of_memory with both numbers; under MemoryPolicy::force it is planned all
/// the same.
Result<KvPlan> plan_kv(const MemoryDemand& demand);

/// The demand of a model on a backend. `executor` needs no block counts yet.
MemoryDemand memory_demand(const Backend& backend, const Graph& graph, const ModelFile& file,
                           const ExecutorOptions& executor, const LoadOptions& options,
                           std::uint32_t model_context, std::uint64_t free_bytes);

}  // namespace hearth
