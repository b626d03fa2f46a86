#pragma once

#include "backend/cpu/kernels/avx512_tiles.h"

#include <immintrin.h>

// Unnamed on purpose: this code belongs to the AVX-512 unit alone.
namespace hearth::cpu {
namespace {

constexpr uint32_t kFloatInputs = 6;  ///< with two tiles: 12 sums and 12 totals in registers

/// The 16 values of a column of a tile.
template <DType Type>
HEARTH_INLINE __m512 column_of(const std::byte* tile, uint64_t column) {
    if constexpr (Type == DType::f32) {
        return _mm512_loadu_ps(tile + 64 * column);
    } else {
        const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(tile + 32 * column));
        if constexpr (Type == DType::f16) {
            return _mm512_cvtph_ps(words);
        } else {
            return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(words), 16));
        }
    }
}

/// Up to four tiles with `Inputs` inputs. 32 columns are summed apart before they join the totals: less
/// rounding.
template <DType Type, uint32_t Inputs, uint32_t Tiles>
void multiply_float_tiles(const MultiplyJob& job, uint32_t first_tile, uint32_t first_input) {
    constexpr uint64_t kColumn = Type == DType::f32 ? 64 : 32;  // bytes of a column
    constexpr uint64_t kAhead = 4096;
    const std::byte* tiles = job.tiles + first_tile * job.tile_bytes;
    const float* values = job.values + uint64_t{first_input} * job.columns;
    __m512 totals[Tiles][Inputs];
    for (uint32_t t = 0; t < Tiles; ++t) {
        for (uint32_t i = 0; i < Inputs; ++i) {
            totals[t][i] = _mm512_setzero_ps();
        }
    }
    for (uint32_t first = 0; first < job.columns; first += kGroupColumns) {
        const uint32_t last = least(first + kGroupColumns, job.columns);
        __m512 sums[Tiles][Inputs];
        for (uint32_t t = 0; t < Tiles; ++t) {
            for (uint32_t i = 0; i < Inputs; ++i) {
                sums[t][i] = _mm512_setzero_ps();
            }
        }
        for (uint64_t column = first; column < last; ++column) {
            __m512 weights[Tiles];
            for (uint32_t t = 0; t < Tiles; ++t) {
                _mm_prefetch(
                    reinterpret_cast<const char*>(tiles + t * job.tile_bytes + column * kColumn + kAhead),
                    _MM_HINT_T0);
                weights[t] = column_of<Type>(tiles + t * job.tile_bytes, column);
            }
            for (uint32_t i = 0; i < Inputs; ++i) {
                const __m512 value = _mm512_set1_ps(values[uint64_t{i} * job.columns + column]);
                for (uint32_t t = 0; t < Tiles; ++t) {
                    sums[t][i] = _mm512_fmadd_ps(weights[t], value, sums[t][i]);
                }
            }
        }
        for (uint32_t t = 0; t < Tiles; ++t) {
            for (uint32_t i = 0; i < Inputs; ++i) {
                totals[t][i] = _mm512_add_ps(totals[t][i], sums[t][i]);
            }
        }
    }
    for (uint32_t t = 0; t < Tiles; ++t) {
        for (uint32_t i = 0; i < Inputs; ++i) {
            store(job, first_tile + t, first_input + i, totals[t][i]);
        }
    }
}

template <DType Type, uint32_t Inputs>
void multiply_float_inputs(const MultiplyJob& job, uint32_t first_input) {
    constexpr uint32_t kTiles = Inputs == 1 ? 4 : 2;
    uint32_t tile = 0;
    for (; tile + kTiles <= job.tile_count; tile += kTiles) {
        multiply_float_tiles<Type, Inputs, kTiles>(job, tile, first_input);
    }
    for (; tile < job.tile_count; ++tile) {
        multiply_float_tiles<Type, Inputs, 1>(job, tile, first_input);
    }
}

template <DType Type>
void multiply_float(const MultiplyJob& job) {
    uint32_t runs = (job.input_count + kFloatInputs - 1) / kFloatInputs;
    for (uint32_t done = 0; runs > 0; --runs) {
        const uint32_t count = (job.input_count - done + runs - 1) / runs;
        switch (count) {
            case 1:
                multiply_float_inputs<Type, 1>(job, done);
                break;
            case 2:
                multiply_float_inputs<Type, 2>(job, done);
                break;
            case 3:
                multiply_float_inputs<Type, 3>(job, done);
                break;
            case 4:
                multiply_float_inputs<Type, 4>(job, done);
                break;
            case 5:
                multiply_float_inputs<Type, 5>(job, done);
                break;
            default:
                multiply_float_inputs<Type, 6>(job, done);
                break;
        }
        done += count;
    }
}

}  // namespace
}  // namespace hearth::cpu
