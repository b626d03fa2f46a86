#include "fit/device_speed.h"

#include "support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::fit;
using hearth::test::TemporaryFolder;

namespace {

DeviceProbe probe(double speed = 5e10) {
    DeviceProbe probe;
    probe.device = "a processor";
    probe.instruction_set = "avx2";
    probe.thread_count = 4;
    probe.cached_bytes = 1 << 20;
    probe.streamed_bytes = 1 << 28;
    probe.prefill_tokens = 512;
    probe.types = {{DType::q4_k, speed, speed / 2, 3e11}, {DType::bf16, speed, speed / 3, 1e11}};
    probe.kv_bytes_per_s = 1e10;
    probe.attention_multiply_adds_per_s = 2e11;
    probe.row_values_per_s = 3e10;
    probe.sampled_logits_per_s = 4e9;
    probe.seconds_per_stage = 1e-6;
    probe.seconds_per_attention = 2e-6;
    probe.seconds_per_step = 3e-5;
    probe.processor_share = 0.97;
    return probe;
}

DeviceKey key() {
    return {.processor = "a processor",
            .instruction_set = "avx2",
            .thread_count = 4,
            .activation_bits = 16,
            .engine_version = "1.0"};
}

Measurement run(std::optional<double> decode, std::optional<double> prefill) {
    return {.model = "m",
            .predicted = {.decode_tokens_per_s = 100, .prefill_tokens_per_s = 1000},
            .decode_tokens_per_s = decode,
            .prefill_tokens_per_s = prefill};
}

class DeviceSpeedTest : public testing::Test {
 protected:
    std::string text() const {
        std::ifstream stream(file_);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    void write(const std::string& text) const { std::ofstream(file_) << text; }
    DeviceSpeed found() const {
        const auto speed = speeds_.find(key());
        EXPECT_TRUE(speed);
        return speed.value_or(DeviceSpeed{});
    }

    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.path() / "data" / "device_speed.json";
    DeviceSpeeds speeds_{file_};
};

TEST_F(DeviceSpeedTest, KnowsNothingBeforeTheFirstProbe) {
    EXPECT_FALSE(speeds_.find(key()));
    EXPECT_TRUE(speeds_.record(key(), run(50, {})));
    EXPECT_FALSE(std::filesystem::exists(file_)) << "a run says nothing without a probe";
}

TEST_F(DeviceSpeedTest, AProbeComesBackAsItWas) {
    ASSERT_TRUE(speeds_.store(key(), probe()));
    const auto speed = DeviceSpeeds(file_).find(key());
    ASSERT_TRUE(speed);
    const DeviceProbe& read = speed->probe;
    const DeviceProbe wrote = probe();
    EXPECT_EQ(read.device, wrote.device);
    EXPECT_EQ(read.instruction_set, wrote.instruction_set);
    EXPECT_EQ(read.thread_count, wrote.thread_count);
    EXPECT_EQ(read.activation_bits, wrote.activation_bits);
    EXPECT_EQ(read.cached_bytes, wrote.cached_bytes);
    EXPECT_EQ(read.streamed_bytes, wrote.streamed_bytes);
    EXPECT_EQ(read.prefill_tokens, wrote.prefill_tokens);
    ASSERT_EQ(read.types.size(), 2U);
    EXPECT_EQ(read.types[1].type, DType::bf16);
    EXPECT_EQ(read.types[1].cached_bytes_per_s, wrote.types[1].cached_bytes_per_s);
    EXPECT_EQ(read.types[1].streamed_bytes_per_s, wrote.types[1].streamed_bytes_per_s);
    EXPECT_EQ(read.types[1].multiply_adds_per_s, wrote.types[1].multiply_adds_per_s);
    EXPECT_EQ(read.kv_bytes_per_s, wrote.kv_bytes_per_s);
    EXPECT_EQ(read.attention_multiply_adds_per_s, wrote.attention_multiply_adds_per_s);
    EXPECT_EQ(read.row_values_per_s, wrote.row_values_per_s);
    EXPECT_EQ(read.sampled_logits_per_s, wrote.sampled_logits_per_s);
    EXPECT_EQ(read.seconds_per_stage, wrote.seconds_per_stage);
    EXPECT_EQ(read.seconds_per_attention, wrote.seconds_per_attention);
    EXPECT_EQ(read.seconds_per_step, wrote.seconds_per_step);
    EXPECT_EQ(read.processor_share, wrote.processor_share);
    EXPECT_EQ(speed->decode_factor, 1);
    EXPECT_EQ(speed->prefill_factor, 1);
}

TEST_F(DeviceSpeedTest, SaysWhenItWasMeasuredAndWhetherUndisturbed) {
    const std::chrono::sys_seconds then{std::chrono::seconds(1'700'000'000)};
    ASSERT_TRUE(speeds_.store(key(), probe(), then));
    EXPECT_EQ(found().measured, then);
    EXPECT_FALSE(found().disturbed());
    // A file of a version that did not note the time.
    std::string without = text();
    const std::size_t begin = without.find("\"measured\"");
    ASSERT_NE(begin, std::string::npos);
    without.erase(begin, without.find('\n', begin) - begin + 1);
    write(without);
    EXPECT_FALSE(found().measured);
    DeviceProbe busy = probe();
    busy.processor_share = 0.3;
    ASSERT_TRUE(speeds_.store(key(), busy));
    EXPECT_TRUE(found().disturbed());
    EXPECT_GE(*found().measured, then) << "now";
}

TEST_F(DeviceSpeedTest, EveryPartOfTheKeyCounts) {
    ASSERT_TRUE(speeds_.store(key(), probe()));
    for (int part = 0; part < 5; ++part) {
        DeviceKey other = key();
        switch (part) {
            case 0:
                other.processor = "another";
                break;
            case 1:
                other.instruction_set = "avx512_vnni";
                break;
            case 2:
                other.thread_count = 8;
                break;
            case 3:
                other.activation_bits = 8;
                break;
            default:
                other.engine_version = "1.1";
                break;
        }
        EXPECT_FALSE(speeds_.find(other)) << part;
    }
    DeviceKey more_threads = key();
    more_threads.thread_count = 8;
    ASSERT_TRUE(speeds_.store(more_threads, probe(7e10)));
    EXPECT_EQ(found().probe.types[0].cached_bytes_per_s, 5e10) << "another use is kept beside it";
}

TEST_F(DeviceSpeedTest, ANewProbeForgetsTheOldOneAndItsRuns) {
    ASSERT_TRUE(speeds_.store(key(), probe()));
    ASSERT_TRUE(speeds_.record(key(), run(50, 500)));
    EXPECT_EQ(found().decode_factor, 0.5);
    ASSERT_TRUE(speeds_.store(key(), probe(6e10)));
    EXPECT_EQ(found().probe.types[0].cached_bytes_per_s, 6e10);
    EXPECT_EQ(found().decode_factor, 1);
    DeviceKey newer = key();
    newer.engine_version = "1.1";
    ASSERT_TRUE(speeds_.store(newer, probe()));
    EXPECT_FALSE(speeds_.find(key())) << "that of an older engine is of no use any more";
}

TEST_F(DeviceSpeedTest, RunsCorrectByTheirMedian) {
    ASSERT_TRUE(speeds_.store(key(), probe()));
    for (const double speed : {80.0, 300.0, 90.0}) {
        ASSERT_TRUE(speeds_.record(key(), run(speed, std::nullopt)));
    }
    EXPECT_DOUBLE_EQ(found().decode_factor, 0.9);
    EXPECT_EQ(found().prefill_factor, 1) << "nothing was measured of it";
    const PredictedSpeed corrected =
        found().corrected({.decode_tokens_per_s = 200, .prefill_tokens_per_s = 70});
    EXPECT_DOUBLE_EQ(corrected.decode_tokens_per_s, 180);
    EXPECT_DOUBLE_EQ(corrected.prefill_tokens_per_s, 70);
    ASSERT_TRUE(speeds_.record(key(), run(160, std::nullopt)));
    EXPECT_DOUBLE_EQ(found().decode_factor, 1.2) << "of .8 .9 1.6 3: the root of .9 · 1.6";
}

TEST_F(DeviceSpeedTest, OnlyTheLastNineRunsCount) {
    ASSERT_TRUE(speeds_.store(key(), probe()));
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(speeds_.record(key(), run(50, 2000)));
    }
    for (int i = 0; i < 9; ++i) {
        ASSERT_TRUE(speeds_.record(key(), run(80, 1500)));
    }
    EXPECT_DOUBLE_EQ(found().decode_factor, 0.8);
    EXPECT_DOUBLE_EQ(found().prefill_factor, 1.5);
}

TEST_F(DeviceSpeedTest, AStoppedMachineSaysNothingAboutTheDevice) {
    ASSERT_TRUE(speeds_.store(key(), probe()));
    const std::string before = text();
    ASSERT_TRUE(speeds_.record(key(), run(1, 1e6)));
    ASSERT_TRUE(speeds_.record(key(), run(0, -3)));
    EXPECT_EQ(text(), before);
    ASSERT_TRUE(speeds_.record(key(), run(26, 3900)));
    EXPECT_DOUBLE_EQ(found().decode_factor, 0.26);
    EXPECT_DOUBLE_EQ(found().prefill_factor, 3.9);
}

TEST_F(DeviceSpeedTest, ADamagedFileIsNoneAndIsReplaced) {
    ASSERT_TRUE(speeds_.store(key(), probe()));
    const std::string good = text();
    const auto replaced = [&](const std::string& from, const std::string& to) {
        std::string changed = good;
        const auto place = changed.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        return changed.replace(place, from.size(), to);
    };
    for (const std::string& bad :
         {std::string(), std::string("{"), good.substr(0, good.size() / 2), std::string("[]"),
          replaced("\"version\": 1", "\"version\": 2"), replaced("\"Q4_K\"", "\"Q9_K\""),
          replaced("\"kv_bytes_per_s\": 10000000000.0", "\"kv_bytes_per_s\": 0"),
          replaced("\"kv_bytes_per_s\": 10000000000.0", "\"kv_bytes_per_s\": -5"),
          replaced("\"kv_bytes_per_s\": 10000000000.0", "\"kv_bytes_per_s\": \"fast\""),
          replaced("\"activation_bits\": 16", "\"activation_bits\": 12"),
          replaced("\"streamed_bytes\": 268435456", "\"streamed_bytes\": 5")}) {
        write(bad);
        EXPECT_FALSE(speeds_.find(key())) << bad.substr(0, 300);
    }
    ASSERT_TRUE(speeds_.store(key(), probe()));
    EXPECT_TRUE(speeds_.find(key()));
}

TEST_F(DeviceSpeedTest, OneThatAnotherVersionWroteOtherwiseLeavesTheOthers) {
    ASSERT_TRUE(speeds_.store(key(), probe()));
    std::string changed = text();
    const std::string begin = "\"devices\": [";
    const auto place = changed.find(begin);
    ASSERT_NE(place, std::string::npos);
    changed.insert(place + begin.size(), "{\"processor\": \"of an earlier version\"}, ");
    write(changed);
    EXPECT_TRUE(speeds_.find(key()));
}

TEST_F(DeviceSpeedTest, SaysWhereItCannotWrite) {
    folder_.write("data", "a file where the folder should be");
    const Status stored = speeds_.store(key(), probe());
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().code, ErrorCode::write_failed);
    EXPECT_EQ(stored.error().details.file, file_.string());
}

TEST(DeviceKeyTest, FollowsTheOptions) {
    const auto usual = device_key({});
    ASSERT_TRUE(usual) << usual.error().message;
    EXPECT_FALSE(usual->processor.empty());
    EXPECT_GE(usual->thread_count, 1U);
    EXPECT_EQ(usual->activation_bits, 16U);
    LoadOptions options;
    options.thread_count = 3;
    options.activation_bits = ActivationBits::eight;
    const auto other = device_key(options);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->thread_count, 3U);
    EXPECT_EQ(other->activation_bits, 8U);
}

}  // namespace
