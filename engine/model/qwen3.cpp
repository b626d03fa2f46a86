#include "model/architectures.h"
#include "model/decoder.h"
#include "model/rope.h"

#include <optional>
#include <string>
#include <utility>

namespace hearth {

/// Qwen 3 (Yang et al. 2025, arXiv:2505.09388): Llama's form with normed queries and keys, rotated by halves.
Result<Model> build_qwen3(const ModelFile& file) {
    const ArchitectureKeys keys(file.metadata(), "qwen3");
    HEARTH_TRY_ASSIGN(const HyperParameters qwen3, read_hyper_parameters(file, keys));
    HEARTH_TRY_ASSIGN(const auto windowed, windowed_layers(keys, qwen3, std::nullopt));
    HEARTH_TRY_ASSIGN(const std::uint32_t rotated, rotated_dimensions(keys, qwen3));

    GraphBuilder graph(file);
    const auto divisors = graph.optional_values(std::string(kRopeDivisors), rotated / 2);
    HEARTH_TRY_ASSIGN(auto rotation, scaled_rope(keys, qwen3, RopeSpec::Pairing::halves, divisors));
    const RopeId rope = graph.rope(std::move(rotation));
    const auto kv = kv_layers(graph, qwen3, windowed);

    DecoderBuffers x = embed(graph, qwen3, 1.0F);
    for (std::uint32_t i = 0; i < qwen3.layer_count; ++i) {
        const LayerTensors layer(i);
        pre_norm(graph, qwen3, x, layer("attn_norm.weight"));
        qkv_projection(graph, qwen3, x, layer);
        self_attention(graph, qwen3, x, layer, rope, kv[i], QkNorm::per_head);
        attention_output(graph, qwen3, x, layer, BranchEnd::add_to_residual);
        if (i + 1 == qwen3.layer_count) {
            x = gather_outputs(graph, qwen3, x);
        }
        pre_norm(graph, qwen3, x, layer("ffn_norm.weight"));
        feed_forward(graph, qwen3, x, layer, GatedProjection::Activation::silu, BranchEnd::add_to_residual);
    }
    output_head(graph, qwen3, x);

    HEARTH_TRY_ASSIGN(Graph built, std::move(graph).finish(qwen3.vocabulary_size));
    return Model{std::move(built), qwen3.context_tokens};
}

}  // namespace hearth
