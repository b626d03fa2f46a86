#include "model/architecture.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <algorithm>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

using Change = std::function<void(ModelFixture&)>;

/// Builds a tiny model with something about its file changed.
Result<Model> build(const std::string& name, const Change& change = {}) {
    const TemporaryFolder folder;
    ModelFixture fixture = tiny_model(name).file;
    if (change) {
        change(fixture);
    }
    fixture.write(folder.path() / "model.gguf");
    HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(folder.path() / "model.gguf"));
    return build_model(file);
}

Change set(const std::string& key, MetadataValue value) {
    return [=](ModelFixture& fixture) { fixture.metadata.set(key, value); };
}
Change without(const std::string& key) {
    return [=](ModelFixture& fixture) { fixture.remove(key); };
}
Change without_tensor(const std::string& name) {
    return [=](ModelFixture& fixture) { fixture.remove_tensor(name); };
}
/// A tensor of zeros under `name`, in place of the one that was there.
Change tensor(const std::string& name, std::vector<std::uint64_t> dimensions) {
    return [=](ModelFixture& fixture) {
        fixture.remove_tensor(name);
        fixture.add_zeros(name, dimensions);
    };
}

struct Refusal {
    std::string what;
    std::string model;
    Change change;
    ErrorCode code;
    std::string field;
};

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> table = {
        {"architecture_unknown", "llama", set("general.architecture", string_value("mamba")),
         ErrorCode::unsupported_architecture, "general.architecture"},
        {"architecture_missing", "llama", without("general.architecture"), ErrorCode::missing_key,
         "general.architecture"},
        {"architecture_type", "llama", set("general.architecture", u32_value(1)), ErrorCode::bad_value,
         "general.architecture"},

        {"layers_missing", "llama", without("llama.block_count"), ErrorCode::missing_key,
         "llama.block_count"},
        {"layers_none", "llama", set("llama.block_count", u32_value(0)), ErrorCode::bad_value,
         "llama.block_count"},
        {"layers_absurd", "llama", set("llama.block_count", u32_value(4'000'000'000U)), ErrorCode::bad_value,
         "llama.block_count"},
        {"layers_more_than_tensors", "llama", set("llama.block_count", u32_value(4)),
         ErrorCode::missing_tensor, "blk.3.attn_norm.weight"},
        {"layers_fewer_than_tensors", "llama", set("llama.block_count", u32_value(2)),
         ErrorCode::unsupported_feature, "blk.2.attn_norm.weight"},
        {"width_type", "llama", set("llama.embedding_length", string_value("64")), ErrorCode::bad_value,
         "llama.embedding_length"},
        {"width_differs", "llama", set("llama.embedding_length", u32_value(128)), ErrorCode::bad_shape,
         "token_embd.weight"},
        {"context_missing", "llama", without("llama.context_length"), ErrorCode::missing_key,
         "llama.context_length"},
        {"feed_forward_missing", "llama", without("llama.feed_forward_length"), ErrorCode::missing_key,
         "llama.feed_forward_length"},
        {"feed_forward_differs", "llama", set("llama.feed_forward_length", u32_value(97)),
         ErrorCode::bad_shape, "blk.0.ffn_gate.weight"},
        {"feed_forward_by_layer", "llama", set("llama.feed_forward_length", u32_array({96, 96, 64})),
         ErrorCode::unsupported_feature, "llama.feed_forward_length"},
        {"heads_missing", "llama", without("llama.attention.head_count"), ErrorCode::missing_key,
         "llama.attention.head_count"},
        {"heads_none", "llama", set("llama.attention.head_count", u32_value(0)), ErrorCode::bad_value,
         "llama.attention.head_count"},
        {"heads_do_not_divide", "llama", set("llama.attention.head_count", u32_value(5)),
         ErrorCode::bad_value, "llama.attention.head_count_kv"},
        {"kv_heads_do_not_divide", "llama", set("llama.attention.head_count_kv", u32_value(3)),
         ErrorCode::bad_value, "llama.attention.head_count_kv"},
        {"kv_heads_by_layer", "llama", set("llama.attention.head_count_kv", u32_array({2, 1, 2})),
         ErrorCode::unsupported_feature, "llama.attention.head_count_kv"},
        {"kv_heads_wrong_length", "llama", set("llama.attention.head_count_kv", u32_array({2, 2})),
         ErrorCode::bad_value, "llama.attention.head_count_kv"},
        {"head_width_absurd", "llama", set("llama.attention.key_length", u32_value(1U << 20U)),
         ErrorCode::bad_value, "llama.attention.key_length"},
        {"value_width_differs", "qwen3", set("qwen3.attention.value_length", u32_value(16)),
         ErrorCode::unsupported_feature, "qwen3.attention.value_length"},
        {"epsilon_missing", "llama", without("llama.attention.layer_norm_rms_epsilon"),
         ErrorCode::missing_key, "llama.attention.layer_norm_rms_epsilon"},
        {"epsilon_negative", "llama", set("llama.attention.layer_norm_rms_epsilon", f32_value(-1e-5)),
         ErrorCode::bad_value, "llama.attention.layer_norm_rms_epsilon"},

        {"experts", "llama", set("llama.expert_count", u32_value(8)), ErrorCode::unsupported_feature,
         "llama.expert_count"},
        {"logit_scale", "llama", set("llama.logit_scale", f32_value(8)), ErrorCode::unsupported_feature,
         "llama.logit_scale"},
        {"embedding_scale", "llama", set("llama.embedding_scale", f32_value(12)),
         ErrorCode::unsupported_feature, "llama.embedding_scale"},
        {"not_causal", "qwen3", set("qwen3.attention.causal", bool_value(false)),
         ErrorCode::unsupported_feature, "qwen3.attention.causal"},
        {"alibi", "llama", set("llama.attention.max_alibi_bias", f32_value(8)),
         ErrorCode::unsupported_feature, "llama.attention.max_alibi_bias"},
        {"rope_sections", "qwen2", set("qwen2.rope.dimension_sections", u32_array({4, 2, 2, 0})),
         ErrorCode::unsupported_feature, "qwen2.rope.dimension_sections"},
        {"rope_scaling", "llama", set("llama.rope.scaling.type", string_value("longrope")),
         ErrorCode::unsupported_feature, "llama.rope.scaling.type"},
        {"window_in_unknown_layers", "qwen2", set("qwen2.attention.sliding_window", u32_value(32)),
         ErrorCode::unsupported_feature, "qwen2.attention.sliding_window"},
        {"window_pattern_length", "gemma3",
         set("gemma3.attention.sliding_window_pattern", bool_array({true, false, true})),
         ErrorCode::bad_value, "gemma3.attention.sliding_window_pattern"},
        {"window_pattern_zero", "gemma3", set("gemma3.attention.sliding_window_pattern", u32_value(0)),
         ErrorCode::bad_value, "gemma3.attention.sliding_window_pattern"},

        {"embedding_missing", "llama", without_tensor("token_embd.weight"), ErrorCode::missing_tensor,
         "token_embd.weight"},
        {"embedding_too_short", "llama", tensor("token_embd.weight", {64, 299}), ErrorCode::bad_shape,
         "token_embd.weight"},
        {"output_differs", "llama", tensor("output.weight", {64, 301}), ErrorCode::bad_shape,
         "output.weight"},
        {"norm_missing", "gemma3", without_tensor("blk.6.post_ffw_norm.weight"), ErrorCode::missing_tensor,
         "blk.6.post_ffw_norm.weight"},
        {"qk_norm_missing", "qwen3", without_tensor("blk.1.attn_k_norm.weight"), ErrorCode::missing_tensor,
         "blk.1.attn_k_norm.weight"},
        {"matrix_transposed", "llama", tensor("blk.0.ffn_down.weight", {64, 96}), ErrorCode::bad_shape,
         "blk.0.ffn_down.weight"},
        {"matrix_of_three_dimensions", "llama", tensor("blk.0.ffn_up.weight", {64, 48, 2}),
         ErrorCode::bad_shape, "blk.0.ffn_up.weight"},
        {"bias_length", "qwen2", tensor("blk.1.attn_v.bias", {15}), ErrorCode::bad_shape,
         "blk.1.attn_v.bias"},
        {"rope_factors_length", "llama", tensor("rope_freqs.weight", {4}), ErrorCode::bad_shape,
         "rope_freqs.weight"},
        {"rope_factors_zero", "llama", tensor("rope_freqs.weight", {8}), ErrorCode::bad_value,
         "rope_freqs.weight"},

        // Tensors that change the result and that these architectures do not have.
        {"attention_sinks", "llama", tensor("blk.0.attn_sinks.weight", {4}), ErrorCode::unsupported_feature,
         "blk.0.attn_sinks.weight"},
        {"feed_forward_bias", "llama", tensor("blk.1.ffn_up.bias", {96}), ErrorCode::unsupported_feature,
         "blk.1.ffn_up.bias"},
        {"output_bias", "qwen2", tensor("output.bias", {300}), ErrorCode::unsupported_feature, "output.bias"},
        {"qk_norm_unknown_to_llama", "llama", tensor("blk.0.attn_q_norm.weight", {16}),
         ErrorCode::unsupported_feature, "blk.0.attn_q_norm.weight"},
        {"rope_factors_unknown_to_gemma", "gemma3", tensor("rope_freqs.weight", {16}),
         ErrorCode::unsupported_feature, "rope_freqs.weight"},
    };
    return table;
}

class BuildModelRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(BuildModelRefuses, WithOneSentenceThatNamesFileAndField) {
    const Refusal& refusal = GetParam();
    const auto model = build(refusal.model, refusal.change);
    ASSERT_FALSE(model);
    EXPECT_EQ(error_name(model.error().code), error_name(refusal.code)) << model.error().message;
    EXPECT_EQ(model.error().details.field, refusal.field) << model.error().message;
    EXPECT_NE(model.error().message.find("model.gguf"), std::string::npos) << model.error().message;
    EXPECT_NE(model.error().message.find(refusal.field), std::string::npos) << model.error().message;
}

INSTANTIATE_TEST_SUITE_P(All, BuildModelRefuses, testing::ValuesIn(refusals()),
                         [](const auto& tested) { return tested.param.what; });

template <class T>
std::vector<T> ops_of(const Graph& graph) {
    std::vector<T> out;
    for (const Op& op : graph.ops) {
        if (const auto* one = std::get_if<T>(&op)) {
            out.push_back(*one);
        }
    }
    return out;
}

TEST(BuildModel, TensorTypeWithoutKernelsIsNamed) {
    const auto model = build("llama-blocks", [](ModelFixture& fixture) {
        auto& tensor = fixture.tensor("blk.2.attn_output.weight");
        tensor.info.gguf_type = 19;  // IQ1_S, 50 bytes for 256 values
        tensor.data.resize(256 * 50);
    });
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ErrorCode::unsupported_tensor_type) << model.error().message;
    EXPECT_NE(model.error().message.find("IQ1_S"), std::string::npos) << model.error().message;
    EXPECT_NE(model.error().message.find("blk.2.attn_output.weight"), std::string::npos);
}

