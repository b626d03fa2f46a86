#pragma once

#include "backend/backend.h"
#include "backend/cpu/matmul.h"
#include "backend/cpu/program.h"
#include "backend/cpu/step.h"
#include "backend/cpu/vector_kernels.h"
#include "backend/cpu/weights.h"
#include "backend/cpu/workspace.h"

#include <cstdint>
#include <vector>

namespace hearth::cpu {

/// Row operations and matrix products of a step, in the parts that threads take. Different threads call with
/// different rows, tiles or thread numbers.
class RowRunner {
 public:
    /// Everything passed in outlives the runner.
    RowRunner(const Program& program, const Weights& weights, const Workspace& workspace, const Step& step,
              const ExecutorOptions& options);

    /// Whether, in this step, every thread computes the stage's operations for itself.
    bool repeats(const RowStage& stage) const;
    /// Operations of rows [first, last) in the shared buffers.
    void run_rows(const RowStage& stage, std::uint32_t first, std::uint32_t last) const;
    /// Operations of all rows in the thread's own memory, and its share of the results that are kept; the
    /// quantized input of the stage's product.
    const MatmulInput& repeat_rows(const RowStage& stage, std::uint32_t thread);
    /// Tiles [first_tile, last_tile) of a product with `rows` input rows, and what follows element by
    /// element.
    void run_product(const Product& product, const MatmulInput& input, std::uint32_t rows,
                     std::uint32_t first_tile, std::uint32_t last_tile) const;

    /// Of the threads' own quantized inputs.
    std::uint64_t bytes() const;

 private:
    const float* operand(const RowOperand& operand, const float* own, std::uint32_t row,
                         std::uint32_t width) const;
    void run_operation(const RowOperation& operation, std::uint32_t row, float* own) const;
    void finish_columns(const Product& product, std::uint32_t rows, std::uint32_t first,
                        std::uint32_t last) const;

    const Weights& weights_;
    const Workspace& workspace_;
    const Step& step_;
    const VectorKernels& kernels_;
    std::uint32_t thread_count_;
    std::vector<MatmulInput> own_inputs_;  ///< per thread
};

}  // namespace hearth::cpu
