#include "model/decoder.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr const char* kEmbedding = "token_embd.weight";
constexpr const char* kOutput = "output.weight";

}  // namespace

LayerTensors::LayerTensors(std::uint32_t layer) : prefix_(fmt::format("blk.{}.", layer)) {}

std::vector<KvLayer> kv_layers(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                               const std::vector<bool>& windowed) {
    KvGroupSpec spec{.kv_head_count = hyper_parameters.kv_head_count,
                     .key_dim = hyper_parameters.head_dim,
                     .value_dim = hyper_parameters.head_dim,
                     .window = std::nullopt};
    std::vector<KvLayer> layers(windowed.size());
    for (const bool window : {false, true}) {
        spec.layer_count = static_cast<std::uint32_t>(std::count(windowed.begin(), windowed.end(), window));
        if (spec.layer_count == 0) {
            continue;
        }
        spec.window = window ? hyper_parameters.window : std::nullopt;
        const std::uint32_t group = graph.kv_group(spec);
        std::uint32_t index = 0;
        for (std::size_t layer = 0; layer < windowed.size(); ++layer) {
            if (windowed[layer] == window) {
                layers[layer] = {.group = group, .layer = index++};
            }
        }
    }
    return layers;
}

DecoderBuffers embed(GraphBuilder& graph, const HyperParameters& hyper_parameters, float scale) {
    const auto buffer = [&](const char* name, std::uint32_t width) {
        return graph.activation(name, width, ActivationSpec::Rows::tokens);
    };
    const DecoderBuffers buffers{.residual = buffer("residual", hyper_parameters.width),
                                 .branch = buffer("branch", hyper_parameters.width),
                                 .q = buffer("q", hyper_parameters.query_width()),
                                 .k = buffer("k", hyper_parameters.kv_width()),
                                 .v = buffer("v", hyper_parameters.kv_width()),
                                 .attention = buffer("attention", hyper_parameters.query_width()),
                                 .hidden = buffer("hidden", hyper_parameters.feed_forward)};
    graph.add(EmbedTokens{
        .table = graph.matrix(kEmbedding, hyper_parameters.vocabulary_size, hyper_parameters.width),
        .out = buffers.residual,
        .scale = scale});
    return buffers;
}

void pre_norm(GraphBuilder& graph, const HyperParameters& hyper_parameters, const DecoderBuffers& buffers,
              const std::string& weight) {
    graph.add(RmsNorm{.in = buffers.residual,
                      .weight = graph.vector(weight, hyper_parameters.width),
                      .out = buffers.branch,
                      .epsilon = hyper_parameters.norm_epsilon});
}

void post_norm(GraphBuilder& graph, const HyperParameters& hyper_parameters, const DecoderBuffers& buffers,
               const std::string& weight) {
    graph.add(RmsNormAdd{.in = buffers.branch,
                         .weight = graph.vector(weight, hyper_parameters.width),
                         .residual = buffers.residual,
                         .epsilon = hyper_parameters.norm_epsilon});
}

void qkv_projection(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                    const DecoderBuffers& buffers, const LayerTensors& layer) {
    const std::uint32_t width = hyper_parameters.width;
    const std::uint32_t query_width = hyper_parameters.query_width();
    const std::uint32_t kv_width = hyper_parameters.kv_width();
    graph.add(QkvProjection{.in = buffers.branch,
                            .q_weight = graph.matrix(layer("attn_q.weight"), query_width, width),
                            .k_weight = graph.matrix(layer("attn_k.weight"), kv_width, width),
                            .v_weight = graph.matrix(layer("attn_v.weight"), kv_width, width),
                            .q_bias = graph.optional_vector(layer("attn_q.bias"), query_width),
                            .k_bias = graph.optional_vector(layer("attn_k.bias"), kv_width),
                            .v_bias = graph.optional_vector(layer("attn_v.bias"), kv_width),
                            .q = buffers.q,
                            .k = buffers.k,
                            .v = buffers.v});
}

