// Matrix products with AVX-512 VNNI. One 64-byte quad (16 rows × 4 columns of unsigned quants) times 4 signed
// activation bytes, broadcast, is one vpdpbusd with 16 row sums. Activations have two signed bytes, so two of
// them.
//
// Few inputs (decode): memory is the limit. Quads are unpacked in registers, several tiles are read side by
// side. Many inputs (prompts): arithmetic is the limit. A panel of two tiles is unpacked once into the L1
// cache and multiplied with all inputs, six at a time, so that 12 row sums and 12 totals stay in registers.
// Both do the same operations in the same order: the result of an input does not depend on the others.

#include "backend/cpu/kernels/format.h"
#include "backend/cpu/kernels/kernel_table.h"
#include "backend/cpu/packed_layout.h"

#include <immintrin.h>

namespace hearth::cpu {
namespace {

constexpr uint32_t kFewInputs = 2;         ///< up to here quads are unpacked anew for every input block
constexpr uint32_t kStreams = 4;           ///< tiles read side by side
constexpr uint64_t kPrefetchBytes = 1536;  ///< ahead in each of them
constexpr uint32_t kPanelTiles = 2;
constexpr uint32_t kPanelInputs = 6;
constexpr uint32_t kPanelGroups = 20;  ///< at most: 20 KiB of quants, beside 11 KiB of inputs in 48 KiB of L1
constexpr uint32_t kInputBlock =
    192;  ///< inputs that meet a panel before the next: they stay in the L2 cache

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

HEARTH_INLINE __m512i broadcast4(const std::int8_t* bytes) {
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

// ---- few inputs ----

/// The row sums of one part of a group: quads FirstQuad … FirstQuad + QuadCount − 1 with every input.
template <DType Type, uint32_t Inputs, uint32_t Terms, uint32_t Part>
HEARTH_INLINE void few_part(const uint8_t* block, uint32_t group_in_block, const uint8_t* group,
                            const InputGroup* const* inputs, __m512* totals) {
    using F = Format<Type>;
    __m512i high[Inputs];
    __m512i low[Inputs];
    for (uint32_t i = 0; i < Inputs; ++i) {
        high[i] = _mm512_setzero_si512();
        low[i] = _mm512_setzero_si512();
        if constexpr (!F::kHasMinimum) {
            low[i] =
                _mm512_srai_epi32(_mm512_set1_epi32(bias_of<F::kParts>(*inputs[i], Part)), F::kBiasShift);
        }
    }
    const auto step = [&]<uint32_t Quad>() __attribute__((always_inline)) {
        const __m512i weights = quad<Type, Quad>(group);
        for (uint32_t i = 0; i < Inputs; ++i) {
            if constexpr (Terms == 2) {
                high[i] = _mm512_dpbusd_epi32(high[i], weights,
                                              broadcast4(inputs[i]->quants.bytes.high + 4 * Quad));
            }
            low[i] = _mm512_dpbusd_epi32(low[i], weights, broadcast4(inputs[i]->quants.bytes.low + 4 * Quad));
        }
    };
    constexpr uint32_t kFirst = Part * F::kQuadsPerPart;
    step.template operator()<kFirst>();
    step.template operator()<kFirst + 1>();
    step.template operator()<kFirst + 2>();
    step.template operator()<kFirst + 3>();
    if constexpr (F::kQuadsPerPart == 8) {
        step.template operator()<4>();
        step.template operator()<5>();
        step.template operator()<6>();
        step.template operator()<7>();
    }
    const Scales scales = scales_of<Type>(block, group_in_block * F::kParts + Part);
    for (uint32_t i = 0; i < Inputs; ++i) {
        const __m512i sums = Terms == 2 ? _mm512_add_epi32(_mm512_slli_epi32(high[i], 8), low[i]) : low[i];
        totals[i] = scaled<F::kHasMinimum>(sums, scales.scale, scales.minimum, inputs[i]->scale,
                                           sum_of<F::kParts>(*inputs[i], Part), totals[i]);
    }
}

/// Up to kStreams tiles with all of at most kFewInputs inputs.
template <DType Type, uint32_t Inputs, uint32_t Terms>
void few_tiles(const MultiplyJob& job, uint32_t first_tile, uint32_t tile_count, uint32_t first_input) {
    using F = Format<Type>;
    const auto* tiles = reinterpret_cast<const uint8_t*>(job.tiles) + first_tile * job.tile_bytes;
    __m512 totals[kStreams][Inputs];
    for (auto& row : totals) {
        for (auto& total : row) {
            total = _mm512_setzero_ps();
        }
    }
    const InputGroup* inputs[Inputs];
    for (uint32_t i = 0; i < Inputs; ++i) {
        inputs[i] = input_row(job, first_input + i);
    }
    const uint64_t jump = (tile_count - 1) * job.tile_bytes;
    for (uint64_t offset = 0; offset < job.tile_bytes; offset += F::kBlockBytes) {
        // Past the end of the tile lies another stream's tile; the same place of the next round lies behind
        // those.
        const uint64_t ahead = offset + kPrefetchBytes;
        const uint64_t prefetch = ahead < job.tile_bytes ? ahead : ahead + jump;
        for (uint32_t t = 0; t < tile_count; ++t) {
            const uint8_t* tile = tiles + t * job.tile_bytes;
            const uint8_t* block = tile + offset;
            for (uint32_t byte = 0; byte < F::kBlockBytes; byte += 64) {
                _mm_prefetch(reinterpret_cast<const char*>(tile + prefetch + byte), _MM_HINT_T0);
            }
            const InputGroup* groups[Inputs];
            for (uint32_t i = 0; i < Inputs; ++i) {
                groups[i] = inputs[i];
            }
            const uint8_t* group = block + F::kScaleBytes;
            for (uint32_t g = 0; g < F::kGroupsPerBlock; ++g, group += F::kGroupBytes) {
                few_part<Type, Inputs, Terms, 0>(block, g, group, groups, totals[t]);
                if constexpr (F::kParts == 2) {
                    few_part<Type, Inputs, Terms, 1>(block, g, group, groups, totals[t]);
                }
                for (uint32_t i = 0; i < Inputs; ++i) {
                    ++groups[i];
                }
            }
        }
        for (uint32_t i = 0; i < Inputs; ++i) {
            inputs[i] += F::kGroupsPerBlock;
        }
    }
    for (uint32_t t = 0; t < tile_count; ++t) {
        for (uint32_t i = 0; i < Inputs; ++i) {
            store(job, first_tile + t, first_input + i, totals[t][i]);
        }
    }
}

template <DType Type, uint32_t Terms>
void multiply_few(const MultiplyJob& job) {
    for (uint32_t tile = 0; tile < job.tile_count; tile += kStreams) {
        const uint32_t count = least(kStreams, job.tile_count - tile);
        if (job.input_count == 1) {
            few_tiles<Type, 1, Terms>(job, tile, count, 0);
        } else {
            few_tiles<Type, 2, Terms>(job, tile, count, 0);
        }
    }
}

// ---- many inputs ----

/// Two tiles × up to kPanelGroups groups, unpacked. Quants have offset 128 where their format has one.
struct alignas(64) Panel {
    uint8_t quads[kPanelGroups][8][kPanelTiles][kQuadBytes];
    float scales[kPanelGroups][2][kPanelTiles][kTileRows];  ///< per part
    float minima[kPanelGroups][2][kPanelTiles][kTileRows];
};

/// Sums of an input block between the chunks of columns.
struct alignas(64) PartialTotals {
    float values[kInputBlock][kPanelTiles][kTileRows];
};

template <DType Type>
void unpack_panel(const uint8_t* tile, uint32_t t, uint32_t first_group, uint32_t group_count, Panel& panel) {
    using F = Format<Type>;
    for (uint32_t i = 0; i < group_count; ++i) {
        const uint32_t group_index = first_group + i;
        const uint32_t in_block = group_index % F::kGroupsPerBlock;
        const uint8_t* block = tile + uint64_t{group_index} / F::kGroupsPerBlock * F::kBlockBytes;
        const uint8_t* group = block + F::kScaleBytes + in_block * F::kGroupBytes;
        const auto step = [&]<uint32_t Quad>() __attribute__((always_inline)) {
            __m512i weights = quad<Type, Quad>(group);
            if constexpr (!F::kHasMinimum && F::kLayout.offset != 128) {
                weights =
                    _mm512_add_epi8(weights, _mm512_set1_epi8(static_cast<char>(128 - F::kLayout.offset)));
            }
            _mm512_store_si512(panel.quads[i][Quad][t], weights);
        };
        step.template operator()<0>();
        step.template operator()<1>();
        step.template operator()<2>();
        step.template operator()<3>();
        step.template operator()<4>();
        step.template operator()<5>();
        step.template operator()<6>();
        step.template operator()<7>();
        for (uint32_t part = 0; part < F::kParts; ++part) {
            const Scales scales = scales_of<Type>(block, in_block * F::kParts + part);
            _mm512_store_ps(panel.scales[i][part][t], scales.scale);
            if constexpr (F::kHasMinimum) {
                _mm512_store_ps(panel.minima[i][part][t], scales.minimum);
            }
        }
    }
}

/// A panel with `Inputs` inputs, added to `totals` [Inputs][kPanelTiles][16]. The high bytes of a part are
/// summed first, shifted by 8 and the low bytes added on top: one register per row sum.
template <uint32_t Inputs, uint32_t Terms, uint32_t Parts, bool HasMinimum>
void multiply_panel(const Panel& panel, uint32_t group_count, const std::byte* inputs, uint64_t input_stride,
                    float (*totals_memory)[kPanelTiles][kTileRows]) {
    constexpr uint32_t kQuads = 8 / Parts;
    __m512 totals[Inputs][kPanelTiles];
    for (uint32_t i = 0; i < Inputs; ++i) {
        for (uint32_t t = 0; t < kPanelTiles; ++t) {
            totals[i][t] = _mm512_load_ps(totals_memory[i][t]);
        }
    }
    for (uint32_t g = 0; g < group_count; ++g, inputs += sizeof(InputGroup)) {
#pragma GCC unroll 2
        for (uint32_t part = 0; part < Parts; ++part) {
            __m512i sums[Inputs][kPanelTiles];
            for (uint32_t i = 0; i < Inputs; ++i) {
                for (uint32_t t = 0; t < kPanelTiles; ++t) {
                    sums[i][t] = _mm512_setzero_si512();
                }
            }
            if constexpr (Terms == 2) {
#pragma GCC unroll 8
                for (uint32_t q = part * kQuads; q < (part + 1) * kQuads; ++q) {
                    const __m512i first = _mm512_load_si512(panel.quads[g][q][0]);
                    const __m512i second = _mm512_load_si512(panel.quads[g][q][1]);
#pragma GCC unroll 6
                    for (uint32_t i = 0; i < Inputs; ++i) {
                        const auto* input = reinterpret_cast<const InputGroup*>(inputs + i * input_stride);
                        const __m512i high = broadcast4(input->quants.bytes.high + 4 * q);
                        sums[i][0] = _mm512_dpbusd_epi32(sums[i][0], first, high);
                        sums[i][1] = _mm512_dpbusd_epi32(sums[i][1], second, high);
                    }
                }
                for (uint32_t i = 0; i < Inputs; ++i) {
                    for (uint32_t t = 0; t < kPanelTiles; ++t) {
                        sums[i][t] = _mm512_slli_epi32(sums[i][t], 8);
                    }
                }
            }
#pragma GCC unroll 8
            for (uint32_t q = part * kQuads; q < (part + 1) * kQuads; ++q) {
                const __m512i first = _mm512_load_si512(panel.quads[g][q][0]);
                const __m512i second = _mm512_load_si512(panel.quads[g][q][1]);
#pragma GCC unroll 6
                for (uint32_t i = 0; i < Inputs; ++i) {
                    const auto* input = reinterpret_cast<const InputGroup*>(inputs + i * input_stride);
                    const __m512i low = broadcast4(input->quants.bytes.low + 4 * q);
                    sums[i][0] = _mm512_dpbusd_epi32(sums[i][0], first, low);
                    sums[i][1] = _mm512_dpbusd_epi32(sums[i][1], second, low);
                }
            }
#pragma GCC unroll 6
            for (uint32_t i = 0; i < Inputs; ++i) {
                const auto* input = reinterpret_cast<const InputGroup*>(inputs + i * input_stride);
#pragma GCC unroll 2
                for (uint32_t t = 0; t < kPanelTiles; ++t) {
                    __m512i sum = sums[i][t];
                    __m512 minimum = _mm512_setzero_ps();
                    if constexpr (HasMinimum) {
                        minimum = _mm512_load_ps(panel.minima[g][part][t]);
                    } else {
                        sum = _mm512_add_epi32(sum, _mm512_set1_epi32(bias_of<Parts>(*input, part)));
                    }
                    totals[i][t] =
                        scaled<HasMinimum>(sum, _mm512_load_ps(panel.scales[g][part][t]), minimum,
                                           input->scale, sum_of<Parts>(*input, part), totals[i][t]);
                }
            }
        }
    }
    for (uint32_t i = 0; i < Inputs; ++i) {
        for (uint32_t t = 0; t < kPanelTiles; ++t) {
            _mm512_store_ps(totals_memory[i][t], totals[i][t]);
        }
    }
}

/// All inputs of a block with a panel, as evenly cut as possible into runs of at most kPanelInputs.
template <uint32_t Terms, uint32_t Parts, bool HasMinimum>
void multiply_inputs(const Panel& panel, uint32_t group_count, const std::byte* inputs, uint64_t input_stride,
                     uint32_t input_count, PartialTotals& totals) {
    uint32_t runs = (input_count + kPanelInputs - 1) / kPanelInputs;
    for (uint32_t done = 0; runs > 0; --runs) {
        const uint32_t count = (input_count - done + runs - 1) / runs;
        const std::byte* from = inputs + done * input_stride;
        auto* to = totals.values + done;
        switch (count) {
            case 1:
                multiply_panel<1, Terms, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
            case 2:
                multiply_panel<2, Terms, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
            case 3:
                multiply_panel<3, Terms, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
            case 4:
                multiply_panel<4, Terms, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
            case 5:
                multiply_panel<5, Terms, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
            default:
                multiply_panel<6, Terms, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
        }
        done += count;
    }
}

template <DType Type, uint32_t Terms>
void multiply_many(const MultiplyJob& job) {
    using F = Format<Type>;
    const uint32_t group_count = job.columns / kGroupColumns;
    const uint32_t chunk = even_piece(group_count,
                                      kPanelGroups / F::kGroupsPerBlock * F::kGroupsPerBlock == 0
                                          ? kPanelGroups
                                          : kPanelGroups / F::kGroupsPerBlock * F::kGroupsPerBlock,
                                      F::kGroupsPerBlock);
    const uint32_t input_block = even_piece(job.input_count, kInputBlock, 1);
    const auto* tiles = reinterpret_cast<const uint8_t*>(job.tiles);
    Panel panel;
    PartialTotals totals;
    for (uint32_t first_input = 0; first_input < job.input_count; first_input += input_block) {
        const uint32_t input_count = least(input_block, job.input_count - first_input);
        const std::byte* inputs = job.inputs + first_input * job.input_stride;
        for (uint32_t tile = 0; tile < job.tile_count; tile += kPanelTiles) {
            const uint32_t tile_count = least(kPanelTiles, job.tile_count - tile);
            for (uint32_t i = 0; i < input_count; ++i) {
                for (uint32_t t = 0; t < kPanelTiles; ++t) {
                    _mm512_store_ps(totals.values[i][t], _mm512_setzero_ps());
                }
            }
            for (uint32_t group = 0; group < group_count; group += chunk) {
                const uint32_t count = least(chunk, group_count - group);
                for (uint32_t t = 0; t < kPanelTiles;
                     ++t) {  // without a second tile the first stands in for it
                    unpack_panel<Type>(tiles + (tile + (t < tile_count ? t : 0)) * job.tile_bytes, t, group,
                                       count, panel);
                }
                multiply_inputs<Terms, F::kParts, F::kHasMinimum>(
                    panel, count, inputs + group * sizeof(InputGroup), job.input_stride, input_count, totals);
            }
            for (uint32_t i = 0; i < input_count; ++i) {
                for (uint32_t t = 0; t < tile_count; ++t) {
                    store(job, tile + t, first_input + i, _mm512_load_ps(totals.values[i][t]));
                }
            }
        }
    }
}

// ---- float formats ----

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
    uint32_t runs = (job.input_count + kPanelInputs - 1) / kPanelInputs;
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

// ---- the table ----

template <DType Type>
void multiply_type(const MultiplyJob& job) {
    if (job.input_count <= kFewInputs) {
        job.terms == 2 ? multiply_few<Type, 2>(job) : multiply_few<Type, 1>(job);
    } else {
        job.terms == 2 ? multiply_many<Type, 2>(job) : multiply_many<Type, 1>(job);
    }
}

void multiply(const MultiplyJob& job) {
    switch (job.type) {
        case DType::f32:
            return multiply_float<DType::f32>(job);
        case DType::f16:
            return multiply_float<DType::f16>(job);
        case DType::bf16:
            return multiply_float<DType::bf16>(job);
        case DType::q4_0:
            return multiply_type<DType::q4_0>(job);
        case DType::q4_1:
            return multiply_type<DType::q4_1>(job);
        case DType::q5_0:
            return multiply_type<DType::q5_0>(job);
        case DType::q5_1:
            return multiply_type<DType::q5_1>(job);
        case DType::q8_0:
            return multiply_type<DType::q8_0>(job);
        case DType::q2_k:
            return multiply_type<DType::q2_k>(job);
        case DType::q3_k:
            return multiply_type<DType::q3_k>(job);
        case DType::q4_k:
            return multiply_type<DType::q4_k>(job);
        case DType::q5_k:
            return multiply_type<DType::q5_k>(job);
        case DType::q6_k:
            return multiply_type<DType::q6_k>(job);
        case DType::iq4_nl:
            return multiply_type<DType::iq4_nl>(job);
        case DType::iq4_xs:
            return multiply_type<DType::iq4_xs>(job);
        case DType::mxfp4:
            return multiply_type<DType::mxfp4>(job);
    }
}

void quantize(const float* values, uint32_t columns, uint8_t terms, InputGroup* groups) {
    const float largest_quant = terms == 2 ? kLargestQuant16 : kLargestQuant8;
    const __m512i magnitude_mask = _mm512_set1_epi32(0x7FFFFFFF);
    for (uint32_t first = 0; first < columns; first += kGroupColumns, ++groups) {
        const uint32_t count = least(kGroupColumns, columns - first);
        const auto mask = static_cast<uint32_t>((uint64_t{1} << count) - 1U);
        const __m512 front = _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), values + first);
        const __m512 back =
            count > 16 ? _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask >> 16U), values + first + 16)
                       : _mm512_setzero_ps();
        const __m512i front_bits = _mm512_and_si512(_mm512_castps_si512(front), magnitude_mask);
        const __m512i back_bits = _mm512_and_si512(_mm512_castps_si512(back), magnitude_mask);
        // Magnitudes order as their bits do, infinity and NaN above all numbers.
        const uint32_t largest_bits = _mm512_reduce_max_epu32(_mm512_max_epu32(front_bits, back_bits));
        float largest = 0;
        __builtin_memcpy(&largest, &largest_bits, 4);
        InputGroup group;
        __builtin_memset(&group, 0, sizeof group);
        if (largest_bits >= 0x7F800000U) {
            group.scale = group.sum = group.half_sums[0] = group.half_sums[1] = __builtin_nanf("");
        } else if (largest >= kSmallestMagnitude) {
            group.scale = largest / largest_quant;
            const __m512 inverse = _mm512_set1_ps(largest_quant / largest);
            const __m512i quants[2] = {_mm512_cvtps_epi32(_mm512_mul_ps(front, inverse)),
                                       _mm512_cvtps_epi32(_mm512_mul_ps(back, inverse))};
            int32_t sums[2];
            for (uint32_t half = 0; half < 2; ++half) {
                const __m512i high =
                    _mm512_srai_epi32(_mm512_add_epi32(quants[half], _mm512_set1_epi32(128)), 8);
                _mm_storeu_si128(reinterpret_cast<__m128i*>(group.quants.bytes.high + 16 * half),
                                 _mm512_cvtepi32_epi8(high));
                _mm_storeu_si128(reinterpret_cast<__m128i*>(group.quants.bytes.low + 16 * half),
                                 _mm512_cvtepi32_epi8(quants[half]));
                sums[half] = _mm512_reduce_add_epi32(quants[half]);
                group.half_biases[half] = -128 * sums[half];
                group.half_sums[half] = group.scale * static_cast<float>(sums[half]);
            }
            group.bias = -128 * (sums[0] + sums[1]);
            group.sum = group.scale * static_cast<float>(sums[0] + sums[1]);
        }
        *groups = group;
    }
}

}  // namespace

const KernelTable kAvx512VnniKernels = {quantize, multiply};

}  // namespace hearth::cpu
