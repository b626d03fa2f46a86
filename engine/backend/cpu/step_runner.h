#pragma once

#include "backend/backend.h"
#include "backend/cpu/attention.h"
#include "backend/cpu/attention_runner.h"
#include "backend/cpu/matmul.h"
#include "backend/cpu/program.h"
#include "backend/cpu/row_runner.h"
#include "backend/cpu/step.h"
#include "backend/cpu/weights.h"
#include "backend/cpu/work_queue.h"
#include "backend/cpu/workspace.h"
#include "base/thread_pool.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hearth::cpu {

/// Runs steps of a program on a thread pool: one fork and join a step; within it every thread goes through
/// the same list of phases and meets the others between them. All memory is made beforehand.
class StepRunner {
 public:
    /// Everything passed in outlives the runner. `plans` are per Program::attention_shapes.
    StepRunner(const Graph& graph, const Program& program, const Weights& weights, const Workspace& workspace,
               const ExecutorOptions& options, std::vector<AttentionPlan> plans);

    /// The batch has been checked.
    void run(const Batch& batch, std::span<float> logits);
    /// Of the quantized inputs of products, beside the workspace.
    std::uint64_t bytes() const;
    static std::uint64_t planned_bytes(const Program& program, const ExecutorOptions& options);

 private:
    /// What all threads do between two barriers.
    struct Phase {
        enum class Kind : std::uint8_t { rows, product, store, attention };
        Kind kind = Kind::rows;
        bool repeat_rows = false;  ///< of a product: every thread computes the rows itself first
        bool with_store = false;   ///< of attention
        std::uint8_t input = 0;    ///< which of the shared inputs rows and product use
        const Stage* stage = nullptr;
    };

    void plan_phases();
    void prepare(const Phase& phase, WorkQueue& queue);
    void run_phase(const Phase& phase, WorkQueue& queue, std::uint32_t thread);

    const Program& program_;
    const Workspace& workspace_;
    ThreadPool pool_;
    Step step_;
    RowRunner rows_;
    AttentionRunner attention_;
    std::vector<MatmulInput> shared_inputs_;  ///< two: one is filled while the other may still be read
    WorkQueue queues_[2];
    std::vector<Phase> phases_;
};

}  // namespace hearth::cpu