TEST(BuildModel, ArchitecturesAreListedInOrder) {
    const auto listed = architectures();
    ASSERT_EQ(listed.size(), 4U);
    EXPECT_TRUE(std::ranges::is_sorted(listed, {}, &Architecture::name));
}

TEST(BuildModel, TiedEmbeddingsAreOneWeight) {
    const auto tied = build("qwen3");
    ASSERT_TRUE(tied) << tied.error().message;
    EXPECT_EQ(ops_of<EmbedTokens>(tied->graph).front().table, ops_of<Logits>(tied->graph).front().weight);
    const auto untied = build("qwen2");
    ASSERT_TRUE(untied) << untied.error().message;
    EXPECT_NE(ops_of<EmbedTokens>(untied->graph).front().table, ops_of<Logits>(untied->graph).front().weight);
}

TEST(BuildModel, LayersOfOneKindShareAGroup) {
    const auto gemma = build("gemma3");
    ASSERT_TRUE(gemma) << gemma.error().message;
    ASSERT_EQ(gemma->graph.kv_groups.size(), 2U);
    EXPECT_EQ(gemma->graph.kv_groups[0].layer_count, 1U);
    EXPECT_EQ(gemma->graph.kv_groups[0].window, std::nullopt);
    EXPECT_EQ(gemma->graph.kv_groups[1].layer_count, 6U);
    EXPECT_EQ(gemma->graph.kv_groups[1].window, 16U);

    const auto mistral = build("llama-window");
    ASSERT_TRUE(mistral) << mistral.error().message;
    ASSERT_EQ(mistral->graph.kv_groups.size(), 1U);
    EXPECT_EQ(mistral->graph.kv_groups[0].window, 16U);
}

