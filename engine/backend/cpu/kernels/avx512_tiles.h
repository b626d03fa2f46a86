#pragma once

#include "backend/cpu/kernels/format.h"
#include "backend/cpu/kernels/kernel_table.h"
#include "backend/cpu/packed_layout.h"

#include <immintrin.h>

// Unnamed on purpose: this code belongs to the AVX-512 unit alone.
namespace hearth::cpu {
namespace {

HEARTH_INLINE __m512i load(const void* bytes) {
    return _mm512_loadu_si512(bytes);
}

template <int Shift>  // to the right; negative: to the left
HEARTH_INLINE __m512i shifted(__m512i words) {
    if constexpr (Shift > 0) {
        return _mm512_srli_epi16(words, Shift);
    } else if constexpr (Shift < 0) {
        return _mm512_slli_epi16(words, -Shift);
    } else {
        return words;
    }
}

HEARTH_INLINE __m512i table_of(const uint8_t* values) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(values)));
}

/// Quad `Quad` of the group at `group`, as unsigned bytes.
template <DType Type, uint32_t Quad>
HEARTH_INLINE __m512i quad(const uint8_t* group) {
    constexpr PackedLayout kLayout = Format<Type>::kLayout;
    constexpr uint32_t kLow = kLayout.low_bits;
    constexpr uint32_t kHigh = kLayout.high_bits;
    constexpr uint32_t kLowPerVector = 8 / kLow;
    const __m512i low =
        shifted<kLow*(Quad % kLowPerVector)>(load(group + kQuadBytes * (Quad / kLowPerVector)));
    if constexpr (kLow == 8) {
        return low;
    } else {
        const __m512i low_mask = _mm512_set1_epi8((1 << kLow) - 1);
        if constexpr (kHigh != 0) {
            constexpr uint32_t kHighPerVector = 8 / kHigh;
            constexpr int kShift = static_cast<int>(kHigh * (Quad % kHighPerVector)) - static_cast<int>(kLow);
            const __m512i plane =
                load(group + kLayout.low_plane_bytes() + kQuadBytes * (Quad / kHighPerVector));
            const __m512i high_mask = _mm512_set1_epi8(((1 << kHigh) - 1) << kLow);
            const __m512i high = _mm512_and_si512(shifted<kShift>(plane), high_mask);
            return _mm512_ternarylogic_epi32(low, low_mask, high, 0xEA);  // (low & mask) | high
        } else if constexpr (kLayout.table == QuantTable::iq4_nl) {
            return _mm512_shuffle_epi8(table_of(kIq4NlTable), _mm512_and_si512(low, low_mask));
        } else if constexpr (kLayout.table == QuantTable::mxfp4) {
            return _mm512_shuffle_epi8(table_of(kMxfp4Table), _mm512_and_si512(low, low_mask));
        } else {
            return _mm512_and_si512(low, low_mask);
        }
    }
}

HEARTH_INLINE __m512 halves(const uint8_t* bytes) {
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes)));
}

HEARTH_INLINE __m128i bytes16(const uint8_t* bytes) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

HEARTH_INLINE __m512 float_of_unsigned(__m128i bytes) {
    return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
}

/// Scales of 16 rows for one part, and the minima that are added.
struct Scales {
    __m512 scale;
    __m512 minimum;
};

