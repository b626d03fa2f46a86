#pragma once

#include "backend/cpu/matmul.h"
#include "backend/cpu/program.h"
#include "backend/graph.h"

#include <hearth/load.h>
#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <vector>

namespace hearth::cpu {

/// The weights of a graph in the kernels' layout: matrices packed, vectors f32. A tensor that several weights
/// name (tied embeddings) is held once. Immutable.
class Weights {
 public:
    /// Reads through ModelFile::read, never a mapping: a drive that vanishes is an error, not a signal. Packs
    /// on `thread_count` threads; `progress` is called from this one.
    static Result<Weights> load(const Graph& graph, const Program& program, const ModelFile& file,
                                std::uint32_t thread_count, const LoadProgress& progress);
    /// Bytes that load() will hold; tensors that are missing or cannot be computed with count nothing.
    static std::uint64_t planned_bytes(const Graph& graph, const Program& program, const ModelFile& file);

    const PackedMatrix& matrix(WeightId id) const { return matrices_[matrix_of_[id.value]]; }
    const float* vector(WeightId id) const { return vectors_[vector_of_[id.value]].data(); }
    std::uint64_t bytes() const;

 private:
    std::vector<PackedMatrix> matrices_;
    std::vector<std::vector<float>> vectors_;
    std::vector<std::uint32_t> matrix_of_;  ///< per weight, where used as a matrix
    std::vector<std::uint32_t> vector_of_;
};

}  // namespace hearth::cpu
