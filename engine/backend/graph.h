#pragma once

#include "backend/op.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hearth {

/// A tensor of the model file that the graph reads. A vector has rows == 1.
struct WeightSpec {
    std::string tensor;  ///< name in the file
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
};

/// A named f32 work buffer of [rows, width].
struct ActivationSpec {
    enum class Rows : std::uint8_t { tokens, outputs };
    std::string name;
    std::uint32_t width = 0;
    Rows rows = Rows::tokens;
};

/// Layers that share one kind of attention, and so one block pool and one block table per sequence.
struct KvGroupSpec {
    std::uint32_t layer_count = 0;
    std::uint32_t kv_head_count = 0;
    std::uint32_t key_dim = 0;  ///< of one head
    std::uint32_t value_dim = 0;
    std::optional<std::uint32_t> window;  ///< tokens a query sees, itself included; absent: all
};

/// Rotary embedding reduced to what the kernel needs: angle_i(position) = position · inverse_frequency[i];
/// cos and sin are multiplied by `magnitude`. Dimensions past 2 · size pass through. Scaling schemes (linear,
/// Llama 3 factors, YaRN) are already folded in.
struct RopeSpec {
    enum class Pairing : std::uint8_t { interleaved, halves };  ///< (2i, 2i+1) or (i, i + d/2)
    Pairing pairing = Pairing::interleaved;
    std::vector<double> inverse_frequency;
    float magnitude = 1.0F;
};

/// A model as backends see it: what to load and, in order, what to compute for every step. Const after it is
/// built.
struct Graph {
    std::vector<WeightSpec> weights;
    std::vector<ActivationSpec> activations;
    std::vector<KvGroupSpec>
        kv_groups;  ///< at least one; group 0 is global where the model has global layers
    std::vector<RopeSpec> ropes;
    std::vector<Op> ops;
    std::uint32_t vocabulary_size = 0;  ///< columns of the logits
};

}  // namespace hearth