template <DType Type>
HEARTH_INLINE Scales scales_of(const uint8_t* block, uint32_t part) {
    constexpr ScaleCoding kCoding = Format<Type>::kLayout.scales;
    constexpr uint32_t kPartsPerBlock = Format<Type>::kLayout.parts_per_block();
    if constexpr (kCoding == ScaleCoding::half) {
        return {halves(block), _mm512_setzero_ps()};
    } else if constexpr (kCoding == ScaleCoding::half_and_minimum) {
        return {halves(block), halves(block + 32)};
    } else if constexpr (kCoding == ScaleCoding::half_and_zero) {
        const __m512 scale = halves(block);
        const __m512 zero = float_of_unsigned(bytes16(block + 32));
        return {scale, _mm512_mul_ps(scale, _mm512_sub_ps(_mm512_setzero_ps(), zero))};
    } else if constexpr (kCoding == ScaleCoding::exponent) {
        const __m512i exponent = _mm512_cvtepu8_epi32(bytes16(block));
        const __m512i normal = _mm512_slli_epi32(_mm512_sub_epi32(exponent, _mm512_set1_epi32(1)), 23);
        const __mmask16 tiny = _mm512_cmplt_epi32_mask(exponent, _mm512_set1_epi32(2));
        const __m512i subnormal = _mm512_sllv_epi32(_mm512_set1_epi32(0x00200000), exponent);
        return {_mm512_castsi512_ps(_mm512_mask_mov_epi32(normal, tiny, subnormal)), _mm512_setzero_ps()};
    } else if constexpr (kCoding == ScaleCoding::super) {
        const __m512i factor = _mm512_cvtepi8_epi32(bytes16(block + 32 + 16 * part));
        return {_mm512_mul_ps(halves(block), _mm512_cvtepi32_ps(factor)), _mm512_setzero_ps()};
    } else if constexpr (kCoding == ScaleCoding::super_minimum) {
        const __m512 scale = float_of_unsigned(bytes16(block + 64 + 16 * part));
        const __m512 minimum = float_of_unsigned(bytes16(block + 64 + 16 * (kPartsPerBlock + part)));
        const __m512 negative = _mm512_sub_ps(_mm512_setzero_ps(), minimum);
        return {_mm512_mul_ps(halves(block), scale), _mm512_mul_ps(halves(block + 32), negative)};
    } else {
        static_assert(kCoding == ScaleCoding::super_nibbles);
        const __m128i both = bytes16(block + 64 + 16 * part);
        const __m128i mask = _mm_set1_epi8(15);
        const __m512 scale = float_of_unsigned(_mm_and_si128(both, mask));
        const __m512 minimum = float_of_unsigned(_mm_and_si128(_mm_srli_epi16(both, 4), mask));
        const __m512 negative = _mm512_sub_ps(_mm512_setzero_ps(), minimum);
        return {_mm512_mul_ps(halves(block), scale), _mm512_mul_ps(halves(block + 32), negative)};
    }
}

HEARTH_INLINE __m512i broadcast4(const void* bytes) {
    int32_t dword = 0;
    __builtin_memcpy(&dword, bytes, 4);
    return _mm512_set1_epi32(dword);
}

/// Adds a part's scaled row sums to the totals: the one place that rounds.
template <bool HasMinimum>
HEARTH_INLINE __m512 scaled(__m512i sums, __m512 scale, __m512 minimum, float input_scale, float input_sum,
                            __m512 totals) {
    const __m512 both = _mm512_mul_ps(scale, _mm512_set1_ps(input_scale));
    totals = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sums), both, totals);
    if constexpr (HasMinimum) {
        totals = _mm512_fmadd_ps(minimum, _mm512_set1_ps(input_sum), totals);
    }
    return totals;
}

/// Writes totals to y, with bias, masked to the rows that exist.
HEARTH_INLINE void store(const MultiplyJob& job, uint32_t tile, uint32_t input, __m512 totals) {
    const uint32_t row_count = tile + 1 == job.tile_count ? job.last_tile_rows : kTileRows;
    const auto mask = static_cast<__mmask16>((1U << row_count) - 1U);
    float* out = job.out + input * job.out_stride + uint64_t{tile} * kTileRows;
    if (job.bias != nullptr) {
        totals = _mm512_add_ps(totals, _mm512_maskz_loadu_ps(mask, job.bias + uint64_t{tile} * kTileRows));
    }
    if (job.add) {
        totals = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, out), totals);
    }
    _mm512_mask_storeu_ps(out, mask, totals);
}

}  // namespace
}  // namespace hearth::cpu
