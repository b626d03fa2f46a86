#include "model/rope.h"

#include "support/model_fixture.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

/// The rotary embedding of a Llama with heads of 8 and `values` under "llama.rope.".
Result<RopeSpec> rope(const std::vector<std::pair<std::string, MetadataValue>>& values,
                      std::vector<float> divisors = {}) {
    Metadata metadata("test.gguf");
    for (const auto& [key, value] : values) {
        metadata.set("llama.rope." + key, value);
    }
    HyperParameters sizes;
    sizes.head_dim = 8;
    sizes.context_tokens = 4096;
    return scaled_rope(ArchitectureKeys(metadata, "llama"), sizes, RopeSpec::Pairing::halves, divisors);
}

void expect_frequencies(const Result<RopeSpec>& actual, const std::vector<double>& expected,
                        double magnitude = 1) {
    ASSERT_TRUE(actual) << actual.error().message;
    ASSERT_EQ(actual->inverse_frequency.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(actual->inverse_frequency[i], expected[i], 1e-12) << i;
    }
    EXPECT_NEAR(actual->magnitude, magnitude, 1e-6);
}

TEST(Rope, PlainFrequenciesFallByAConstantRatio) {
    expect_frequencies(rope({}), {1, 0.1, 0.01, 0.001});
    expect_frequencies(rope({{"freq_base", f32_value(1e8)}}), {1, 0.01, 1e-4, 1e-6});
}

TEST(Rope, OnlyTheStatedDimensionsRotate) {
    expect_frequencies(rope({{"dimension_count", u32_value(4)}}), {1, 0.01});
}

TEST(Rope, LinearScalingSlowsEveryPair) {
    const std::vector<double> slowed = {0.25, 0.025, 0.0025, 0.00025};
    expect_frequencies(rope({{"scaling.type", string_value("linear")}, {"scaling.factor", f32_value(4)}}),
                       slowed);
    expect_frequencies(rope({{"scaling.factor", f32_value(4)}}), slowed);
    expect_frequencies(rope({{"scale_linear", f32_value(4)}}), slowed);
    expect_frequencies(rope({{"scaling.type", string_value("none")}, {"scaling.factor", f32_value(4)}}),
                       {1, 0.1, 0.01, 0.001});
}

TEST(Rope, DivisorsApplyToTheirPairs) {
    expect_frequencies(rope({}, {1, 2, 4, 8}), {1, 0.05, 0.0025, 0.000125});
}

TEST(Rope, YarnKeepsFastPairsAndSlowsSlowOnes) {
    // Within 1024 tokens pair 0 turns 163 times, pair 1 16 times, pair 2 1.6 times, pair 3 0.16 times. The
    // pairs with 32 turns and with one are 0.7 and 2.2: rounded outwards the ramp runs from 0 to 3, a third a
    // pair.
    const auto spec = rope({{"scaling.type", string_value("yarn")},
                            {"scaling.factor", f32_value(4)},
                            {"scaling.original_context_length", u32_value(1024)}});
    const double third = 1.0 / 3;
    expect_frequencies(spec, {1, 0.1 * (1 - third + third / 4), 0.01 * (third + 2 * third / 4), 0.001 / 4},
                       0.1 * std::log(4) + 1);
}

TEST(Rope, YarnMagnitudeIsAppliedOnce) {
    const std::vector<std::pair<std::string, MetadataValue>> yarn = {{"scaling.type", string_value("yarn")},
                                                                     {"scaling.factor", f32_value(4)}};
    const auto with = [&](const std::string& key, double value) {
        auto values = yarn;
        values.emplace_back(key, f32_value(value));
        return rope(values);
    };
    const double usual = 0.1 * std::log(4) + 1;
    EXPECT_NEAR(with("scaling.yarn_attn_factor", 1)->magnitude, usual, 1e-6);
    EXPECT_NEAR(with("scaling.yarn_attn_factor", usual)->magnitude, usual, 1e-6);
    EXPECT_NEAR(with("scaling.attn_factor", 0.5)->magnitude, usual / 2, 1e-6);
    ASSERT_FALSE(with("scaling.yarn_attn_factor", 2));
    EXPECT_EQ(with("scaling.yarn_attn_factor", 2).error().code, ErrorCode::unsupported_feature);
}

struct Refusal {
    std::string key;
    MetadataValue value;
    ErrorCode code;
};

TEST(Rope, RefusesWhatItCannotCompute) {
    const Refusal refusals[] = {
        {"scaling.type", string_value("longrope"), ErrorCode::unsupported_feature},
        {"scaling.type", string_value("dynamic"), ErrorCode::unsupported_feature},
        {"scaling.type", u32_value(1), ErrorCode::bad_value},
        {"scaling.alpha", f32_value(1000), ErrorCode::unsupported_feature},
        {"scaling.factor", f32_value(0), ErrorCode::bad_value},
        {"scaling.factor", f32_value(-2), ErrorCode::bad_value},
        {"scaling.factor", f32_value(std::nan("")), ErrorCode::bad_value},
        {"freq_base", f32_value(0), ErrorCode::bad_value},
        {"freq_base", f32_value(INFINITY), ErrorCode::bad_value},
        {"dimension_count", u32_value(0), ErrorCode::bad_value},
        {"dimension_count", u32_value(3), ErrorCode::bad_value},
        {"dimension_count", u32_value(10), ErrorCode::bad_value},
        {"dimension_count_swa", u32_value(4), ErrorCode::unsupported_feature},
    };
    for (const Refusal& refusal : refusals) {
        const auto spec = rope({{refusal.key, refusal.value}});
        ASSERT_FALSE(spec) << refusal.key;
        EXPECT_EQ(spec.error().code, refusal.code) << spec.error().message;
        EXPECT_EQ(spec.error().details.field, "llama.rope." + refusal.key);
        EXPECT_EQ(spec.error().details.file, "test.gguf");
    }
    for (const float divisor : {0.0F, -1.0F, INFINITY, NAN}) {
        const auto spec = rope({}, {1, 1, divisor, 1});
        ASSERT_FALSE(spec) << divisor;
        EXPECT_EQ(spec.error().code, ErrorCode::bad_value);
        EXPECT_EQ(spec.error().details.field, kRopeDivisors);
    }
}

TEST(Rope, YarnVariantsAreRefused) {
    for (const auto& [key, value] :
         {std::pair("scaling.yarn_ext_factor", 0.5), {"scaling.yarn_log_multiplier", 0.1}}) {
        const auto spec = rope({{"scaling.type", string_value("yarn")}, {key, f32_value(value)}});
        ASSERT_FALSE(spec) << key;
        EXPECT_EQ(spec.error().code, ErrorCode::unsupported_feature);
        EXPECT_EQ(spec.error().details.field, std::string("llama.rope.") + key);
    }
}

}  // namespace
}  // namespace hearth::test
