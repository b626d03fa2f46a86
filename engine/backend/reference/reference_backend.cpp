#include "backend/reference/reference_backend.h"

#include "backend/reference/kv_memory.h"
#include "backend/reference/reference_executor.h"
#include "backend/reference/stored_matrix.h"

#include <new>
#include <utility>

#include <fmt/format.h>

namespace hearth {

std::string_view ReferenceBackend::name() const {
    return "reference";
}

std::uint32_t ReferenceBackend::block_tokens() const {
    return reference::kBlockTokens;
}

std::uint64_t ReferenceBackend::block_bytes(const KvGroupSpec& group) const {
    return reference::KvMemory::block_values(group) * sizeof(float);
}

MemoryPlan ReferenceBackend::plan(const Graph& graph, const ModelFile& file,
                                  const ExecutorOptions& options) const {
    MemoryPlan plan;
    for (const WeightSpec& weight : graph.weights) {
        const TensorInfo* tensor = file.find(weight.tensor);
        plan.weight_bytes += tensor != nullptr ? tensor->bytes : 0;
    }
    for (std::size_t group = 0; group < graph.kv_groups.size(); ++group) {
        plan.kv_bytes += block_bytes(graph.kv_groups[group]) * options.block_counts[group];
    }
    plan.workspace_bytes = reference::workspace_bytes(graph, options);
    return plan;
}

Result<std::unique_ptr<Executor>> ReferenceBackend::load(const Graph& graph, const ModelFile& file,
                                                         const ExecutorOptions& options,
                                                         const LoadProgress& progress) const {
    try {
        HEARTH_TRY_ASSIGN(auto weights, reference::read_weights(graph, file, progress));
        return std::unique_ptr<Executor>(
            std::make_unique<reference::ReferenceExecutor>(graph, std::move(weights), options));
    } catch (const std::bad_alloc&) {
        const MemoryPlan needed = plan(graph, file, options);
        const std::uint64_t bytes = needed.weight_bytes + needed.kv_bytes + needed.workspace_bytes;
        const std::string& path = file.metadata().file();
        ErrorDetails details;
        details.file = path;
        details.bytes_needed = bytes;
        return Error{ErrorCode::out_of_memory,
                     fmt::format("{}: the model needs {} bytes of memory", escaped(path), bytes),
                     std::move(details)};
    }
}

}  // namespace hearth
