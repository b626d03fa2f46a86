#pragma once

#include <cstddef>
#include <cstdint>

namespace hearth::cpu {

enum class Isa : std::uint8_t;

/// Tokens of a KV block.
inline constexpr std::uint32_t kBlockTokens = 64;
/// Values of V rows are padded with zeros to a multiple of this, the widest vector of any instruction set.
inline constexpr std::uint32_t kValuePadding = 16;

/// Attention of one KV head for consecutive query tokens of one sequence and all query heads that read this
/// KV head. Query row r belongs to token r / group_size; scores of a row see the keys [first, position],
/// first given by the window. Results are not normalised yet, so that parts of one context can be merged.
struct AttentionTile {
    const float* queries;  ///< f32 [row_count, key_dim], multiplied by `query_scale` of attention_scale.h
    std::uint32_t row_count;
    std::uint32_t group_size;      ///< rows of one token
    std::uint32_t first_position;  ///< of row 0
    std::uint32_t key_dim;
    std::uint32_t value_width;  ///< value dimension padded to kValuePadding

    const std::uint16_t* const* blocks;  ///< KV memory of block `first_block`, `first_block + 1` …
    std::uint32_t first_block;           ///< positions first_block · 64 …
    std::uint32_t last_block;            ///< past the end
    std::size_t key_offset;              ///< from the start of a block, in values: K as f16 [key_dim][64]
    std::size_t value_offset;            ///< V as f16 [64][value_width]
    std::uint32_t window;                ///< query − key < window
    bool capped;
    float cap;  ///< c · log2 e where scores are capped by c · tanh(s / c)

    float* scratch;      ///< attention_scratch_floats()
    float* maximum;      ///< f32 [row_count], base-2 logarithm
    float* sum;          ///< f32 [row_count]
    float* accumulator;  ///< f32 [row_count, value_width]: Σ 2^(score − maximum) · V
};

/// Size of AttentionTile::scratch.
constexpr std::size_t attention_scratch_floats(std::uint32_t row_count, std::uint32_t key_dim,
                                               std::uint32_t value_width) {
    return std::size_t{kBlockTokens} * (row_count + key_dim + value_width);
}

/// The kernels of one instruction set other than matrix products. Arrays need no alignment. This header and
/// what the kernels include have no inline standard library code: a copy compiled for a newer processor must
/// never be the one the linker keeps for all.
struct VectorKernels {
    /// out = in / sqrt(mean(in²) + epsilon) · weight; out may be in.
    void (*rms_norm)(const float* in, const float* weight, float epsilon, std::uint32_t count, float* out);
    /// out = residual + rms_norm(in); out may be residual.
    void (*rms_norm_add)(const float* in, const float* weight, float epsilon, std::uint32_t count,
                         const float* residual, float* out);
    /// Rotates the pairs (2i, 2i + 1) of a head. The table holds each cosine twice; then −sin, +sin of each
    /// pair.
    void (*rotate_interleaved)(const float* cosines, const float* sines, std::uint32_t pair_count,
                               float* head);
    /// Rotates the pairs (i, i + pair_count) of a head; one cosine and one sine a pair.
    void (*rotate_halves)(const float* cosines, const float* sines, std::uint32_t pair_count, float* head);
    /// out = silu(gate) · up, out = gelu_tanh(gate) · up; out may be gate.
    void (*gate_silu)(const float* gate, const float* up, std::uint32_t count, float* out);
    void (*gate_gelu)(const float* gate, const float* up, std::uint32_t count, float* out);
    /// values ← values · scale.
    void (*scale)(float factor, std::uint32_t count, float* values);
    /// values ← cap · tanh(values · scale / cap).
    void (*scale_and_cap)(float factor, float cap, std::uint32_t count, float* values);
    /// Round to nearest even; beyond the range of f16: infinity.
    void (*to_half)(const float* in, std::uint32_t count, std::uint16_t* out);
    /// e^x for −86 ≤ x ≤ 88, relative error below 1e-6; 0 below, e^88 above.
    void (*exponential)(const float* in, std::uint32_t count, float* out);
    void (*attend)(const AttentionTile& tile);
};

/// The kernels for `isa`, which the processor must support.
const VectorKernels& vector_kernels(Isa isa);

}  // namespace hearth::cpu
