#pragma once

#include "backend/graph.h"

#include <hearth/dtype.h>
#include <hearth/load.h>
#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hearth::reference {

/// A weight as it stands in the file, [rows, columns]; rows are turned into floats when they are needed.
struct StoredMatrix {
    DType type = DType::f32;
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::vector<std::byte> bytes;

    /// Dequantizes one row; `out` has `columns` values.
    void row(std::uint32_t row, std::span<float> out) const;
};

/// The tensor that `spec` names, if the file has it with that shape and a type that can be computed with:
/// otherwise missing_tensor, bad_shape or unsupported_tensor_type.
Result<const TensorInfo*> find_weight(const ModelFile& file, const WeightSpec& spec);

/// Reads all weights of a graph; when `progress` says stop: cancelled.
Result<std::vector<StoredMatrix>> read_weights(const Graph& graph, const ModelFile& file,
                                               const LoadProgress& progress);

}  // namespace hearth::reference
