#pragma once

#include <bit>
#include <cstdint>

namespace hearth::cpu {

/// The value of an IEEE 754 binary16 number.
inline float float_from_half(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000U) << 16U;
    const std::uint32_t exponent = (half >> 10U) & 31U;
    const std::uint32_t fraction = half & 0x3FFU;
    if (exponent == 31) {
        return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13U));
    }
    if (exponent == 0) {  // zero or subnormal: fraction · 2^-24
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return sign != 0 ? -magnitude : magnitude;
    }
    return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
}

/// The value of a bfloat16 number.
inline float float_from_bfloat(std::uint16_t bfloat) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bfloat) << 16U);
}

/// 2^(exponent − 128): half of an OCP Microscaling e8m0 scale (1.0 specification, §5.4.1), without its NaN.
inline float float_from_exponent(std::uint8_t exponent) {
    return std::bit_cast<float>(exponent < 2 ? 0x00200000U << exponent : (exponent - 1U) << 23U);
}

}  // namespace hearth::cpu
