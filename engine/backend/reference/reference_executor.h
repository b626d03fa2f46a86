#pragma once

#include "backend/backend.h"
#include "backend/graph.h"
#include "backend/reference/kv_memory.h"
#include "backend/reference/stored_matrix.h"
#include "base/thread_pool.h"

#include <hearth/result.h>

#include <cstdint>
#include <span>
#include <vector>

namespace hearth::reference {

/// Bytes of the buffers that an executor keeps between steps.
std::uint64_t workspace_bytes(const Graph& graph, const ExecutorOptions& options);

/// Interprets a graph op by op.
class ReferenceExecutor final : public Executor {
 public:
    /// `weights` in the order of graph.weights, as read_weights() gives them.
    ReferenceExecutor(Graph graph, std::vector<StoredMatrix> weights, ExecutorOptions options);

    Status run(const Batch& batch, std::span<float> logits) override;
    Status copy_blocks(std::span<const BlockCopy> copies) override;
    MemoryPlan held() const override;

 private:
    class Step;

    Graph graph_;
    std::vector<StoredMatrix> weights_;
    ExecutorOptions options_;
    ThreadPool threads_;
    std::vector<KvMemory> kv_;                     ///< one per KV group
    std::vector<std::vector<float>> activations_;  ///< [most rows, width] each
    std::vector<float> gate_;                      ///< in · Wgateᵀ of a GatedProjection
};

}  // namespace hearth::reference
