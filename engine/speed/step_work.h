#pragma once

#include "backend/graph.h"

#include <hearth/dtype.h>
#include <hearth/model_file.h>

#include <cstdint>
#include <vector>

namespace hearth {

/// A step of one sequence: `rows` tokens after `first_position` others.
struct StepShape {
    std::uint32_t rows = 1;
    std::uint32_t first_position = 0;
    bool has_output = true;  ///< of its last row logits are wanted
};

/// The matrices of one operation.
struct ProductWork {
    DType type = DType::f32;
    std::uint64_t weight_bytes = 0;  ///< as stored in the file
    std::uint64_t multiply_adds = 0;
};

/// What a step of a graph has to do, in units that a device takes a time for. The same counts are taken of
/// the models that a probe measures, so that what they leave out is in the measured speeds.
struct StepWork {
    std::vector<ProductWork> products;
    std::uint64_t kv_bytes = 0;                 ///< keys and values read
    std::uint64_t attention_multiply_adds = 0;  ///< of scores and of sums of values
    std::uint64_t row_values = 0;  ///< values of rows that norms, rotations and activations pass over
    std::uint32_t stages = 0;      ///< products or groups of them, after which all threads meet
    std::uint32_t attentions = 0;  ///< layers of attention, after which they meet too
    std::uint32_t rows = 0;

    /// What a decode step reads from one end to the other.
    std::uint64_t working_set() const;
};

/// `file` has the types of the weights; those that it lacks or that cannot be computed with count nothing.
StepWork work_of_step(const Graph& graph, const ModelFile& file, const StepShape& shape);

}  // namespace hearth
