#pragma once

#include "backend/backend.h"
#include "backend/cpu/kv_arena.h"
#include "backend/cpu/program.h"
#include "backend/cpu/step_runner.h"
#include "backend/cpu/weights.h"
#include "backend/cpu/workspace.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hearth::cpu {

/// A model on the processor.
class CpuExecutor final : public Executor {
 public:
    static Result<std::unique_ptr<CpuExecutor>> load(const Graph& graph, const ModelFile& file,
                                                     const ExecutorOptions& options,
                                                     const LoadProgress& progress);

    Status run(const Batch& batch, std::span<float> logits) override;
    Status copy_blocks(std::span<const BlockCopy> copies) override;
    MemoryPlan held() const override;

 private:
    CpuExecutor(Graph graph, ExecutorOptions options, Program program, Weights weights,
                std::vector<KvArena> arenas, Workspace workspace);
    std::vector<AttentionPlan> attention_plans() const;
    Status check(const Batch& batch, std::span<float> logits) const;
    Status check_tables(const BatchSequence& sequence) const;

    Graph graph_;
    ExecutorOptions options_;
    Program program_;
    Weights weights_;
    std::vector<KvArena> arenas_;  ///< per KV group
    Workspace workspace_;
    StepRunner runner_;
};

}  // namespace hearth::cpu
