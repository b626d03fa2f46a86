#include "fit/fit.h"

#include "support/round_probe.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <hearth/load_plan.h>

#include <chrono>
#include <optional>

#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::fit;

namespace {

DeviceSpeed device() {
    DeviceSpeed device;
    device.probe = test::round_probe();
    return device;
}

class FitTest : public testing::Test {
 protected:
    void SetUp() override {
        const auto path = folder_.path() / "tiny.gguf";
        const auto model = test::tiny_model(test::tiny_model_names().front());
        model.file.write(path);
        auto opened = ModelFile::open(path);
        ASSERT_TRUE(opened);
        model_.emplace(*std::move(opened));
        options_.thread_count = 2;
    }

    test::TemporaryFolder folder_;
    std::optional<ModelFile> model_;
    LoadOptions options_;
};

TEST_F(FitTest, IsThePlanOfALoad) {
    const auto fit = assess(*model_, options_, std::nullopt, 0);
    const auto plan = plan_load(*model_, options_);
    ASSERT_TRUE(fit) << fit.error().message;
    ASSERT_TRUE(plan);
    EXPECT_TRUE(fit->fits);
    EXPECT_EQ(fit->weights_bytes, plan->weight_bytes);
    EXPECT_EQ(fit->kv_bytes, plan->kv_bytes);
    EXPECT_EQ(fit->workspace_bytes, plan->workspace_bytes);
    EXPECT_EQ(fit->context_tokens, plan->context_tokens);
    EXPECT_GT(fit->free_bytes, 0U);
    EXPECT_FALSE(fit->decode_tokens_per_s) << "nobody has probed";
    EXPECT_FALSE(fit->prefill_tokens_per_s);
}

TEST_F(FitTest, GivesTheNumbersOfWhatDoesNotFit) {
    options_.kv_bytes = std::uint64_t{1} << 50U;
    const auto fit = assess(*model_, options_, std::nullopt, 0);
    ASSERT_TRUE(fit) << fit.error().message;
    EXPECT_FALSE(fit->fits);
    EXPECT_GT(fit->total_bytes(), fit->free_bytes);
    // Forcing a load makes nothing fit.
    options_.memory = MemoryPolicy::force;
    const auto forced = assess(*model_, options_, std::nullopt, 0);
    ASSERT_TRUE(forced);
    EXPECT_FALSE(forced->fits);
}

TEST_F(FitTest, WhatIsUnloadedFirstMakesRoom) {
    options_.kv_bytes = std::uint64_t{1} << 50U;
    const auto fit = assess(*model_, options_, std::nullopt, std::uint64_t{1} << 51U);
    ASSERT_TRUE(fit) << fit.error().message;
    EXPECT_TRUE(fit->fits);
    EXPECT_GT(fit->free_bytes, std::uint64_t{1} << 50U);
}

TEST_F(FitTest, SaysWhyAModelCannotRun) {
    auto file = test::tiny_model(test::tiny_model_names().front()).file;
    file.metadata.set("general.architecture", test::string_value("unheard"));
    const auto path = folder_.path() / "unheard.gguf";
    file.write(path);
    const auto model = ModelFile::open(path);
    ASSERT_TRUE(model);
    const auto fit = assess(*model, options_, std::nullopt, 0);
    ASSERT_FALSE(fit);
    EXPECT_EQ(fit.error().code, ErrorCode::unsupported_architecture);
}

TEST_F(FitTest, SpeedsAreCorrectedByRuns) {
    DeviceSpeed known = device();
    const auto plain = assess(*model_, options_, known, 0);
    known.decode_factor = 0.5;
    known.prefill_factor = 2;
    const auto corrected = assess(*model_, options_, known, 0);
    ASSERT_TRUE(plain && corrected);
    ASSERT_TRUE(plain->decode_tokens_per_s && corrected->decode_tokens_per_s);
    EXPECT_DOUBLE_EQ(*corrected->decode_tokens_per_s, *plain->decode_tokens_per_s / 2);
    EXPECT_DOUBLE_EQ(*corrected->prefill_tokens_per_s, *plain->prefill_tokens_per_s * 2);
}

TEST_F(FitTest, AProbeOfAnotherUseLeavesTheMemoryKnown) {
    options_.thread_count = 1;
    const auto fit = assess(*model_, options_, device(), 0);
    ASSERT_TRUE(fit) << fit.error().message;
    EXPECT_TRUE(fit->fits);
    EXPECT_GT(fit->total_bytes(), 0U);
    EXPECT_FALSE(fit->decode_tokens_per_s);
    EXPECT_FALSE(fit->prefill_tokens_per_s);
}

TEST_F(FitTest, ARunIsComparedWithWhatWasPredictedForIt) {
    Finished run;
    run.prompt_tokens = 200;
    run.generated_tokens = 101;
    run.decode_time = std::chrono::seconds(4);
    run.time_to_first_token = std::chrono::milliseconds(500);
    DeviceSpeed known = device();
    known.decode_factor = 3;  // a correction is not compared with itself
    const auto measurement = measurement_of(*model_, options_, known, run);
    ASSERT_TRUE(measurement);
    EXPECT_DOUBLE_EQ(measurement->decode_tokens_per_s.value(), 25) << "100 tokens followed the first";
    EXPECT_DOUBLE_EQ(measurement->prefill_tokens_per_s.value(), 400);
    const auto predicted =
        predict_speed(*model_, options_, known.probe, {.context_fill = 250, .prompt_tokens = 200});
    ASSERT_TRUE(predicted);
    EXPECT_DOUBLE_EQ(measurement->predicted.decode_tokens_per_s, predicted->decode_tokens_per_s);
    EXPECT_DOUBLE_EQ(measurement->predicted.prefill_tokens_per_s, predicted->prefill_tokens_per_s);

    run.cached_tokens = 10;
    EXPECT_FALSE(measurement_of(*model_, options_, known, run)->prefill_tokens_per_s);
    run.generated_tokens = 31;
    EXPECT_FALSE(measurement_of(*model_, options_, known, run)) << "too little";
    run.cached_tokens = 0;
    EXPECT_FALSE(measurement_of(*model_, options_, known, run)->decode_tokens_per_s);
    run.prompt_tokens = 127;
    EXPECT_FALSE(measurement_of(*model_, options_, known, run));
}

}  // namespace
