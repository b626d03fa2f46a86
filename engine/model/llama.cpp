#include "model/architectures.h"
#include "model/decoder.h"
#include "model/rope.h"

#include <string>
#include <utility>

namespace hearth {

/// Llama 1 to 3 (Touvron et al. 2023, arXiv:2302.13971; Grattafiori et al. 2024, arXiv:2407.21783), Mistral,
/// SmolLM2 and others of this form. Writers of GGUF files order the rows of Wq and Wk so that neighbours are
/// rotated together.
Result<Model> build_llama(const ModelFile& file) {
    const ArchitectureKeys keys(file.metadata(), "llama");
    HEARTH_TRY_ASSIGN(const HyperParameters llama, read_hyper_parameters(file, keys));
    // Mistral 7B v0.1 has a window in every layer (Jiang et al. 2023, arXiv:2310.06825).
    HEARTH_TRY_ASSIGN(const auto windowed, windowed_layers(keys, llama, kEveryLayer));
    HEARTH_TRY_ASSIGN(const std::uint32_t rotated, rotated_dimensions(keys, llama));

    GraphBuilder graph(file);
    const auto divisors = graph.optional_values(std::string(kRopeDivisors), rotated / 2);
    HEARTH_TRY_ASSIGN(auto rotation, scaled_rope(keys, llama, RopeSpec::Pairing::interleaved, divisors));
    const RopeId rope = graph.rope(std::move(rotation));
    const auto kv = kv_layers(graph, llama, windowed);

    DecoderBuffers x = embed(graph, llama, 1.0F);
    for (std::uint32_t i = 0; i < llama.layer_count; ++i) {
        const LayerTensors layer(i);
        pre_norm(graph, llama, x, layer("attn_norm.weight"));
        qkv_projection(graph, llama, x, layer);
        self_attention(graph, llama, x, layer, rope, kv[i], QkNorm::none);
        attention_output(graph, llama, x, layer, BranchEnd::add_to_residual);
        if (i + 1 == llama.layer_count) {
            x = gather_outputs(graph, llama, x);
        }
        pre_norm(graph, llama, x, layer("ffn_norm.weight"));
        feed_forward(graph, llama, x, layer, GatedProjection::Activation::silu, BranchEnd::add_to_residual);
    }
    output_head(graph, llama, x);

    HEARTH_TRY_ASSIGN(Graph built, std::move(graph).finish(llama.vocabulary_size));
    return Model{std::move(built), llama.context_tokens};
}

}  // namespace hearth
