#pragma once

#include "backend/backend.h"
#include "backend/cpu/attention.h"
#include "backend/cpu/program.h"
#include "backend/cpu/rope_table.h"
#include "backend/cpu/step.h"
#include "backend/cpu/vector_kernels.h"
#include "backend/cpu/weights.h"
#include "backend/cpu/workspace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hearth::cpu {

/// Position embedding, KV writes and attention of a step, in the parts that threads take.
class AttentionRunner {
 public:
    /// Everything passed in outlives the runner. `plans` are per Program::attention_shapes.
    AttentionRunner(const Graph& graph, const Weights& weights, const Workspace& workspace, const Step& step,
                    std::vector<AttentionPlan> plans);

    /// Divides the work of the step that begins; one thread.
    void plan();
    std::span<const AttentionItem> items(const AttentionStage& stage) const {
        return plans_[stage.shape].items();
    }
    /// Cosines and sines of rows [first, last).
    void fill_ropes(std::uint32_t first, std::uint32_t last);
    /// Rotates a row's q in place and writes its K and V to the cache.
    void store_row(const StoreStage& store, std::uint32_t row, std::uint32_t thread) const;
    /// With `with_store` (single tokens) also what store_row would do for the item's heads; q stays as it is.
    void attend(const AttentionStage& stage, const AttentionItem& item, bool with_store,
                std::uint32_t thread);

 private:
    /// A thread's memory cut up for one kind of attention.
    struct Scratch {
        Scratch(float* memory, const AttentionDims& dims);
        float* queries;
        float* first_partial;
        float* second_partial;
        float* head;  ///< key_dim floats and as many halves
        float* kernel;
    };

    void rotate(const StoreStage& store, std::uint32_t row, float* head) const;
    void store_head(const StoreStage& store, std::uint32_t row, std::uint32_t kv_head, float* scratch) const;
    void load_queries(const AttentionStage& stage, const AttentionJob& job, bool with_store,
                      float* queries) const;
    AttentionTile tile_of(const AttentionStage& stage, const AttentionJob& job, const Scratch& scratch) const;
    void run_split(const AttentionPlan& plan, const AttentionJob& job, std::uint32_t split,
                   AttentionTile tile, const AttentionPartial& result) const;
    AttentionPartial shared_part(const AttentionDims& dims, const AttentionJob& job,
                                 std::uint32_t split) const;
    void write_result(const AttentionStage& stage, const AttentionJob& job,
                      const AttentionPartial& result) const;

    const Graph& graph_;
    const Weights& weights_;
    const Workspace& workspace_;
    const Step& step_;
    const VectorKernels& kernels_;
    std::vector<AttentionPlan> plans_;
    std::vector<RopeTable> ropes_;
};

}  // namespace hearth::cpu
