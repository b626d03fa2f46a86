#pragma once

#include <cstdint>

#include <immintrin.h>

namespace hearth::cpu::vector_avx2 {

/// Eight floats in a 256-bit register (AVX2, FMA, F16C).
struct Vec {
    static constexpr std::uint32_t kLanes = 8;
    /// 6 × 2 accumulators, 2 operands and a broadcast fill the 16 registers.
    static constexpr std::uint32_t kTileRows = 6;
    static constexpr std::uint32_t kTileVectors = 2;
    static constexpr std::uint32_t kDirectRows = 2 * kTileRows;

    __m256 value;

    static Vec zero() { return {_mm256_setzero_ps()}; }
    static Vec broadcast(float x) { return {_mm256_set1_ps(x)}; }
    static Vec load(const float* p) { return {_mm256_loadu_ps(p)}; }
    static Vec load(const std::uint16_t* p) {
        return {_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)))};
    }
    static __m256i first(std::uint32_t count) {
        return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)),
                                  _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    }
    static Vec load_first(const float* p, std::uint32_t count) {
        return {_mm256_maskload_ps(p, first(count))};
    }
    void store(float* p) const { _mm256_storeu_ps(p, value); }
    void store_first(float* p, std::uint32_t count) const { _mm256_maskstore_ps(p, first(count), value); }
    void store_half(std::uint16_t* p) const {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(p),
                         _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
    static Vec lane_numbers() { return {_mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7)}; }

    friend Vec operator+(Vec a, Vec b) { return {_mm256_add_ps(a.value, b.value)}; }
    friend Vec operator-(Vec a, Vec b) { return {_mm256_sub_ps(a.value, b.value)}; }
    friend Vec operator*(Vec a, Vec b) { return {_mm256_mul_ps(a.value, b.value)}; }
    friend Vec operator/(Vec a, Vec b) { return {_mm256_div_ps(a.value, b.value)}; }
    static Vec fma(Vec a, Vec b, Vec c) { return {_mm256_fmadd_ps(a.value, b.value, c.value)}; }
    static Vec min(Vec a, Vec b) { return {_mm256_min_ps(a.value, b.value)}; }
    static Vec max(Vec a, Vec b) { return {_mm256_max_ps(a.value, b.value)}; }
    static Vec round(Vec a) {
        return {_mm256_round_ps(a.value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
    }
    /// a · 2^n for whole n that keep the exponent in range.
    static Vec scale_by_power(Vec a, Vec n) {
        const __m256i shifted = _mm256_slli_epi32(_mm256_cvtps_epi32(n.value), 23);
        return {_mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(a.value), shifted))};
    }
    static Vec select_less(Vec a, Vec b, Vec x, Vec y) {
        return {_mm256_blendv_ps(y.value, x.value, _mm256_cmp_ps(a.value, b.value, _CMP_LT_OQ))};
    }
    static Vec swap_pairs(Vec a) { return {_mm256_permute_ps(a.value, 0xB1)}; }
    float sum() const {
        const __m128 four = _mm_add_ps(_mm256_castps256_ps128(value), _mm256_extractf128_ps(value, 1));
        const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
    }
    float largest() const {
        const __m128 four = _mm_max_ps(_mm256_castps256_ps128(value), _mm256_extractf128_ps(value, 1));
        const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
    }
};

}  // namespace hearth::cpu::vector_avx2
