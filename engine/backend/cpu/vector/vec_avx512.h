#pragma once

#include <cstdint>

#include <immintrin.h>

namespace hearth::cpu::vector_avx512 {

/// Sixteen floats in a 512-bit register (AVX-512 F, BW, DQ, VL).
struct Vec {
    static constexpr std::uint32_t kLanes = 16;
    /// Register tile of the small matrix products in attention: 6 × 4 accumulators, 4 operands, broadcasts
    /// from memory.
    static constexpr std::uint32_t kTileRows = 6;
    static constexpr std::uint32_t kTileVectors = 4;
    /// Up to this many query rows K and V are widened on the fly, beyond it once into scratch.
    static constexpr std::uint32_t kDirectRows = 2 * kTileRows;

    __m512 value;

    static Vec zero() { return {_mm512_setzero_ps()}; }
    static Vec broadcast(float x) { return {_mm512_set1_ps(x)}; }
    static Vec load(const float* p) { return {_mm512_loadu_ps(p)}; }
    static Vec load(const std::uint16_t* p) {
        return {_mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)))};
    }
    static Vec load_first(const float* p, std::uint32_t count) {
        return {_mm512_maskz_loadu_ps(static_cast<__mmask16>((1U << count) - 1U), p)};
    }
    void store(float* p) const { _mm512_storeu_ps(p, value); }
    void store_first(float* p, std::uint32_t count) const {
        _mm512_mask_storeu_ps(p, static_cast<__mmask16>((1U << count) - 1U), value);
    }
    void store_half(std::uint16_t* p) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                            _mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
    static Vec lane_numbers() {
        return {_mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)};
    }

    friend Vec operator+(Vec a, Vec b) { return {_mm512_add_ps(a.value, b.value)}; }
    friend Vec operator-(Vec a, Vec b) { return {_mm512_sub_ps(a.value, b.value)}; }
    friend Vec operator*(Vec a, Vec b) { return {_mm512_mul_ps(a.value, b.value)}; }
    friend Vec operator/(Vec a, Vec b) { return {_mm512_div_ps(a.value, b.value)}; }
    /// a · b + c.
    static Vec fma(Vec a, Vec b, Vec c) { return {_mm512_fmadd_ps(a.value, b.value, c.value)}; }
    static Vec min(Vec a, Vec b) { return {_mm512_min_ps(a.value, b.value)}; }
    static Vec max(Vec a, Vec b) { return {_mm512_max_ps(a.value, b.value)}; }
    static Vec round(Vec a) {
        return {_mm512_roundscale_ps(a.value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
    }
    /// a · 2^n for whole n.
    static Vec scale_by_power(Vec a, Vec n) { return {_mm512_scalef_ps(a.value, n.value)}; }
    /// a < b ? x : y.
    static Vec select_less(Vec a, Vec b, Vec x, Vec y) {
        return {_mm512_mask_blend_ps(_mm512_cmp_ps_mask(a.value, b.value, _CMP_LT_OQ), y.value, x.value)};
    }
    /// Lanes 2i and 2i + 1 exchanged.
    static Vec swap_pairs(Vec a) { return {_mm512_permute_ps(a.value, 0xB1)}; }
    float sum() const { return _mm512_reduce_add_ps(value); }
    float largest() const { return _mm512_reduce_max_ps(value); }
};

}  // namespace hearth::cpu::vector_avx512
