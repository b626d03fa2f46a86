#include "model/architectures.h"
#include "model/decoder.h"
#include "model/rope.h"

#include <cmath>
#include <utility>

namespace hearth {

namespace {

constexpr std::uint32_t kLocalPerGlobal = 6;  // five windowed layers, then a global one
constexpr double kLocalTheta = 10000.0;

/// Windowed layers rotate with a theta of their own and without the scaling of the global ones.
Result<RopeSpec> local_rope(const ArchitectureKeys& keys, const HyperParameters& gemma) {
    HEARTH_TRY_ASSIGN(const std::uint32_t rotated, rotated_dimensions(keys, gemma));
    HEARTH_TRY_ASSIGN(const auto theta, keys.find_number("rope.freq_base_swa", kThetaRange));
    return RopeSpec{.pairing = RopeSpec::Pairing::halves,
                    .inverse_frequency = inverse_frequencies(theta.value_or(kLocalTheta), rotated)};
}

/// Scores are divided by the square root of the "query pre-attention scalar", which files do not carry. It is
/// the head width, except in the 27B model (62 layers): width / heads.
double attention_scale(const ArchitectureKeys& keys, const HyperParameters& gemma) {
    constexpr std::uint32_t kLayersOf27B = 62;
    if (keys.find("attention.scale") != nullptr || gemma.layer_count != kLayersOf27B) {
        return gemma.attention_scale;
    }
    return 1.0 / std::sqrt(static_cast<double>(gemma.width) / gemma.head_count);
}

}  // namespace

/// Gemma 3 (Gemma Team 2025, arXiv:2503.19786): normed queries and keys, norms before and behind every block,
/// local and global layers. Files have the 1 of its norms' (1 + w) added already.
Result<Model> build_gemma3(const ModelFile& file) {
    const ArchitectureKeys keys(file.metadata(), "gemma3");
    HEARTH_TRY_ASSIGN(HyperParameters gemma, read_hyper_parameters(file, keys));
    gemma.attention_scale = attention_scale(keys, gemma);
    HEARTH_TRY_ASSIGN(const auto windowed, windowed_layers(keys, gemma, kLocalPerGlobal));

    GraphBuilder graph(file);
    HEARTH_TRY_ASSIGN(auto global_rotation, scaled_rope(keys, gemma, RopeSpec::Pairing::halves));
    HEARTH_TRY_ASSIGN(auto local_rotation, local_rope(keys, gemma));
    const RopeId global = graph.rope(std::move(global_rotation));
    const RopeId local = graph.rope(std::move(local_rotation));
    const auto kv = kv_layers(graph, gemma, windowed);

    DecoderBuffers x = embed(graph, gemma, std::sqrt(static_cast<float>(gemma.width)));
    for (std::uint32_t i = 0; i < gemma.layer_count; ++i) {
        const LayerTensors layer(i);
        pre_norm(graph, gemma, x, layer("attn_norm.weight"));
        qkv_projection(graph, gemma, x, layer);
        self_attention(graph, gemma, x, layer, windowed[i] ? local : global, kv[i], QkNorm::per_head);
        attention_output(graph, gemma, x, layer, BranchEnd::keep);
        post_norm(graph, gemma, x, layer("post_attention_norm.weight"));
        if (i + 1 == gemma.layer_count) {
            x = gather_outputs(graph, gemma, x);
        }
        pre_norm(graph, gemma, x, layer("ffn_norm.weight"));
        feed_forward(graph, gemma, x, layer, GatedProjection::Activation::gelu_tanh, BranchEnd::keep);
        post_norm(graph, gemma, x, layer("post_ffw_norm.weight"));
    }
    output_head(graph, gemma, x);

    HEARTH_TRY_ASSIGN(Graph built, std::move(graph).finish(gemma.vocabulary_size));
    return Model{std::move(built), gemma.context_tokens};
}

}  // namespace hearth
