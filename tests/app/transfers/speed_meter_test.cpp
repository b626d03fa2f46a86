#include "transfers/speed_meter.h"

#include <gtest/gtest.h>

using namespace hearth::transfers;
using namespace std::chrono_literals;

namespace {

TEST(SpeedMeter, SaysNothingTooEarlyThenTheSpeedOfTheLastSeconds) {
    SpeedMeter meter;
    const SpeedMeter::Time start{};
    EXPECT_FALSE(meter.bytes_per_second(start));
    meter.add(1000, start);
    EXPECT_FALSE(meter.bytes_per_second(start + 100ms));
    for (int i = 1; i <= 100; ++i) {
        meter.add(100, start + i * 100ms);
    }
    EXPECT_NEAR(*meter.bytes_per_second(start + 10s), 1000, 100);
    EXPECT_NEAR(*meter.bytes_per_second(start + 12s), 600, 100);
    EXPECT_EQ(*meter.bytes_per_second(start + 60s), 0);
    EXPECT_FALSE(time_left(10, meter.bytes_per_second(start + 60s)));
}

TEST(SpeedMeter, TimeLeft) {
    EXPECT_EQ(time_left(1001, 100.0), 11s);
    EXPECT_EQ(time_left(0, 100.0), 0s);
    EXPECT_FALSE(time_left(1, std::nullopt));
    EXPECT_FALSE(time_left(UINT64_MAX, 1.0));
}

}  // namespace
