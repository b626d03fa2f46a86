#include "speed/step_time.h"
#include "speed/step_work.h"
#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"
#include "support/tiny_model.h"

#include <hearth/speed.h>

#include <cmath>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

/// Round numbers: a byte from the caches costs 1 ns and from memory 4 ns, a multiply-add 0.5 ns.
DeviceProbe probe() {
    DeviceProbe probe;
    probe.thread_count = 2;
    probe.cached_bytes = 1024;
    probe.streamed_bytes = 16384;
    probe.prefill_tokens = 512;
    probe.types = {
        {DType::q4_k, 1e9, 0.25e9, 2e9}, {DType::q8_0, 2e9, 0.5e9, 4e9}, {DType::f32, 1e9, 1e9, 1e9}};
    probe.kv_bytes_per_s = 1e9;
    probe.attention_multiply_adds_per_s = 1e9;
    probe.row_values_per_s = 1e9;
    probe.sampled_logits_per_s = 1e9;
    probe.seconds_per_stage = 100e-9;
    probe.seconds_per_attention = 50e-9;
    probe.seconds_per_step = 1000e-9;
    return probe;
}

constexpr double kNano = 1e-9;

TEST(StepTime, ABytesTimeGrowsWithTheLogarithmOfTheWorkingSet) {
    EXPECT_NEAR(seconds_per_byte(probe(), DType::q4_k, 10), 1 * kNano, 1e-15);
    EXPECT_NEAR(seconds_per_byte(probe(), DType::q4_k, 1024), 1 * kNano, 1e-15);
    EXPECT_NEAR(seconds_per_byte(probe(), DType::q4_k, 4096), 2.5 * kNano, 1e-15)
        << "half way: 2 of 4 doublings";
    EXPECT_NEAR(seconds_per_byte(probe(), DType::q4_k, 16384), 4 * kNano, 1e-15);
    EXPECT_NEAR(seconds_per_byte(probe(), DType::q4_k, 1 << 30), 4 * kNano, 1e-15);
}

TEST(StepTime, AnUnmeasuredTypeIsThatOfTheMostSimilarBits) {
    EXPECT_EQ(speed_of(probe(), DType::q4_k).type, DType::q4_k);
    EXPECT_EQ(speed_of(probe(), DType::q2_k).type, DType::q4_k);
    EXPECT_EQ(speed_of(probe(), DType::q6_k).type, DType::q8_0);  // 6.56 bits: 1.94 from 8.5, 2.06 from 4.5
    EXPECT_EQ(speed_of(probe(), DType::f16).type, DType::q8_0);   // 16 bits: 7.5 from 8.5, 16 from 32
    DeviceProbe one = probe();
    one.types = {{DType::f32, 1, 1, 1}};
    EXPECT_EQ(speed_of(one, DType::q2_k).type, DType::f32);
}

TEST(StepTime, AddsUpADecodeStep) {
    StepWork work;
    work.products = {{DType::q4_k, 512, 900}, {DType::q8_0, 512, 900}};
    work.kv_bytes = 0;
    work.row_values = 30;
    work.stages = 3;
    work.attentions = 2;
    work.rows = 1;
    // 1024 bytes in the caches: 512 · 1 and 512 · 0.5 ns, longer than 900 · 0.5 and 900 · 0.25; two threads
    // pass over 30 values each; 1000 + 3 · 100 + 2 · 50.
    EXPECT_NEAR(seconds_of(work, probe()) / kNano, 512 + 256 + 60 + 1400, 1e-6);
    work.kv_bytes = 15360;  // the working set is 16384: from memory
    EXPECT_NEAR(seconds_of(work, probe()) / kNano, 512 * 4 + 512 * 2 + 15360 + 60 + 1400, 1e-6);
}