TEST(BuildModel, WindowPatternOfTheFileWins) {
    constexpr const char* kPattern = "gemma3.attention.sliding_window_pattern";
    const auto every_second = build("gemma3", set(kPattern, u32_value(2)));
    ASSERT_TRUE(every_second) << every_second.error().message;
    EXPECT_EQ(every_second->graph.kv_groups[0].layer_count, 3U);

    const auto listed =
        build("gemma3", set(kPattern, bool_array({false, true, true, false, false, true, true})));
    ASSERT_TRUE(listed) << listed.error().message;
    std::vector<std::uint32_t> groups;
    for (const PagedAttention& attention : ops_of<PagedAttention>(listed->graph)) {
        groups.push_back(attention.kv.group);
    }
    EXPECT_EQ(groups, (std::vector<std::uint32_t>{0, 1, 1, 0, 0, 1, 1}));

    const auto global = build("gemma3", set(kPattern, u32_value(1)));
    ASSERT_TRUE(global) << global.error().message;
    ASSERT_EQ(global->graph.kv_groups.size(), 1U);
    EXPECT_EQ(global->graph.kv_groups[0].window, std::nullopt);
}

TEST(BuildModel, WindowThatHidesNothingIsNone) {
    for (const std::uint32_t window : {0U, 512U, 4096U}) {
        const auto model = build("qwen2", set("qwen2.attention.sliding_window", u32_value(window)));
        ASSERT_TRUE(model) << model.error().message;
        ASSERT_EQ(model->graph.kv_groups.size(), 1U);
        EXPECT_EQ(model->graph.kv_groups[0].window, std::nullopt);
    }
}

