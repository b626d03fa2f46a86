#pragma once

#include "backend/graph.h"
#include "support/model_fixture.h"

#include <hearth/dtype.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hearth::cpu::test {

/// Choices from which a random transformer is made.
struct GraphChoices {
    std::string name;
    std::uint32_t width = 32;
    std::uint32_t head_count = 4;
    std::uint32_t kv_head_count = 2;
    std::uint32_t key_dim = 16;
    std::uint32_t value_dim = 16;
    std::uint32_t gate_width = 48;
    std::uint32_t vocabulary = 70;
    std::vector<std::uint32_t> layer_groups = {0, 0};          ///< KV group of each layer
    std::vector<std::optional<std::uint32_t>> windows = {{}};  ///< of each group
    RopeSpec::Pairing pairing = RopeSpec::Pairing::interleaved;
    std::uint32_t rope_pairs = 8;  ///< 0: no rotary embedding
    bool head_norms = false;
    bool biases = false;
    bool sandwich_norms = false;
    bool tied = false;
    GatedProjection::Activation activation = GatedProjection::Activation::silu;
    std::optional<float> score_cap = {};
    std::optional<float> logit_cap = {};
    float logit_scale = 1.0F;
    float embedding_scale = 1.0F;
    DType matrix_type = DType::f32;  ///< f32 or q8_0
};

/// A graph with its weights, random from `seed`.
struct RandomGraph {
    Graph graph;
    hearth::test::ModelFixture file;
};

RandomGraph random_graph(const GraphChoices& choices, std::uint32_t seed);

/// One of each kind of model and of each odd shape.
std::vector<GraphChoices> all_choices();

}  // namespace hearth::cpu::test
