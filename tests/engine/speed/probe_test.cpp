#include "base/cache_size.h"
#include "support/temporary_folder.h"

#include <hearth/probe.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

TEST(Probe, MeasuresEverythingAPredictionNeeds) {
    double done = 0;
    const auto probe =
        probe_device({.thread_count = 2, .duration = std::chrono::milliseconds(0)}, [&](double part) {
            EXPECT_GE(part, done);
            EXPECT_LE(part, 1);
            done = part;
            return LoadControl::go_on;
        });
    ASSERT_TRUE(probe) << probe.error().message;
    EXPECT_EQ(probe->thread_count, 2U);
    EXPECT_FALSE(probe->device.empty());
    EXPECT_FALSE(probe->instruction_set.empty());
    EXPECT_LT(probe->cached_bytes, probe->streamed_bytes);
    EXPECT_GE(probe->types.size(), 6U) << "the most common ones, whatever the time";
    for (const TypeSpeed& speed : probe->types) {
        for (const double value :
             {speed.cached_bytes_per_s, speed.streamed_bytes_per_s, speed.multiply_adds_per_s}) {
            EXPECT_TRUE(std::isfinite(value) && value > 1e6) << dtype_info(speed.type).name << " " << value;
        }
    }
    for (const double value : {probe->kv_bytes_per_s, probe->attention_multiply_adds_per_s,
                               probe->row_values_per_s, probe->sampled_logits_per_s}) {
        EXPECT_TRUE(std::isfinite(value) && value > 1e6) << value;
    }
    for (const double value :
         {probe->seconds_per_stage, probe->seconds_per_attention, probe->seconds_per_step}) {
        EXPECT_TRUE(std::isfinite(value) && value > 0 && value < 1) << value;
    }
    EXPECT_GT(probe->processor_share, 0);
    EXPECT_LE(probe->processor_share, 1);
}

TEST(Probe, CanBeGivenUpBetweenMeasurements) {
    int calls = 0;
    const auto probe =
        probe_device({}, [&](double) { return ++calls == 3 ? LoadControl::stop : LoadControl::go_on; });
    ASSERT_FALSE(probe);
    EXPECT_EQ(probe.error().code, ErrorCode::cancelled);
    EXPECT_EQ(calls, 3);
}

TEST(Probe, RefusesThreadsThatMakeNoSense) {
    for (const std::uint32_t count : {0U, 1'000'000U}) {
        const auto probe = probe_device({.thread_count = count});
        ASSERT_FALSE(probe);
        EXPECT_EQ(probe.error().code, ErrorCode::invalid_request);
    }
}

TEST(CacheSize, AddsUpTheLastLevelOfAllProcessors) {
    const TemporaryFolder root;
    const auto add = [&](const std::string& processor, const std::string& index, const std::string& level,
                         const std::string& size, const std::string& shared) {
        const auto folder = root.path() / "sys/devices/system/cpu" / processor / "cache" / index;
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "level") << level << "\n";
        std::ofstream(folder / "size") << size << "\n";
        std::ofstream(folder / "shared_cpu_list") << shared << "\n";
    };
    EXPECT_EQ(last_level_cache_bytes(root.path()), 0U);
    add("cpu0", "index0", "1", "48K", "0");
    add("cpu0", "index3", "3", "32768K", "0-1");
    add("cpu1", "index3", "3", "32768K", "0-1");
    add("cpu2", "index3", "3", "16M", "2-3");
    add("cpufreq", "index3", "3", "99M", "9");
    EXPECT_EQ(last_level_cache_bytes(root.path()), (32U + 16U) << 20U);
}

}  // namespace
}  // namespace hearth::test