TEST(BuildModel, UniformListsOfSizesAreAccepted) {
    const auto model = build("llama", [](ModelFixture& fixture) {
        fixture.metadata.set("llama.attention.head_count", u32_array({4, 4, 4}));
        fixture.metadata.set("llama.attention.head_count_kv", u32_array({2, 2, 2}));
        fixture.metadata.set("llama.feed_forward_length", u32_array({96, 96, 96}));
    });
    EXPECT_TRUE(model) << model.error().message;
}

TEST(BuildModel, NeutralValuesOfOtherFamiliesAreAccepted) {
    const auto model = build("llama", [](ModelFixture& fixture) {
        fixture.metadata.set("llama.expert_count", u32_value(0));
        fixture.metadata.set("llama.logit_scale", f32_value(1));
        fixture.metadata.set("llama.attention.causal", bool_value(true));
    });
    EXPECT_TRUE(model) << model.error().message;
}

TEST(BuildModel, GemmaScalesWhatTheOthersDoNot) {
    const auto gemma = build("gemma3");
    ASSERT_TRUE(gemma) << gemma.error().message;
    EXPECT_FLOAT_EQ(ops_of<EmbedTokens>(gemma->graph).front().scale, 8.0F);            // sqrt(64)
    EXPECT_FLOAT_EQ(ops_of<PagedAttention>(gemma->graph).front().scale, 0.17677669F);  // 1 / sqrt(32)
    const auto large = build("gemma3-62");
    ASSERT_TRUE(large) << large.error().message;
    EXPECT_FLOAT_EQ(ops_of<PagedAttention>(large->graph).front().scale, 0.35355338F);  // 1 / sqrt(32 / 4)
    const auto stated = build("gemma3-62", set("gemma3.attention.scale", f32_value(0.5)));
    ASSERT_TRUE(stated) << stated.error().message;
    EXPECT_FLOAT_EQ(ops_of<PagedAttention>(stated->graph).front().scale, 0.5F);
}

}  // namespace
}  // namespace hearth::test
