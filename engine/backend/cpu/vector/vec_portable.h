#pragma once

#include <cstdint>

namespace hearth::cpu::vector_portable {

/// Four floats as a vector of the compiler (GCC and Clang): SSE on x86-64, NEON on ARM.
struct Vec {
    using Floats = float __attribute__((vector_size(16)));
    using Ints = std::int32_t __attribute__((vector_size(16)));
    using Words = std::uint32_t __attribute__((vector_size(16)));
    using Halves = std::uint16_t __attribute__((vector_size(8)));

    static constexpr std::uint32_t kLanes = 4;
    static constexpr std::uint32_t kTileRows = 4;
    static constexpr std::uint32_t kTileVectors = 2;
    /// Widening costs much here: always once.
    static constexpr std::uint32_t kDirectRows = 1;

    Floats value;

    static Vec zero() { return broadcast(0.0F); }
    static Vec broadcast(float x) { return {Floats{x, x, x, x}}; }
    static Vec load(const float* p) {
        Vec v;
        __builtin_memcpy(&v.value, p, sizeof(v.value));
        return v;
    }
    /// Widens f16 with integer steps: subnormals of either format do not pass through float arithmetic that
    /// flushes them.
    static Vec load(const std::uint16_t* p) {
        Halves halves;
        __builtin_memcpy(&halves, p, sizeof(halves));
        const Words h = __builtin_convertvector(halves, Words);
        const Words sign = (h & 0x8000U) << 16;
        const Words magnitude = (h & 0x7FFFU) << 13;
        const Words exponent = magnitude & 0x0F800000U;
        const Words rebiased = magnitude + 0x38000000U;
        // 2^-14 + fraction · 2^-24 − 2^-14, exact
        const Floats tiny = as_floats(magnitude + 0x38800000U) - as_floats(Words{} + 0x38800000U);
        const Words subnormal = as_words(tiny);
        const Words special = magnitude + 0x70000000U;
        const Words is_subnormal = exponent == 0U;
        const Words is_special = exponent == 0x0F800000U;
        const Words bits =
            (is_subnormal & subnormal) | (is_special & special) | (~is_subnormal & ~is_special & rebiased);
        return {as_floats(bits | sign)};
    }
    static Vec load_first(const float* p, std::uint32_t count) {
        Vec v = zero();
        for (std::uint32_t i = 0; i < count; ++i) {
            v.value[i] = p[i];
        }
        return v;
    }
    void store(float* p) const { __builtin_memcpy(p, &value, sizeof(value)); }
    void store_first(float* p, std::uint32_t count) const {
        for (std::uint32_t i = 0; i < count; ++i) {
            p[i] = value[i];
        }
    }
    void store_half(std::uint16_t* p) const {
        const Words bits = as_words(value);
        const Words sign = (bits >> 16) & 0x8000U;
        const Words magnitude = bits & 0x7FFFFFFFU;
        // Rounding to even by hand: half an ulp less one, plus the lowest kept bit.
        const Words normal = (magnitude - 0x38000000U + 0x0FFFU + ((magnitude >> 13) & 1U)) >> 13;
        // Below 2^-14 the addition of 0.5 aligns the fraction so that its low bits are the subnormal f16,
        // rounded.
        const Words subnormal = as_words(as_floats(magnitude) + 0.5F) - 0x3F000000U;
        const Words is_subnormal = magnitude < 0x38800000U;
        const Words is_overflow = magnitude >= 0x477FF000U;
        const Words is_nan = magnitude > 0x7F800000U;
        const Words finite = (is_subnormal & subnormal) | (~is_subnormal & normal);
        const Words half = (is_nan & 0x7E00U) | (~is_nan & is_overflow & 0x7C00U) | (~is_overflow & finite);
        const Halves packed = __builtin_convertvector(half | sign, Halves);
        __builtin_memcpy(p, &packed, sizeof(packed));
    }
    static Vec lane_numbers() { return {Floats{0, 1, 2, 3}}; }

    friend Vec operator+(Vec a, Vec b) { return {a.value + b.value}; }
    friend Vec operator-(Vec a, Vec b) { return {a.value - b.value}; }
    friend Vec operator*(Vec a, Vec b) { return {a.value * b.value}; }
    friend Vec operator/(Vec a, Vec b) { return {a.value / b.value}; }
    static Vec fma(Vec a, Vec b, Vec c) { return {a.value * b.value + c.value}; }
    static Vec min(Vec a, Vec b) { return {a.value < b.value ? a.value : b.value}; }
    static Vec max(Vec a, Vec b) { return {a.value > b.value ? a.value : b.value}; }
    /// For |a| < 2^22: adding 1.5 · 2^23 leaves no room for a fraction.
    static Vec round(Vec a) { return {(a.value + 12582912.0F) - 12582912.0F}; }
    static Vec scale_by_power(Vec a, Vec n) {
        const Ints shifted = __builtin_convertvector(n.value, Ints) * (1 << 23);
        return {as_floats(as_words(a.value) + reinterpret_words(shifted))};
    }
    static Vec select_less(Vec a, Vec b, Vec x, Vec y) { return {a.value < b.value ? x.value : y.value}; }
    static Vec swap_pairs(Vec a) { return {Floats{a.value[1], a.value[0], a.value[3], a.value[2]}}; }
    float sum() const { return (value[0] + value[2]) + (value[1] + value[3]); }
    float largest() const {
        const float even = value[0] > value[2] ? value[0] : value[2];
        const float odd = value[1] > value[3] ? value[1] : value[3];
        return even > odd ? even : odd;
    }

 private:
    static Floats as_floats(Words words) { return reinterpret_cast<Floats>(words); }
    static Words as_words(Floats floats) { return reinterpret_cast<Words>(floats); }
    static Words reinterpret_words(Ints ints) { return reinterpret_cast<Words>(ints); }
};

}  // namespace hearth::cpu::vector_portable
