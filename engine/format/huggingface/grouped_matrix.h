#pragma once

#include "format/derived_tensor.h"
#include "format/huggingface/head_order.h"
#include "format/huggingface/quantization_config.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace hearth {

/// The stored tensors of a matrix that GPTQ or AWQ quantized. With N outputs, K inputs, G groups of inputs
/// and P quants in a word of 32 bits: GPTQ has qweight [K/P, N] (quants of P inputs in a word, lowest bits
/// first) and qzeros [G, N/P]; AWQ has qweight [K, N/P] and qzeros [G, N/P], with the outputs 0 2 4 6 1 3 5 7
/// in a word from its lowest bits on. Both have scales [G, N]; GPTQ may say with g_idx [K] to which group an
/// input belongs.
struct GroupedParts {
    std::string module;                ///< its name in the checkpoint, for errors
    std::string file;                  ///< the file that is named in errors
    std::optional<TensorInfo> quants;  ///< qweight
    std::optional<TensorInfo> zeros;   ///< qzeros
    std::optional<TensorInfo> scales;
    std::optional<TensorInfo> group_index;  ///< g_idx
};

/// The matrix as the engine sees it, [K columns, N rows].
struct GroupedMatrix {
    TensorInfo tensor;  ///< without name and derivation
    std::unique_ptr<const DerivedTensor> derivation;
    /// Its groups are no stretches of 32 inputs, so the values are decoded to f16.
    bool decoded = false;
};

/// Checks that the parts fit together and says how they are read. Values are scale · (quant − zero), exactly,
/// as q4_affine or q8_affine; where `decoded`, each is the nearest f16, off by 2^-11 of it at most (as in the
/// kernels these checkpoints are made for, which compute in f16). `files` may be empty where only headers are
/// at hand: groups that may stand in any order are then taken as if they did. Errors: missing_tensor,
/// bad_shape, unsupported_tensor_type, unsupported_feature, read_failed. What the data hold is checked as
/// they are read: a scale that is not finite, and groups out of order where the description says they are in
/// order, are bad_value; a scale that no f16 holds is unsupported_feature.
Result<GroupedMatrix> grouped_matrix(const GroupedParts& parts, const QuantizationConfig& config,
                                     HeadOrder order, std::span<const File> files);

}  // namespace hearth
