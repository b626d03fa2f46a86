#include "model/architectures.h"
#include "model/decoder.h"
#include "model/rope.h"

#include <optional>
#include <string>
#include <utility>

namespace hearth {

/// Qwen 2 and 2.5 (Yang et al. 2024, arXiv:2407.10671): Llama's form with biases on q, k and v, rotated by
/// halves.
Result<Model> build_qwen2(const ModelFile& file) {
    const ArchitectureKeys keys(file.metadata(), "qwen2");
    HEARTH_TRY_ASSIGN(const HyperParameters qwen2, read_hyper_parameters(file, keys));
    HEARTH_TRY_ASSIGN(const auto windowed, windowed_layers(keys, qwen2, std::nullopt));
    HEARTH_TRY_ASSIGN(const std::uint32_t rotated, rotated_dimensions(keys, qwen2));

    GraphBuilder graph(file);
    const auto divisors = graph.optional_values(std::string(kRopeDivisors), rotated / 2);
    HEARTH_TRY_ASSIGN(auto rotation, scaled_rope(keys, qwen2, RopeSpec::Pairing::halves, divisors));
    const RopeId rope = graph.rope(std::move(rotation));
    const auto kv = kv_layers(graph, qwen2, windowed);

    DecoderBuffers x = embed(graph, qwen2, 1.0F);
    for (std::uint32_t i = 0; i < qwen2.layer_count; ++i) {
        const LayerTensors layer(i);
        pre_norm(graph, qwen2, x, layer("attn_norm.weight"));
        qkv_projection(graph, qwen2, x, layer);
        self_attention(graph, qwen2, x, layer, rope, kv[i], QkNorm::none);
        attention_output(graph, qwen2, x, layer, BranchEnd::add_to_residual);
        if (i + 1 == qwen2.layer_count) {
            x = gather_outputs(graph, qwen2, x);
        }
        pre_norm(graph, qwen2, x, layer("ffn_norm.weight"));
        feed_forward(graph, qwen2, x, layer, GatedProjection::Activation::silu, BranchEnd::add_to_residual);
    }
    output_head(graph, qwen2, x);

    HEARTH_TRY_ASSIGN(Graph built, std::move(graph).finish(qwen2.vocabulary_size));
    return Model{std::move(built), qwen2.context_tokens};
}

}  // namespace hearth
