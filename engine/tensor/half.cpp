#include "tensor/half.h"

#include <bit>

namespace hearth {

namespace {

constexpr std::uint32_t kF32SignMask = 0x8000'0000;
constexpr std::uint32_t kF32Infinity = 0x7F80'0000;

/// `value >> shift`, rounded to nearest, ties to even. Needs 1 <= shift <= 31 and no carry out of 32 bits.
std::uint32_t shift_right_rounded(std::uint32_t value, std::uint32_t shift) {
    const std::uint32_t half = 1U << (shift - 1U);
    const std::uint32_t odd = (value >> shift) & 1U;
    return (value + half - 1U + odd) >> shift;
}

}  // namespace

float f16_to_f32(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U;
    const std::uint32_t exponent = (bits >> 10U) & 0x1FU;
    const std::uint32_t fraction = bits & 0x3FFU;
    if (exponent == 0x1F) {
        // Infinity, or a NaN with its payload; the quiet bit is the top fraction bit in both formats.
        return std::bit_cast<float>(sign | kF32Infinity | (fraction << 13U));
    }
    if (exponent != 0) {
        return std::bit_cast<float>(sign | ((exponent + 127U - 15U) << 23U) | (fraction << 13U));
    }
    if (fraction == 0) {
        return std::bit_cast<float>(sign);
    }
    // Subnormal: fraction * 2^-24, a normal number in binary32.
    const auto shift = static_cast<std::uint32_t>(std::countl_zero(fraction)) - 21U;
    const std::uint32_t normalized = (fraction << shift) & 0x3FFU;
    return std::bit_cast<float>(sign | ((127U - 14U - shift) << 23U) | (normalized << 13U));
}

std::uint16_t f32_to_f16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits & kF32SignMask) >> 16U;
    const std::uint32_t magnitude = bits & ~kF32SignMask;
    constexpr std::uint32_t kF16Infinity = 0x7C00;
    constexpr std::uint32_t kSmallestNormal = (127U - 14U) << 23U;  // 2^-14
    std::uint32_t result = 0;
    if (magnitude > kF32Infinity) {
        result = kF16Infinity | 0x200U | ((magnitude >> 13U) & 0x3FFU);
    } else if (magnitude >= kSmallestNormal) {
        // Rebias the exponent, then round the fraction; a carry moves on into the exponent as it should.
        const std::uint32_t rebased = magnitude - kSmallestNormal + (1U << 23U);
        result = magnitude >= (127U + 16U) << 23U ? kF16Infinity : shift_right_rounded(rebased, 13);
    } else {
        // Subnormal: the significand in units of 2^-24.
        const std::uint32_t exponent = magnitude >> 23U;
        constexpr std::uint32_t kHalfOfSmallest = 127U - 25U;  // below 2^-25 everything rounds to zero
        if (exponent >= kHalfOfSmallest) {
            const std::uint32_t significand = (magnitude & 0x7F'FFFFU) | 0x80'0000U;
            result = shift_right_rounded(significand, 127U - 1U - exponent);
        }
    }
    return static_cast<std::uint16_t>(sign | result);
}

float bf16_to_f32(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

std::uint16_t f32_to_bf16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & ~kF32SignMask) > kF32Infinity) {
        return static_cast<std::uint16_t>((bits >> 16U) | 0x40U);
    }
    return static_cast<std::uint16_t>(shift_right_rounded(bits, 16));
}

}  // namespace hearth
