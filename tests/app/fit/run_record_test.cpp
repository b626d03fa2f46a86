#include "fit/run_record.h"

#include "fit/fit.h"
#include "support/round_probe.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <chrono>
#include <vector>

#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::fit;

namespace {

/// A model, a computer that was probed, and what a run is predicted to do.
class RunRecord : public testing::Test {
 protected:
    void SetUp() override {
        test::tiny_model(test::tiny_model_names().front()).file.write(path_);
        options_.thread_count = 2;
        const auto key = device_key(options_);
        ASSERT_TRUE(key);
        key_ = *key;
        ASSERT_TRUE(speeds_.store(key_, test::round_probe()));
        ASSERT_TRUE(speeds_.find(key_));
    }

    PredictedSpeed predicted() const {
        const auto model = ModelFile::open(path_);
        const auto fit = assess(*model, options_, speeds_.find(key_), 0, kQuestion);
        return {fit->decode_tokens_per_s.value(), fit->prefill_tokens_per_s.value()};
    }
    /// The request of kQuestion at these speeds.
    static Finished run_at(double decode, double prefill) {
        using Seconds = std::chrono::duration<double>;
        Finished run;
        run.prompt_tokens = kQuestion.prompt_tokens;
        run.generated_tokens = 101;
        run.decode_time = std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(100 / decode));
        run.time_to_first_token =
            std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(kQuestion.prompt_tokens / prefill));
        return run;
    }
    Status record(const std::vector<Finished>& runs) { return record_runs(speeds_, path_, options_, runs); }

    static constexpr SpeedQuestion kQuestion{.context_fill = 250, .prompt_tokens = 200};
    test::TemporaryFolder folder_;
    std::filesystem::path path_ = folder_.path() / "tiny.gguf";
    LoadOptions options_;
    DeviceKey key_;
    DeviceSpeeds speeds_{folder_.path() / "device_speed.json"};
};

TEST_F(RunRecord, AfterARunThePredictionIsWhatWasMeasured) {
    const PredictedSpeed before = predicted();
    const double decode = before.decode_tokens_per_s * 0.5;
    const double prefill = before.prefill_tokens_per_s * 1.5;
    ASSERT_TRUE(record({run_at(decode, prefill)}));
    EXPECT_NEAR(predicted().decode_tokens_per_s, decode, decode * 1e-3);
    EXPECT_NEAR(predicted().prefill_tokens_per_s, prefill, prefill * 1e-3);
    // Another one at that speed changes nothing: it is compared with the uncorrected prediction.
    ASSERT_TRUE(record({run_at(decode, prefill)}));
    EXPECT_NEAR(predicted().decode_tokens_per_s, decode, decode * 1e-3);
}

TEST_F(RunRecord, OneSlowRunAmongManyIsForgotten) {
    const PredictedSpeed before = predicted();
    const auto at = [&](double share) {
        return run_at(before.decode_tokens_per_s * share, before.prefill_tokens_per_s * share);
    };
    ASSERT_TRUE(record({at(0.8), at(0.3), at(0.8)}));
    EXPECT_NEAR(predicted().decode_tokens_per_s, before.decode_tokens_per_s * 0.8,
                before.decode_tokens_per_s * 1e-3);
}

TEST_F(RunRecord, WhatSaysNothingIsNotRecorded) {
    const PredictedSpeed before = predicted();
    const auto unchanged = [&] {
        return predicted().decode_tokens_per_s == before.decode_tokens_per_s &&
               predicted().prefill_tokens_per_s == before.prefill_tokens_per_s;
    };
    Finished run = run_at(before.decode_tokens_per_s / 2, before.prefill_tokens_per_s / 2);
    ASSERT_TRUE(record({}));
    EXPECT_TRUE(unchanged());
    run.generated_tokens = 31;
    run.cached_tokens = 1;
    ASSERT_TRUE(record({run}));
    EXPECT_TRUE(unchanged()) << "too short";
    run = run_at(before.decode_tokens_per_s / 2, before.prefill_tokens_per_s / 2);
    options_.path = ComputePath::reference;
    ASSERT_TRUE(record({run}));
    options_.path = ComputePath::fast;
    EXPECT_TRUE(unchanged()) << "other arithmetic";
    options_.thread_count = 1;
    ASSERT_TRUE(record({run}));
    options_.thread_count = 2;
    EXPECT_TRUE(unchanged()) << "with one thread nobody has probed";
}

TEST_F(RunRecord, AModelThatIsGoneIsSaid) {
    const Finished run = run_at(1, 1);
    std::filesystem::remove(path_);
    EXPECT_EQ(record({run}).error().code, ErrorCode::file_not_found);
}

}  // namespace
