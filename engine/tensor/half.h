#pragma once

#include <cstdint>

namespace hearth {

/// Conversions between float and the two 16-bit formats of model files, on their bit patterns: IEEE 754
/// binary16 (f16) and the upper half of binary32 (bf16). Widening is exact. Narrowing rounds to nearest, ties
/// to even, goes to infinity above the largest finite value, keeps subnormals and signed zeros, and turns a
/// NaN into a quiet NaN of the same sign. Pure integer arithmetic: the answers depend on neither the
/// processor nor its rounding mode. Not inline on purpose: translation units built for different instruction
/// sets include this header.
float f16_to_f32(std::uint16_t bits);
std::uint16_t f32_to_f16(float value);
float bf16_to_f32(std::uint16_t bits);
std::uint16_t f32_to_bf16(float value);

}  // namespace hearth
