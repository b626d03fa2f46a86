#pragma once

#include "backend/cpu/kernels/format.h"
#include "backend/cpu/kernels/kernel_table.h"

#include <immintrin.h>

// Unnamed on purpose: this code belongs to the AVX-512 unit alone.
namespace hearth::cpu {
namespace {

constexpr std::size_t kFacts = offsetof(InputGroup, scale);
static_assert(offsetof(InputGroup, sum) == kFacts + 4 && offsetof(InputGroup, half_sums) == kFacts + 8 &&
              offsetof(InputGroup, bias) == kFacts + 16 && offsetof(InputGroup, half_biases) == kFacts + 20);

/// Folds the lanes of four vectors: lane i of the result is all lanes of `vectors[i]` combined.
template <class Combine>
HEARTH_INLINE __m128i fold_lanes(const __m512i (&vectors)[4], const Combine& combine) {
    const __m512i front =
        combine(_mm512_unpacklo_epi32(vectors[0], vectors[1]),
                _mm512_unpackhi_epi32(vectors[0], vectors[1]));  // 0 1 0 1 in every 128 bits
    const __m512i back =
        combine(_mm512_unpacklo_epi32(vectors[2], vectors[3]), _mm512_unpackhi_epi32(vectors[2], vectors[3]));
    const __m512i all =
        combine(_mm512_unpacklo_epi64(front, back), _mm512_unpackhi_epi64(front, back));  // 0 1 2 3
    const __m512i half = combine(all, _mm512_shuffle_i64x2(all, all, 0x4E));
    return _mm512_castsi512_si128(combine(half, _mm512_shuffle_i64x2(half, half, 0xB1)));
}

/// Quantizes `count` ≤ 128 values into four groups, of which those that have values are written.
template <bool Whole>
HEARTH_INLINE void quantize_four(const float* values, uint32_t count, float largest_quant,
                                 InputGroup* groups) {
    const auto larger = [](__m512i a, __m512i b) HEARTH_INLINE_LAMBDA { return _mm512_max_epu32(a, b); };
    const auto add = [](__m512i a, __m512i b) HEARTH_INLINE_LAMBDA { return _mm512_add_epi32(a, b); };
    const __m512i magnitude_mask = _mm512_set1_epi32(0x7FFFFFFF);
    __m512 halves_of[4][2];
    __m512i magnitudes[4];
    repeat<4>([&]<uint32_t G>() HEARTH_INLINE_LAMBDA {
        if constexpr (Whole) {
            halves_of[G][0] = _mm512_loadu_ps(values + 32 * G);
            halves_of[G][1] = _mm512_loadu_ps(values + 32 * G + 16);
        } else {
            const uint32_t left = count > 32 * G ? count - 32 * G : 0;
            const uint32_t mask = left >= 32 ? ~0U : (1U << left) - 1U;
            halves_of[G][0] = _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), values + 32 * G);
            halves_of[G][1] =
                _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask >> 16U), values + 32 * G + 16);
        }
        magnitudes[G] = larger(_mm512_and_si512(_mm512_castps_si512(halves_of[G][0]), magnitude_mask),
                               _mm512_and_si512(_mm512_castps_si512(halves_of[G][1]), magnitude_mask));
    });
    // Magnitudes order as their bits do, infinity and NaN above all numbers. What is not finite makes the
    // scale NaN, and with it every result; its quants do not matter.
    const __m128i largest_bits = fold_lanes(magnitudes, larger);
    const __m128 largest = _mm_castsi128_ps(largest_bits);
    const __mmask8 finite = _mm_cmplt_epu32_mask(largest_bits, _mm_set1_epi32(0x7F800000));
    const __mmask8 counts = finite & _mm_cmp_ps_mask(largest, _mm_set1_ps(kSmallestMagnitude), _CMP_GE_OQ);
    const __m128 limit = _mm_set1_ps(largest_quant);
    const __m128 inverse = _mm_maskz_div_ps(counts, limit, largest);
    const __m128 scale = _mm_mask_mov_ps(_mm_maskz_div_ps(counts, largest, limit),
                                         static_cast<__mmask8>(~finite), _mm_set1_ps(__builtin_nanf("")));
    __m512i quants[2][4];
    repeat<4>([&]<uint32_t G>() HEARTH_INLINE_LAMBDA {
        const __m512 factor = _mm512_broadcastss_ps(_mm_permute_ps(inverse, G * 0x55));
        quants[0][G] = _mm512_cvtps_epi32(_mm512_mul_ps(halves_of[G][0], factor));
        quants[1][G] = _mm512_cvtps_epi32(_mm512_mul_ps(halves_of[G][1], factor));
        if (Whole || 32 * G < count) {
            // Packing works within 128 bits: 4 words of the first half, 4 of the second, and so on.
            const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            const __m512i words =
                _mm512_permutexvar_epi64(order, _mm512_packs_epi32(quants[0][G], quants[1][G]));
            const __m512i high = _mm512_srai_epi16(_mm512_add_epi16(words, _mm512_set1_epi16(128)), 8);
            auto& bytes = groups[G].quants.bytes;
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes.high), _mm512_cvtepi16_epi8(high));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes.low), _mm512_cvtepi16_epi8(words));
        }
    });
    const __m128i front_sums = fold_lanes(quants[0], add);
    const __m128i back_sums = fold_lanes(quants[1], add);
    const __m128i sums = _mm_add_epi32(front_sums, back_sums);
    const auto scaled_sum = [&](__m128i sum)
                                HEARTH_INLINE_LAMBDA { return _mm_mul_ps(scale, _mm_cvtepi32_ps(sum)); };
    const auto bias = [](__m128i sum) HEARTH_INLINE_LAMBDA {
        return _mm_castsi128_ps(_mm_sub_epi32(_mm_setzero_si128(), _mm_slli_epi32(sum, 7)));
    };
    __m128 floats[4] = {scale, scaled_sum(sums), scaled_sum(front_sums), scaled_sum(back_sums)};
    __m128 biases[4] = {bias(sums), bias(front_sums), bias(back_sums), _mm_setzero_ps()};
    _MM_TRANSPOSE4_PS(floats[0], floats[1], floats[2], floats[3]);
    _MM_TRANSPOSE4_PS(biases[0], biases[1], biases[2], biases[3]);
    repeat<4>([&]<uint32_t G>() HEARTH_INLINE_LAMBDA {
        if (Whole || 32 * G < count) {
            auto* facts = reinterpret_cast<float*>(reinterpret_cast<std::byte*>(groups + G) + kFacts);
            _mm_storeu_ps(facts, floats[G]);
            _mm_storeu_ps(facts + 4, biases[G]);
        }
    });
}

void quantize(const float* values, uint32_t columns, uint8_t terms, InputGroup* groups) {
    const float largest_quant = terms == 2 ? kLargestQuant16 : kLargestQuant8;
    uint32_t first = 0;
    for (; first + 128 <= columns; first += 128, groups += 4) {
        repeat<8>([&]<uint32_t Line>() HEARTH_INLINE_LAMBDA {  // of the next row too: it follows
            _mm_prefetch(reinterpret_cast<const char*>(values + first + 256 + 16 * Line), _MM_HINT_T0);
        });
        quantize_four<true>(values + first, 128, largest_quant, groups);
    }
    if (first < columns) {
        quantize_four<false>(values + first, columns - first, largest_quant, groups);
    }
}

}  // namespace
}  // namespace hearth::cpu
