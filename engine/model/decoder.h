#pragma once

#include "backend/graph.h"
#include "model/graph_builder.h"
#include "model/hyper_parameters.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

// The pieces that decoder-only transformers share. Each adds its ops to the graph, in order.

/// Work buffers that all layers use in turn.
struct DecoderBuffers {
    ActivationId residual;   ///< [rows, width], the stream that blocks add to
    ActivationId branch;     ///< [rows, width], input of a block and output of one with a norm behind it
    ActivationId q;          ///< [tokens, heads · head_dim]
    ActivationId k, v;       ///< [tokens, KV heads · head_dim]
    ActivationId attention;  ///< [tokens, heads · head_dim]
    ActivationId hidden;     ///< [rows, feed_forward]
};

/// Names of a layer's tensors: "blk.3." + part.
class LayerTensors {
 public:
    explicit LayerTensors(std::uint32_t layer);
    std::string operator()(std::string_view part) const { return prefix_ + std::string(part); }

 private:
    std::string prefix_;
};

/// Where K and V of every layer go: a group for the global layers, then one for the windowed.
std::vector<KvLayer> kv_layers(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                               const std::vector<bool>& windowed);

/// residual = embedding of the tokens · scale.
DecoderBuffers embed(GraphBuilder& graph, const HyperParameters& hyper_parameters, float scale);

/// branch = RMS norm of the residual stream.
void pre_norm(GraphBuilder& graph, const HyperParameters& hyper_parameters, const DecoderBuffers& buffers,
              const std::string& weight);

/// residual += RMS norm of branch.
void post_norm(GraphBuilder& graph, const HyperParameters& hyper_parameters, const DecoderBuffers& buffers,
               const std::string& weight);

/// q, k, v from branch, each with the bias that the file has.
void qkv_projection(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                    const DecoderBuffers& buffers, const LayerTensors& layer);

/// Whether queries and keys pass an RMS norm of their own, head by head, before they are rotated.
enum class QkNorm : std::uint8_t { none, per_head };

/// Rotates q and k, stores k and v, attends: attention = softmax(q · K) · V.
void self_attention(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                    const DecoderBuffers& buffers, const LayerTensors& layer, RopeId rope, KvLayer kv,
                    QkNorm norm);

/// Puts the attention output through its matrix: added to the residual stream, or into branch.
enum class BranchEnd : std::uint8_t { add_to_residual, keep };
void attention_output(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                      const DecoderBuffers& buffers, const LayerTensors& layer, BranchEnd end);

/// The gated feed-forward network on branch: added to the residual stream, or into branch.
void feed_forward(GraphBuilder& graph, const HyperParameters& hyper_parameters, const DecoderBuffers& buffers,
                  const LayerTensors& layer, GatedProjection::Activation activation, BranchEnd end);

/// Keeps the rows of the residual stream whose logits are wanted. After the last layer's attention nothing
/// reads the others, so that layer's feed-forward network runs on the returned, smaller buffers.
DecoderBuffers gather_outputs(GraphBuilder& graph, const HyperParameters& hyper_parameters,
                              const DecoderBuffers& buffers);

/// logits = final norm of the residual stream through output.weight, or through the embedding where there is
/// none.
void output_head(GraphBuilder& graph, const HyperParameters& hyper_parameters, const DecoderBuffers& buffers);

}  // namespace hearth
