#include "random_graph.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <random>
#include <span>

namespace hearth::cpu::test {

namespace {

class Builder {
 public:
    Builder(const GraphChoices& choices, std::uint32_t seed) : choices_(choices), generator_(seed) {}

    RandomGraph build() {
        Graph& graph = result_.graph;
        graph.vocabulary_size = choices_.vocabulary;
        for (std::size_t group = 0; group < choices_.windows.size(); ++group) {
            std::uint32_t layers = 0;
            for (const std::uint32_t of_layer : choices_.layer_groups) {
                layers += of_layer == group ? 1 : 0;
            }
            graph.kv_groups.push_back({layers, choices_.kv_head_count, choices_.key_dim, choices_.value_dim,
                                       choices_.windows[group]});
        }
        if (choices_.rope_pairs > 0) {
            RopeSpec rope;
            rope.pairing = choices_.pairing;
            rope.magnitude = 1.1F;
            for (std::uint32_t i = 0; i < choices_.rope_pairs; ++i) {
                rope.inverse_frequency.push_back(std::pow(10000.0, -double{1.0} * i / choices_.rope_pairs));
            }
            graph.ropes.push_back(std::move(rope));
        }
        const std::uint32_t q_width = choices_.head_count * choices_.key_dim;
        const std::uint32_t k_width = choices_.kv_head_count * choices_.key_dim;
        const std::uint32_t v_width = choices_.kv_head_count * choices_.value_dim;
        const std::uint32_t attended_width = choices_.head_count * choices_.value_dim;
        residual_ = activation("residual", choices_.width);
        normed_ = activation("normed", choices_.width);
        branch_ = activation("branch", choices_.width);
        const ActivationId q = activation("q", q_width);
        const ActivationId k = activation("k", k_width);
        const ActivationId v = activation("v", v_width);
        const ActivationId attended = activation("attended", attended_width);
        const ActivationId gated = activation("gated", choices_.gate_width);
        const ActivationId gathered = activation("gathered", choices_.width, ActivationSpec::Rows::outputs);
        const ActivationId last = activation("last", choices_.width, ActivationSpec::Rows::outputs);

        const WeightId table = matrix(choices_.vocabulary, choices_.width);
        add(EmbedTokens{table, residual_, choices_.embedding_scale});
        std::vector<std::uint32_t> next_layer(choices_.windows.size());
        for (const std::uint32_t group : choices_.layer_groups) {
            const KvLayer kv{group, next_layer[group]++};
            add(RmsNorm{residual_, norm(choices_.width), normed_, 1e-5F});
            add(QkvProjection{normed_, matrix(q_width, choices_.width), matrix(k_width, choices_.width),
                              matrix(v_width, choices_.width), bias(q_width), bias(k_width), bias(v_width), q,
                              k, v});
            RopeAndStore store{q, k, v, {}, {}, 1e-6F, {}, kv};
            if (choices_.head_norms) {
                store.q_norm = norm(choices_.key_dim);
                store.k_norm = norm(choices_.key_dim);
            }
            if (choices_.rope_pairs > 0) {
                store.rope = RopeId{0};
            }
            add(store);
            add(PagedAttention{q, attended, kv, choices_.head_count,
                               1.0F / std::sqrt(static_cast<float>(choices_.key_dim)), choices_.score_cap});
            close_branch(attended, attended_width);
            add(RmsNorm{residual_, norm(choices_.width), normed_, 1e-5F});
            add(GatedProjection{normed_, matrix(choices_.gate_width, choices_.width),
                                matrix(choices_.gate_width, choices_.width), gated, choices_.activation});
            close_branch(gated, choices_.gate_width);
        }
        add(GatherOutputs{residual_, gathered});
        add(RmsNorm{gathered, norm(choices_.width), last, 1e-5F});
        add(Logits{last, choices_.tied ? table : matrix(choices_.vocabulary, choices_.width),
                   choices_.logit_scale, choices_.logit_cap});
        return std::move(result_);
    }

 private:
    void add(Op op) { result_.graph.ops.push_back(std::move(op)); }

    ActivationId activation(std::string name, std::uint32_t width,
                            ActivationSpec::Rows rows = ActivationSpec::Rows::tokens) {
        result_.graph.activations.push_back({std::move(name), width, rows});
        return {static_cast<std::uint32_t>(result_.graph.activations.size() - 1)};
    }

    void close_branch(ActivationId in, std::uint32_t in_width) {
        const WeightId weight = matrix(choices_.width, in_width);
        if (choices_.sandwich_norms) {
            add(Projection{in, weight, bias(choices_.width), branch_, Projection::Target::overwrite});
            add(RmsNormAdd{branch_, norm(choices_.width), residual_, 1e-5F});
        } else {
            add(Projection{in, weight, bias(choices_.width), residual_, Projection::Target::add});
        }
    }

