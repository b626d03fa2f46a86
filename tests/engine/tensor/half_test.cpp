#include "tensor/half.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace hearth {
namespace {

/// The value of a finite f16 by the formula of IEEE 754, in double.
double f16_value(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Half, EveryF16WidensExactlyAndComesBack) {
    for (std::uint32_t i = 0; i < 0x10000; ++i) {
        const auto bits = static_cast<std::uint16_t>(i);
        const float value = f16_to_f32(bits);
        if ((bits & 0x7C00) != 0x7C00) {
            ASSERT_EQ(static_cast<double>(value), f16_value(bits)) << bits;
            ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
        } else if ((bits & 0x3FF) == 0) {
            ASSERT_TRUE(std::isinf(value)) << bits;
        } else {
            ASSERT_TRUE(std::isnan(value)) << bits;
            ASSERT_EQ(f32_to_f16(value), bits | 0x200) << bits;  // becomes quiet, keeps its payload
            continue;
        }
        ASSERT_EQ(f32_to_f16(value), bits);
    }
}

/// Rounding is monotone, so it is right everywhere if it is right at, just below and just above each
/// midpoint.
TEST(Half, F16RoundsToNearestEvenAtEveryMidpoint) {
    for (std::uint16_t low = 0; low < 0x7C00; ++low) {
        const auto high = static_cast<std::uint16_t>(low + 1);
        const double above = high == 0x7C00 ? 65536.0 : f16_value(high);
        const auto midpoint = static_cast<float>((f16_value(low) + above) / 2);
        const std::uint16_t even = low % 2 == 0 ? low : high;
        for (const std::uint16_t sign : {std::uint16_t{0}, std::uint16_t{0x8000}}) {
            const float signed_midpoint = sign == 0 ? midpoint : -midpoint;
            ASSERT_EQ(f32_to_f16(signed_midpoint), sign | even) << low;
            ASSERT_EQ(f32_to_f16(std::nextafterf(signed_midpoint, 0.0F)), sign | low) << low;
            ASSERT_EQ(f32_to_f16(std::nextafterf(signed_midpoint, signed_midpoint * 2)), sign | high) << low;
        }
    }
}

TEST(Half, F16OfExtremes) {
    EXPECT_EQ(f32_to_f16(std::numeric_limits<float>::infinity()), 0x7C00);
    EXPECT_EQ(f32_to_f16(-std::numeric_limits<float>::max()), 0xFC00);
    EXPECT_EQ(f32_to_f16(std::numeric_limits<float>::denorm_min()), 0);
    EXPECT_EQ(f32_to_f16(-0.0F), 0x8000);
    // A NaN whose payload lies only in the bits that are dropped stays a NaN.
    EXPECT_EQ(f32_to_f16(std::bit_cast<float>(0xFF80'0001U)), 0xFE00);
}

TEST(Half, EveryBf16WidensAndComesBack) {
    for (std::uint32_t i = 0; i < 0x10000; ++i) {
        const auto bits = static_cast<std::uint16_t>(i);
        const float value = bf16_to_f32(bits);
        ASSERT_EQ(std::bit_cast<std::uint32_t>(value), i << 16);
        ASSERT_EQ(f32_to_bf16(value), std::isnan(value) ? bits | 0x40 : bits) << bits;
    }
}

TEST(Half, Bf16RoundsToNearestEvenAtEveryMidpoint) {
    for (std::uint32_t low = 0; low < 0x7F80; ++low) {
        for (const std::uint32_t sign : {0U, 0x8000U}) {
            const std::uint32_t midpoint = (low | sign) << 16 | 0x8000;
            const std::uint32_t even = low % 2 == 0 ? low : low + 1;
            ASSERT_EQ(f32_to_bf16(std::bit_cast<float>(midpoint)), sign | even);
            ASSERT_EQ(f32_to_bf16(std::bit_cast<float>(midpoint - 1)), sign | low);
            ASSERT_EQ(f32_to_bf16(std::bit_cast<float>(midpoint + 1)), sign | (low + 1));
        }
    }
    EXPECT_EQ(f32_to_bf16(std::bit_cast<float>(0x7F80'0001U)), 0x7FC0);  // still a NaN
    EXPECT_EQ(f32_to_bf16(std::numeric_limits<float>::max()), 0x7F80);
}

}  // namespace
}  // namespace hearth