TEST(StepTime, ManyTokensTakeTheLongerOfReadingAndComputing) {
    StepWork work;
    work.products = {{DType::q4_k, 512, 100'000}, {DType::q8_0, 512, 100}};
    work.kv_bytes = 0;
    work.attention_multiply_adds = 700;
    work.row_values = 30;
    work.stages = 1;
    work.rows = 8;
    EXPECT_NEAR(seconds_of(work, probe()) / kNano, 50'000 + 256 + 700 + 30 + 1100, 1e-6);
}

/// Two rows wide models would do: every count of a graph with one layer by hand.
TEST(StepWorkTest, CountsAGraph) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "m.gguf";
    const auto values = [](std::size_t count) { return std::vector<float>(count, 1.0F); };
    TinyGguf().tensor("wide", {8, 32}, values(256)).tensor("deep", {32, 8}, values(256)).write(path);
    const auto file = ModelFile::open(path);
    ASSERT_TRUE(file);

    Graph graph;
    graph.weights = {{"wide", 32, 8}, {"deep", 8, 32}, {"norm", 1, 8}};
    graph.activations = {{"x", 8, ActivationSpec::Rows::tokens},
                         {"h", 32, ActivationSpec::Rows::tokens},
                         {"k", 4, ActivationSpec::Rows::tokens},
                         {"o", 8, ActivationSpec::Rows::outputs}};
    graph.kv_groups = {{.layer_count = 1, .kv_head_count = 2, .key_dim = 2, .value_dim = 4, .window = 10}};
    graph.vocabulary_size = 32;
    const ActivationId x{0};
    const ActivationId h{1};
    const ActivationId o{3};
    graph.ops = {
        RmsNorm{.in = x, .weight = WeightId{2}, .out = x, .epsilon = 0},
        GatedProjection{.in = x, .gate_weight = WeightId{0}, .up_weight = WeightId{0}, .out = h},
        Projection{.in = h, .weight = WeightId{1}, .bias = std::nullopt, .out = x},
        PagedAttention{.q = x, .out = x, .kv = {}, .head_count = 4, .scale = 1, .soft_cap = std::nullopt},
        GatherOutputs{.in = x, .out = o},
        Logits{.in = o, .weight = WeightId{0}, .soft_cap = std::nullopt}};

    const StepWork decode = work_of_step(graph, *file, {.rows = 1, .first_position = 3});
    EXPECT_EQ(decode.products.size(), 4U);
    EXPECT_EQ(decode.products[0].weight_bytes, 1024U);
    EXPECT_EQ(decode.products[0].multiply_adds, 256U);
    EXPECT_EQ(decode.stages, 3U);
    EXPECT_EQ(decode.attentions, 1U);
    EXPECT_EQ(decode.kv_bytes, 4U * 2 * 6 * 2) << "4 tokens, 2 heads, 2 + 4 values of 2 bytes";
    EXPECT_EQ(decode.attention_multiply_adds, 4U * 4 * 6);
    EXPECT_EQ(decode.row_values, 8U + 32 + 8);
    EXPECT_EQ(decode.working_set(), 4 * 1024U + 96);

    const StepWork far = work_of_step(graph, *file, {.rows = 1, .first_position = 99});
    EXPECT_EQ(far.kv_bytes, 10U * 2 * 6 * 2) << "the window";

    const StepWork prompt = work_of_step(graph, *file, {.rows = 3, .first_position = 0, .has_output = false});
    EXPECT_EQ(prompt.products.size(), 3U) << "no logits";
    EXPECT_EQ(prompt.products[2].multiply_adds, 3U * 256);
    EXPECT_EQ(prompt.attention_multiply_adds, (1U + 2 + 3) * 4 * 6);
    EXPECT_EQ(prompt.row_values, 3U * (8 + 32));
    EXPECT_EQ(prompt.stages, 2U);
}

class PredictSpeed : public testing::Test {
 protected:
    void SetUp() override {
        const auto path = folder_.path() / "m.gguf";
        tiny_model(tiny_model_names().front()).file.write(path);
        auto opened = ModelFile::open(path);
        ASSERT_TRUE(opened);
        file_.emplace(*std::move(opened));
        options_.thread_count = 2;
    }
    TemporaryFolder folder_;
    std::optional<ModelFile> file_;
    LoadOptions options_;
};

TEST_F(PredictSpeed, IsTheInverseOfTheTime) {
    const auto one = predict_speed(*file_, options_, probe());
    ASSERT_TRUE(one) << one.error().message;
    DeviceProbe half = probe();
    for (TypeSpeed& speed : half.types) {
        speed.cached_bytes_per_s /= 2;
        speed.streamed_bytes_per_s /= 2;
        speed.multiply_adds_per_s /= 2;
    }
    for (double* speed : {&half.kv_bytes_per_s, &half.attention_multiply_adds_per_s, &half.row_values_per_s,
                          &half.sampled_logits_per_s}) {
        *speed /= 2;
    }
    for (double* time : {&half.seconds_per_stage, &half.seconds_per_attention, &half.seconds_per_step}) {
        *time *= 2;
    }
    const auto two = predict_speed(*file_, options_, half);
    ASSERT_TRUE(two);
    EXPECT_NEAR(two->decode_tokens_per_s, one->decode_tokens_per_s / 2, 1e-6 * one->decode_tokens_per_s);
    EXPECT_NEAR(two->prefill_tokens_per_s, one->prefill_tokens_per_s / 2, 1e-6 * one->prefill_tokens_per_s);
}

TEST_F(PredictSpeed, AFullerContextIsSlower) {
    const auto near = predict_speed(*file_, options_, probe(), {.context_fill = 1});
    const auto far = predict_speed(*file_, options_, probe(), {.context_fill = 10'000});
    ASSERT_TRUE(near && far);
    EXPECT_LT(far->decode_tokens_per_s, near->decode_tokens_per_s / 2);
}

TEST_F(PredictSpeed, RefusesAProbeOfAnotherUse) {
    const auto code = [&](const DeviceProbe& of, const LoadOptions& options) {
        const auto speed = predict_speed(*file_, options, of);
        return speed ? std::string_view("none") : error_name(speed.error().code);
    };
    EXPECT_EQ(code(probe(), options_), "none");
    LoadOptions other = options_;
    other.thread_count = 1;
    EXPECT_EQ(code(probe(), other), error_name(ErrorCode::invalid_request));
    other = options_;
    other.activation_bits = ActivationBits::eight;
    EXPECT_EQ(code(probe(), other), error_name(ErrorCode::invalid_request));
    other = options_;
    other.path = ComputePath::reference;
    EXPECT_EQ(code(probe(), other), error_name(ErrorCode::invalid_request));
    DeviceProbe empty = probe();
    empty.types.clear();
    EXPECT_EQ(code(empty, options_), error_name(ErrorCode::invalid_request));
}

}  // namespace
}  // namespace hearth::test
