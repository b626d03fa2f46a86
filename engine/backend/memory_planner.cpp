#include "backend/memory_planner.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::uint32_t kDefaultSequences = 8;
constexpr std::uint32_t kDefaultTokens = 8192;

std::uint32_t divide_up(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint32_t>((a + b - 1) / b);
}

Error out_of_memory(std::string_view what, std::uint64_t needed, std::uint64_t available) {
    Error error{ErrorCode::out_of_memory,
                fmt::format("{} {} bytes of memory, {} bytes are free for it.", what, needed, available)};
    error.details.bytes_needed = needed;
    error.details.bytes_available = available;
    return error;
}

class Planner {
 public:
    explicit Planner(const MemoryDemand& demand) : demand_(demand) {}

    Result<KvPlan> plan() const {
        const bool forced = demand_.policy == MemoryPolicy::force;
        const std::uint64_t fixed = demand_.weight_bytes + demand_.workspace_bytes;
        if (fixed > demand_.free_bytes && !forced) {
            return out_of_memory("The model's weights and intermediate results need", fixed,
                                 demand_.free_bytes);
        }
        const std::uint64_t left = demand_.free_bytes - std::min(demand_.free_bytes, fixed);
        if (demand_.kv_bytes && *demand_.kv_bytes > left && !forced) {
            return out_of_memory("The KV cache is to take", *demand_.kv_bytes, left);
        }

        const std::uint32_t wanted = demand_.context_tokens.value_or(demand_.model_context);
        const std::uint32_t usual = std::max(1U, std::min(wanted, kDefaultTokens));
        std::uint64_t budget = std::min({kDefaultSequences * bytes_of(usual), demand_.free_bytes / 2, left});
        if (demand_.kv_bytes) {
            budget = *demand_.kv_bytes;
        } else if (forced) {
            budget = std::max(budget, bytes_of(usual));
        }

        KvPlan plan;
        plan.block_counts = counts_within(budget, usual);
        if (demand_.context_tokens) {
            const std::uint64_t most = demand_.kv_bytes.value_or(left);
            const std::uint64_t needed = bytes_of(wanted);
            if (needed > most && !(forced && !demand_.kv_bytes)) {
                return out_of_memory(fmt::format("A context of {} tokens needs a KV cache of", wanted),
                                     needed, most);
            }
            if (capacity(plan.block_counts, wanted) < wanted) {
                plan.block_counts = counts_of(wanted);
            }
        }
        plan.context_tokens = capacity(plan.block_counts, wanted);
        if (plan.context_tokens == 0) {
            return out_of_memory("The smallest KV cache takes", bytes_of(1), budget);
        }
        plan.kv_bytes = bytes(plan.block_counts);
        return plan;
    }

 private:
    std::vector<std::uint32_t> counts_of(std::uint32_t tokens) const {
        std::vector<std::uint32_t> counts;
        for (const KvGroupDemand& group : demand_.groups) {
            counts.push_back(blocks_of_sequence(group, demand_.block_tokens, demand_.step_tokens, tokens));
        }
        return counts;
    }

    std::uint64_t bytes(const std::vector<std::uint32_t>& counts) const {
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            bytes += counts[i] * demand_.groups[i].block_bytes;
        }
        return bytes;
    }

    std::uint64_t bytes_of(std::uint32_t tokens) const { return bytes(counts_of(tokens)); }

    /// The longest sequence, up to `limit`, that fits into the blocks.
    std::uint32_t capacity(const std::vector<std::uint32_t>& counts, std::uint32_t limit) const {
        std::uint32_t fits = 0;
        std::uint32_t beyond = limit + (limit < std::numeric_limits<std::uint32_t>::max() ? 1 : 0);
        while (beyond - fits > 1) {
            const std::uint32_t middle = fits + (beyond - fits) / 2;
            const std::vector<std::uint32_t> needed = counts_of(middle);
            const bool holds = std::equal(needed.begin(), needed.end(), counts.begin(), std::less_equal<>());
            (holds ? fits : beyond) = middle;
        }
        return fits;
    }

    /// Block counts within `budget` bytes, in the proportion that sequences of `tokens` use them, or for one
    /// shorter sequence where not even one of these fits.
    std::vector<std::uint32_t> counts_within(std::uint64_t budget, std::uint32_t tokens) const {
        const std::uint64_t sequence_bytes = bytes_of(tokens);
        if (budget < sequence_bytes) {
            std::uint32_t fits = 0;
            std::uint32_t beyond = tokens;
            while (beyond - fits > 1) {
                const std::uint32_t middle = fits + (beyond - fits) / 2;
                (bytes_of(middle) <= budget ? fits : beyond) = middle;
            }
            return fits == 0 ? std::vector<std::uint32_t>(demand_.groups.size()) : counts_of(fits);
        }
        std::vector<std::uint32_t> counts = counts_of(tokens);
        const double sequences = static_cast<double>(budget) / static_cast<double>(sequence_bytes);
        for (std::uint32_t& count : counts) {
            const double most = std::numeric_limits<std::int32_t>::max();
            count = std::max(count, static_cast<std::uint32_t>(std::min(most, count * sequences)));
        }
        return counts;
    }

    const MemoryDemand& demand_;
};

}  // namespace

std::uint32_t blocks_of_sequence(const KvGroupDemand& group, std::uint32_t block_tokens,
                                 std::uint32_t step_tokens, std::uint32_t tokens) {
    const std::uint32_t all = divide_up(tokens, block_tokens);
    if (!group.window) {
        return all;
    }
    // The window and a step may begin anywhere within a block.
    const std::uint64_t seen = std::uint64_t{*group.window} + step_tokens;
    return std::min(all, divide_up(seen, block_tokens) + 1);
}

Result<KvPlan> plan_kv(const MemoryDemand& demand) {
    return Planner(demand).plan();
}

MemoryDemand memory_demand(const Backend& backend, const Graph& graph, const ModelFile& file,
                           const ExecutorOptions& executor, const LoadOptions& options,
                           std::uint32_t model_context, std::uint64_t free_bytes) {
    ExecutorOptions without_kv = executor;
    without_kv.block_counts.assign(graph.kv_groups.size(), 0);
    const MemoryPlan fixed = backend.plan(graph, file, without_kv);
    MemoryDemand demand;
    demand.weight_bytes = fixed.weight_bytes;
    demand.workspace_bytes = fixed.workspace_bytes;
    for (const KvGroupSpec& group : graph.kv_groups) {
        demand.groups.push_back({backend.block_bytes(group), group.window});
    }
    demand.block_tokens = backend.block_tokens();
    demand.step_tokens = executor.max_tokens;
    demand.model_context = model_context;
    demand.free_bytes = free_bytes;
    demand.context_tokens = options.context_tokens;
    demand.kv_bytes = options.kv_bytes;
    demand.policy = options.memory;
    return demand;
}

}  // namespace hearth