    std::vector<float> normal(std::size_t count, double mean, double deviation) {
        std::normal_distribution<double> distribution(mean, deviation);
        std::vector<float> values(count);
        for (float& value : values) {
            value = static_cast<float>(distribution(generator_));
        }
        return values;
    }

    WeightId weight(std::uint32_t rows, std::uint32_t columns, DType type, std::span<const std::byte> data) {
        const std::string name = "weight." + std::to_string(result_.graph.weights.size());
        result_.graph.weights.push_back({name, rows, columns});
        std::vector<std::uint64_t> dimensions = {columns};
        if (rows > 1) {
            dimensions.push_back(rows);
        }
        result_.file.tensors.push_back(
            {{name, dtype_info(type).gguf_type, std::move(dimensions)}, {data.begin(), data.end()}});
        return {static_cast<std::uint32_t>(result_.graph.weights.size() - 1)};
    }

    WeightId matrix(std::uint32_t rows, std::uint32_t columns) {
        if (choices_.matrix_type == DType::q8_0) {
            // Blocks of an f16 scale and 32 signed bytes; 0x1000 is 2^-11.
            std::uniform_int_distribution<int> byte(-127, 127);
            std::vector<std::byte> data;
            for (std::uint32_t block = 0; block < rows * columns / 32; ++block) {
                data.insert(data.end(), {std::byte{0x00}, std::byte{0x10}});
                for (int i = 0; i < 32; ++i) {
                    data.push_back(static_cast<std::byte>(byte(generator_)));
                }
            }
            return weight(rows, columns, DType::q8_0, data);
        }
        const std::vector<float> values =
            normal(std::size_t{rows} * columns, 0, 1 / std::sqrt(double{1.0} * columns));
        return weight(rows, columns, DType::f32, std::as_bytes(std::span(values)));
    }
    WeightId vector(std::uint32_t size, double mean) {
        const std::vector<float> values = normal(size, mean, 0.3);
        return weight(1, size, DType::f32, std::as_bytes(std::span(values)));
    }
    WeightId norm(std::uint32_t size) { return vector(size, 1); }
    std::optional<WeightId> bias(std::uint32_t size) {
        return choices_.biases ? std::optional(vector(size, 0)) : std::nullopt;
    }

    const GraphChoices& choices_;
    std::mt19937 generator_;
    RandomGraph result_;
    ActivationId residual_, normed_, branch_;
};

}  // namespace

RandomGraph random_graph(const GraphChoices& choices, std::uint32_t seed) {
    return Builder(choices, seed).build();
}

std::vector<GraphChoices> all_choices() {
    constexpr auto kHalves = RopeSpec::Pairing::halves;
    constexpr auto kGelu = GatedProjection::Activation::gelu_tanh;
    std::vector<GraphChoices> all;
    all.push_back({.name = "Llama", .tied = true});
    all.push_back({.name = "Qwen2", .head_count = 6, .kv_head_count = 2, .pairing = kHalves, .biases = true});
    all.push_back({.name = "Qwen3",
                   .key_dim = 32,
                   .value_dim = 32,
                   .pairing = kHalves,
                   .rope_pairs = 16,
                   .head_norms = true});
    all.push_back({.name = "Gemma3",
                   .head_count = 4,
                   .kv_head_count = 1,
                   .layer_groups = {1, 0, 1},
                   .windows = {{}, 70},
                   .pairing = kHalves,
                   .head_norms = true,
                   .sandwich_norms = true,
                   .tied = true,
                   .activation = kGelu,
                   .embedding_scale = 5.6F});
    all.push_back({.name = "Gemma2",
                   .layer_groups = {1, 0},
                   .windows = {{}, 33},
                   .pairing = kHalves,
                   .sandwich_norms = true,
                   .activation = kGelu,
                   .score_cap = 2.0F,
                   .logit_cap = 3.0F,
                   .logit_scale = 0.7F});
    all.push_back({.name = "OddShapes",
                   .width = 37,
                   .head_count = 3,
                   .kv_head_count = 3,
                   .key_dim = 20,
                   .value_dim = 12,
                   .gate_width = 51,
                   .vocabulary = 33,
                   .rope_pairs = 7});
    all.push_back(
        {.name = "MultiQueryWithoutPositions", .head_count = 8, .kv_head_count = 1, .rope_pairs = 0});
    all.push_back(
        {.name = "Quantized", .width = 64, .gate_width = 96, .vocabulary = 100, .matrix_type = DType::q8_0});
    all.push_back({.name = "WindowOfOne", .layer_groups = {0, 0}, .windows = {1}});
    return all;
}

}  // namespace hearth::cpu::test