void self_attention(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                    const DecoderBuffers& buffers, const LayerTensors& layer, RopeId rope, KvLayer kv,
                    QkNorm norm) {
    RopeAndStore store{.q = buffers.q,
                       .k = buffers.k,
                       .v = buffers.v,
                       .q_norm = std::nullopt,
                       .k_norm = std::nullopt,
                       .norm_epsilon = hyper_parameters.norm_epsilon,
                       .rope = rope,
                       .kv = kv};
    if (norm == QkNorm::per_head) {
        store.q_norm = graph.vector(layer("attn_q_norm.weight"), hyper_parameters.head_dim);
        store.k_norm = graph.vector(layer("attn_k_norm.weight"), hyper_parameters.head_dim);
    }
    graph.add(store);
    graph.add(PagedAttention{.q = buffers.q,
                             .out = buffers.attention,
                             .kv = kv,
                             .head_count = hyper_parameters.head_count,
                             .scale = static_cast<float>(hyper_parameters.attention_scale),
                             .soft_cap = hyper_parameters.attention_soft_cap});
}

void attention_output(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                      const DecoderBuffers& buffers, const LayerTensors& layer, BranchEnd end) {
    const bool adds = end == BranchEnd::add_to_residual;
    graph.add(Projection{.in = buffers.attention,
                         .weight = graph.matrix(layer("attn_output.weight"), hyper_parameters.width,
                                                hyper_parameters.query_width()),
                         .bias = graph.optional_vector(layer("attn_output.bias"), hyper_parameters.width),
                         .out = adds ? buffers.residual : buffers.branch,
                         .target = adds ? Projection::Target::add : Projection::Target::overwrite});
}

void feed_forward(GraphBuilder& graph, const HyperParameters& hyper_parameters, const DecoderBuffers& buffers,
                  const LayerTensors& layer, GatedProjection::Activation activation, BranchEnd end) {
    const std::uint32_t width = hyper_parameters.width;
    const std::uint32_t hidden = hyper_parameters.feed_forward;
    graph.add(GatedProjection{.in = buffers.branch,
                              .gate_weight = graph.matrix(layer("ffn_gate.weight"), hidden, width),
                              .up_weight = graph.matrix(layer("ffn_up.weight"), hidden, width),
                              .out = buffers.hidden,
                              .activation = activation});
    const bool adds = end == BranchEnd::add_to_residual;
    graph.add(Projection{.in = buffers.hidden,
                         .weight = graph.matrix(layer("ffn_down.weight"), width, hidden),
                         .bias = graph.optional_vector(layer("ffn_down.bias"), width),
                         .out = adds ? buffers.residual : buffers.branch,
                         .target = adds ? Projection::Target::add : Projection::Target::overwrite});
}

DecoderBuffers gather_outputs(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                              const DecoderBuffers& buffers) {
    const auto buffer = [&](const char* name, std::uint32_t width) {
        return graph.activation(name, width, ActivationSpec::Rows::outputs);
    };
    DecoderBuffers outputs = buffers;
    outputs.residual = buffer("output residual", hyper_parameters.width);
    outputs.branch = buffer("output branch", hyper_parameters.width);
    outputs.hidden = buffer("output hidden", hyper_parameters.feed_forward);
    graph.add(GatherOutputs{.in = buffers.residual, .out = outputs.residual});
    return outputs;
}

void output_head(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                 const DecoderBuffers& buffers) {
    pre_norm(graph, hyper_parameters, buffers, "output_norm.weight");
    const std::string head = graph.has_tensor(kOutput) ? kOutput : kEmbedding;
    graph.add(Logits{.in = buffers.branch,
                     .weight = graph.matrix(head, hyper_parameters.vocabulary_size, hyper_parameters.width),
                     .soft_cap = hyper_parameters.logit_soft_cap});
}

}  // namespace hearth
