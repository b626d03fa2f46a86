#pragma once

#include "backend/backend.h"
#include "backend/cpu/attention.h"
#include "backend/cpu/matmul.h"
#include "backend/cpu/program.h"
#include "backend/cpu/rope_table.h"
#include "backend/cpu/vector_kernels.h"
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
    void fill_ropes(std::uint32_t thread);

    std::uint32_t row_count(const RowStage& stage) const;
    bool repeats(const RowStage& stage) const;
    const float* operand(const RowOperand& operand, const float* own, std::uint32_t row,
                         std::uint32_t width) const;
    void run_operation(const RowOperation& operation, std::uint32_t row, float* own) const;
    void run_rows(const RowStage& stage, std::uint32_t first, std::uint32_t last) const;
    const MatmulInput& repeat_rows(const RowStage& stage, std::uint32_t thread);
    void run_product(const Product& product, const MatmulInput& input, std::uint32_t rows,
                     std::uint32_t first_tile, std::uint32_t last_tile) const;
    void finish_columns(const Product& product, std::uint32_t rows, std::uint32_t first,
                        std::uint32_t last) const;

    void rotate(const StoreStage& store, std::uint32_t row, float* head) const;
    void store_head(const StoreStage& store, std::uint32_t row, std::uint32_t kv_head, float* scratch) const;
    void store_row(const StoreStage& store, std::uint32_t row, float* scratch) const;
    void attend(const AttentionStage& stage, const AttentionItem& item, bool with_store,
                std::uint32_t thread);
    void load_queries(const AttentionStage& stage, const AttentionJob& job, bool with_store,
                      float* queries) const;
    void write_result(const AttentionStage& stage, const AttentionJob& job,
                      const AttentionPartial& result) const;

    struct RowPlace {
        std::uint32_t sequence = 0;
        std::uint32_t position = 0;
    };

    const Graph& graph_;
    const Program& program_;
    const Weights& weights_;
    const Workspace& workspace_;
    const VectorKernels& kernels_;
    ThreadPool pool_;
    std::vector<AttentionPlan> plans_;
    std::vector<RopeTable> ropes_;
    std::vector<MatmulInput> shared_inputs_;  ///< two: one is filled while the other may still be read
    std::vector<MatmulInput> own_inputs_;     ///< per thread
    WorkQueue queues_[2];
    std::vector<Phase> phases_;

    Batch batch_;
    std::span<float> logits_;
    std::vector<RowPlace> places_;  ///< per row of the step
};

}  // namespace hearth::cpu
