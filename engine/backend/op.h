#pragma once

#include <hearth/ids.h>

#include <cstdint>
#include <optional>
#include <variant>

namespace hearth {

/// Index into Graph::weights, Graph::activations, Graph::ropes.
using WeightId = Id<struct WeightTag>;
using ActivationId = Id<struct ActivationTag>;
using RopeId = Id<struct RopeTag>;

/// One layer's K and V within a KV group.
struct KvLayer {
    std::uint32_t group = 0;  ///< index into Graph::kv_groups
    std::uint32_t layer = 0;  ///< index within the group
};

// The closed op vocabulary, at the fused level. Shapes: an activation is f32 [rows, width], row-major; a
// weight matrix is [out, in] of any DType, blocks along `in`; a weight vector is f32. Rows are the tokens of
// the step until GatherOutputs, and the rows that need logits after it. Outputs are overwritten and alias no
// input unless said.

/// out[t] = table[token[t]] · scale.
struct EmbedTokens {
    WeightId table;  ///< [vocabulary, width]
    ActivationId out;
    float scale = 1.0F;
};

/// out[t] = in[t] / sqrt(mean(in[t]²) + epsilon) · weight  (Zhang and Sennrich 2019, arXiv:1910.07467).
struct RmsNorm {
    ActivationId in;
    WeightId weight;   ///< [width]
    ActivationId out;  ///< may be `in`
    float epsilon = 0;
};

/// residual[t] += rms_norm(in[t]) · weight: the norm after a block (Gemma's sandwich norms).
struct RmsNormAdd {
    ActivationId in;
    WeightId weight;
    ActivationId residual;
    float epsilon = 0;
};

/// q = in · Wqᵀ + bq, and the same for k and v.
struct QkvProjection {
    ActivationId in;
    WeightId q_weight, k_weight, v_weight;
    std::optional<WeightId> q_bias, k_bias, v_bias;
    ActivationId q, k, v;  ///< [tokens, heads · head_dim]
};

/// Per head: RMS norm of q and k where given (weight [head_dim]), rotary embedding at each token's position
/// (Su et al. 2021, arXiv:2104.09864), then K and V of each token are written to its sequence's block of
/// `kv`. `q` is rotated in place.
struct RopeAndStore {
    ActivationId q, k, v;
    std::optional<WeightId> q_norm, k_norm;
    float norm_epsilon = 0;
    std::optional<RopeId> rope;  ///< absent: no position embedding
    KvLayer kv;
};

/// out = softmax(mask(cap(scale · q · Kᵀ))) · V over the sequence's blocks, causal; query head h reads KV
/// head h / (heads / kv_heads). With the group's window w a key is seen iff query − key < w. cap(s) = c ·
/// tanh(s / c).
struct PagedAttention {
    ActivationId q;
    ActivationId out;  ///< [tokens, heads · head_dim]
    KvLayer kv;
    std::uint32_t head_count = 0;
    float scale = 0;
    std::optional<float> soft_cap;
};

/// out = in · Wᵀ + bias, or out += … where it closes a residual branch.
struct Projection {
    enum class Target : std::uint8_t { overwrite, add };
    ActivationId in;
    WeightId weight;
    std::optional<WeightId> bias;
    ActivationId out;
    Target target = Target::overwrite;
};

/// out = activation(in · Wgateᵀ) ⊙ (in · Wupᵀ)  (Shazeer 2020, arXiv:2002.05202).
struct GatedProjection {
    enum class Activation : std::uint8_t { silu, gelu_tanh };
    ActivationId in;
    WeightId gate_weight, up_weight;
    ActivationId out;
    Activation activation = Activation::silu;
};

/// out[i] = in[output_rows[i]]: from here on only rows whose logits are wanted.
struct GatherOutputs {
    ActivationId in;
    ActivationId out;
};

/// logits[i] = cap(in[i] · Wᵀ · scale), the step's result.
struct Logits {
    ActivationId in;
    WeightId weight;  ///< [vocabulary, width]; the embedding table where the model ties them
    float scale = 1.0F;
    std::optional<float> soft_cap;
};

using Op = std::variant<EmbedTokens, RmsNorm, RmsNormAdd, QkvProjection, RopeAndStore, PagedAttention,
                        Projection, GatedProjection, GatherOutputs, Logits>;

}  // namespace hearth
