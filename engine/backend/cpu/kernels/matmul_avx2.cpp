// Matrix products with AVX2 and FMA. Without VNNI the exact way is vpmaddwd: unsigned quants widened to 16
// bits times 16-bit activations (vpmaddubsw would saturate). The even columns of a quad are the low bytes of
// its 16-bit lanes, the odd ones the high bytes; activations are stored in that order (0, 2, 1, 3), so a
// broadcast pair meets its columns.
//
// Structure and order of operations are those of matmul_avx512.cpp: the results are the same bits.

#include "backend/cpu/kernels/format.h"
#include "backend/cpu/kernels/kernel_table.h"
#include "backend/cpu/packed_layout.h"

#include <immintrin.h>

namespace hearth::cpu {
namespace {

constexpr uint32_t kFewInputs = 2;
constexpr uint64_t kPrefetchBytes = 6144;  ///< as in matmul_avx512.cpp
constexpr uint32_t kPanelInputs = 4;
constexpr uint32_t kPanelGroups = 16;  ///< at most: 16 KiB of widened quants in the L1 cache
constexpr uint32_t kInputBlock = 128;
constexpr uint32_t kHalves = 2;  ///< 8 rows to a register, 16 to a tile

HEARTH_INLINE __m256i load(const void* bytes) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(bytes));
}

template <int Shift>  // to the right; negative: to the left
HEARTH_INLINE __m256i shifted(__m256i words) {
    if constexpr (Shift > 0) {
        return _mm256_srli_epi16(words, Shift);
    } else if constexpr (Shift < 0) {
        return _mm256_slli_epi16(words, -Shift);
    } else {
        return words;
    }
}

HEARTH_INLINE __m256i table_of(const uint8_t* values) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(values)));
}

/// Half a quad (8 rows × 4 columns) of the group at `group`, as unsigned bytes.
template <DType Type, uint32_t Quad>
HEARTH_INLINE __m256i half_quad(const uint8_t* group, uint32_t half) {
    constexpr PackedLayout kLayout = Format<Type>::kLayout;
    constexpr uint32_t kLow = kLayout.low_bits;
    constexpr uint32_t kHigh = kLayout.high_bits;
    constexpr uint32_t kLowPerVector = 8 / kLow;
    const uint8_t* plane = group + 32 * half;
    const __m256i low =
        shifted<kLow*(Quad % kLowPerVector)>(load(plane + kQuadBytes * (Quad / kLowPerVector)));
    if constexpr (kLow == 8) {
        return low;
    } else {
        const __m256i masked = _mm256_and_si256(low, _mm256_set1_epi8((1 << kLow) - 1));
        if constexpr (kHigh != 0) {
            constexpr uint32_t kHighPerVector = 8 / kHigh;
            constexpr int kShift = static_cast<int>(kHigh * (Quad % kHighPerVector)) - static_cast<int>(kLow);
            const __m256i bits =
                load(plane + kLayout.low_plane_bytes() + kQuadBytes * (Quad / kHighPerVector));
            const __m256i high_mask = _mm256_set1_epi8(((1 << kHigh) - 1) << kLow);
            return _mm256_or_si256(masked, _mm256_and_si256(shifted<kShift>(bits), high_mask));
        } else if constexpr (kLayout.table == QuantTable::iq4_nl) {
            return _mm256_shuffle_epi8(table_of(kIq4NlTable), masked);
        } else if constexpr (kLayout.table == QuantTable::mxfp4) {
            return _mm256_shuffle_epi8(table_of(kMxfp4Table), masked);
        } else {
            return masked;
        }
    }
}

/// The columns 0 and 2 of a quad as 16-bit lanes, and the columns 1 and 3.
HEARTH_INLINE __m256i even_columns(__m256i bytes) {
    return _mm256_and_si256(bytes, _mm256_set1_epi16(0xFF));
}
HEARTH_INLINE __m256i odd_columns(__m256i bytes) {
    return _mm256_srli_epi16(bytes, 8);
}

HEARTH_INLINE __m256 eight_halves(const uint8_t* bytes) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
}

HEARTH_INLINE __m128i eight_bytes(const uint8_t* bytes) {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes));
}

HEARTH_INLINE __m256 float_of_unsigned(__m128i bytes) {
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
}

/// Scales of 8 rows for one part, and the minima that are added.
struct Scales {
    __m256 scale;
    __m256 minimum;
};

template <DType Type>
HEARTH_INLINE Scales scales_of(const uint8_t* block, uint32_t part, uint32_t half) {
    constexpr ScaleCoding kCoding = Format<Type>::kLayout.scales;
    constexpr uint32_t kPartsPerBlock = Format<Type>::kLayout.parts_per_block();
    const uint8_t* halves = block + 16 * half;
    if constexpr (kCoding == ScaleCoding::half) {
        return {eight_halves(halves), _mm256_setzero_ps()};
    } else if constexpr (kCoding == ScaleCoding::half_and_minimum) {
        return {eight_halves(halves), eight_halves(halves + 32)};
    } else if constexpr (kCoding == ScaleCoding::half_and_zero) {
        const __m256 scale = eight_halves(halves);
        const __m256 zero = float_of_unsigned(eight_bytes(block + 32 + 8 * half));
        return {scale, _mm256_mul_ps(scale, _mm256_sub_ps(_mm256_setzero_ps(), zero))};
    } else if constexpr (kCoding == ScaleCoding::exponent) {
        const __m256i exponent = _mm256_cvtepu8_epi32(eight_bytes(block + 8 * half));
        const __m256i normal = _mm256_slli_epi32(_mm256_sub_epi32(exponent, _mm256_set1_epi32(1)), 23);
        const __m256i subnormal = _mm256_sllv_epi32(_mm256_set1_epi32(0x00200000), exponent);
        const __m256i tiny = _mm256_cmpgt_epi32(_mm256_set1_epi32(2), exponent);
        return {_mm256_castsi256_ps(_mm256_blendv_epi8(normal, subnormal, tiny)), _mm256_setzero_ps()};
    } else if constexpr (kCoding == ScaleCoding::super) {
        const __m256i factor = _mm256_cvtepi8_epi32(eight_bytes(block + 32 + 16 * part + 8 * half));
        return {_mm256_mul_ps(eight_halves(halves), _mm256_cvtepi32_ps(factor)), _mm256_setzero_ps()};
    } else if constexpr (kCoding == ScaleCoding::super_minimum) {
        const __m256 scale = float_of_unsigned(eight_bytes(block + 64 + 16 * part + 8 * half));
        const __m256 minimum =
            float_of_unsigned(eight_bytes(block + 64 + 16 * (kPartsPerBlock + part) + 8 * half));
        const __m256 negative = _mm256_sub_ps(_mm256_setzero_ps(), minimum);
        return {_mm256_mul_ps(eight_halves(halves), scale),
                _mm256_mul_ps(eight_halves(halves + 32), negative)};
    } else {
        static_assert(kCoding == ScaleCoding::super_nibbles);
        const __m128i both = eight_bytes(block + 64 + 16 * part + 8 * half);
        const __m128i mask = _mm_set1_epi8(15);
        const __m256 scale = float_of_unsigned(_mm_and_si128(both, mask));
        const __m256 minimum = float_of_unsigned(_mm_and_si128(_mm_srli_epi16(both, 4), mask));
        const __m256 negative = _mm256_sub_ps(_mm256_setzero_ps(), minimum);
        return {_mm256_mul_ps(eight_halves(halves), scale),
                _mm256_mul_ps(eight_halves(halves + 32), negative)};
    }
}

/// Two neighbouring words, in every 32-bit lane.
HEARTH_INLINE __m256i broadcast_pair(const std::int16_t* words) {
    int32_t dword = 0;
    __builtin_memcpy(&dword, words, 4);
    return _mm256_set1_epi32(dword);
}

HEARTH_INLINE __m256i add_products(__m256i sums, __m256i weights, __m256i values) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(weights, values));
}

/// Adds a part's scaled row sums to the totals: the one place that rounds.
template <bool HasMinimum>
HEARTH_INLINE __m256 scaled(__m256i sums, __m256 scale, __m256 minimum, float input_scale, float input_sum,
                            __m256 totals) {
    const __m256 both = _mm256_mul_ps(scale, _mm256_set1_ps(input_scale));
    totals = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums), both, totals);
    if constexpr (HasMinimum) {
        totals = _mm256_fmadd_ps(minimum, _mm256_set1_ps(input_sum), totals);
    }
    return totals;
}

/// Writes the totals of 8 rows to y, with bias, masked to the rows that exist.
HEARTH_INLINE void store(const MultiplyJob& job, uint32_t tile, uint32_t half, uint32_t input,
                         __m256 totals) {
    const uint32_t row_count = tile + 1 == job.tile_count ? job.last_tile_rows : kTileRows;
    if (row_count <= 8 * half) {
        return;
    }
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(row_count - 8 * half)), lanes);
    const uint64_t first = uint64_t{tile} * kTileRows + 8 * half;
    float* out = job.out + input * job.out_stride + first;
    if (job.bias != nullptr) {
        totals = _mm256_add_ps(totals, _mm256_maskload_ps(job.bias + first, mask));
    }
    if (job.add) {
        totals = _mm256_add_ps(_mm256_maskload_ps(out, mask), totals);
    }
    _mm256_maskstore_ps(out, mask, totals);
}

// ---- few inputs ----

/// The row sums of one part of a group, 8 rows, with every input.
template <DType Type, uint32_t Inputs, uint32_t Part>
HEARTH_INLINE void few_part(const uint8_t* block, uint32_t group_in_block, const uint8_t* group,
                            uint32_t half, const InputGroup* const (&inputs)[Inputs],
                            __m256 (&totals)[Inputs]) {
    using F = Format<Type>;
    __m256i sums[Inputs];
    repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
        sums[I] = F::kHasMinimum ? _mm256_setzero_si256()
                                 : _mm256_set1_epi32(bias_of<F::kParts>(*inputs[I], Part) >> F::kBiasShift);
    });
    repeat<F::kQuadsPerPart>([&]<uint32_t Quad>() HEARTH_INLINE_LAMBDA {
        constexpr uint32_t kQuad = Part * F::kQuadsPerPart + Quad;
        const __m256i bytes = half_quad<Type, kQuad>(group, half);
        repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
            const std::int16_t* words = inputs[I]->quants.words + 4 * kQuad;
            sums[I] = add_products(sums[I], even_columns(bytes), broadcast_pair(words));
            sums[I] = add_products(sums[I], odd_columns(bytes), broadcast_pair(words + 2));
        });
    });
    const Scales scales = scales_of<Type>(block, group_in_block * F::kParts + Part, half);
    repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
        totals[I] = scaled<F::kHasMinimum>(sums[I], scales.scale, scales.minimum, inputs[I]->scale,
                                           sum_of<F::kParts>(*inputs[I], Part), totals[I]);
    });
}

/// One tile with all of at most kFewInputs inputs.
template <DType Type, uint32_t Inputs>
void few_tile(const MultiplyJob& job, uint32_t tile) {
    using F = Format<Type>;
    __m256 totals[kHalves][Inputs];
    const InputGroup* inputs[Inputs];
    repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
        totals[0][I] = _mm256_setzero_ps();
        totals[1][I] = _mm256_setzero_ps();
        inputs[I] = input_row(job, I);
    });
    const auto* block = reinterpret_cast<const uint8_t*>(job.tiles) + tile * job.tile_bytes;
    const uint8_t* const end = block + job.tile_bytes;
    for (; block < end; block += F::kBlockBytes) {
        for (uint32_t byte = 0; byte < F::kBlockBytes; byte += 64) {
            _mm_prefetch(reinterpret_cast<const char*>(block + kPrefetchBytes + byte), _MM_HINT_T0);
        }
        const uint8_t* group = block + F::kScaleBytes;
        for (uint32_t g = 0; g < F::kGroupsPerBlock; ++g, group += F::kGroupBytes) {
            repeat<kHalves>([&]<uint32_t Half>() HEARTH_INLINE_LAMBDA {
                few_part<Type, Inputs, 0>(block, g, group, Half, inputs, totals[Half]);
                if constexpr (F::kParts == 2) {
                    few_part<Type, Inputs, 1>(block, g, group, Half, inputs, totals[Half]);
                }
            });
            repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA { ++inputs[I]; });
        }
    }
    repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
        store(job, tile, 0, I, totals[0][I]);
        store(job, tile, 1, I, totals[1][I]);
    });
}

template <DType Type>
void multiply_few(const MultiplyJob& job) {
    for (uint32_t tile = 0; tile < job.tile_count; ++tile) {
        job.input_count == 1 ? few_tile<Type, 1>(job, tile) : few_tile<Type, 2>(job, tile);
    }
}

// ---- many inputs ----

/// A tile × up to kPanelGroups groups, unpacked to signed words: even and odd columns of every quad.
struct alignas(32) Panel {
    std::int16_t words[kPanelGroups][16][kHalves][16];
    float scales[kPanelGroups][2][kTileRows];  ///< per part
    float minima[kPanelGroups][2][kTileRows];
};

/// Sums of an input block between the chunks of columns.
struct alignas(32) PartialTotals {
    float values[kInputBlock][kTileRows];
};

template <DType Type>
void unpack_panel(const uint8_t* tile, uint32_t first_group, uint32_t group_count, Panel& panel) {
    using F = Format<Type>;
    const __m256i offset = _mm256_set1_epi16(F::kLayout.offset);
    for (uint32_t i = 0; i < group_count; ++i) {
        const uint32_t in_block = (first_group + i) % F::kGroupsPerBlock;
        const uint8_t* block = tile + uint64_t{first_group + i} / F::kGroupsPerBlock * F::kBlockBytes;
        const uint8_t* group = block + F::kScaleBytes + in_block * F::kGroupBytes;
        for (uint32_t half = 0; half < kHalves; ++half) {
            const auto step = [&]<uint32_t Quad>() HEARTH_INLINE_LAMBDA {
                const __m256i bytes = half_quad<Type, Quad>(group, half);
                auto* even = reinterpret_cast<__m256i*>(panel.words[i][2 * Quad][half]);
                auto* odd = reinterpret_cast<__m256i*>(panel.words[i][2 * Quad + 1][half]);
                _mm256_store_si256(even, _mm256_sub_epi16(even_columns(bytes), offset));
                _mm256_store_si256(odd, _mm256_sub_epi16(odd_columns(bytes), offset));
            };
            repeat<8>(step);
            for (uint32_t part = 0; part < F::kParts; ++part) {
                const Scales scales = scales_of<Type>(block, in_block * F::kParts + part, half);
                _mm256_store_ps(panel.scales[i][part] + 8 * half, scales.scale);
                if constexpr (F::kHasMinimum) {
                    _mm256_store_ps(panel.minima[i][part] + 8 * half, scales.minimum);
                }
            }
        }
    }
}

/// A panel with `Inputs` inputs, added to `totals` [Inputs][16].
template <uint32_t Inputs, uint32_t Parts, bool HasMinimum>
void multiply_panel(const Panel& panel, uint32_t group_count, const std::byte* inputs, uint64_t input_stride,
                    float (*totals)[kTileRows]) {
    constexpr uint32_t kQuads = 8 / Parts;
    for (uint32_t g = 0; g < group_count; ++g, inputs += sizeof(InputGroup)) {
        __asm__("" : "+r"(totals));  // as in matmul_avx512.cpp
        for (uint32_t part = 0; part < Parts; ++part) {
            __m256i sums[Inputs][kHalves];
            repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
                sums[I][0] = _mm256_setzero_si256();
                sums[I][1] = _mm256_setzero_si256();
            });
            const auto* pairs = panel.words[g] + 2 * part * kQuads;
            const auto* words = reinterpret_cast<const InputGroup*>(inputs)->quants.words + 4 * part * kQuads;
            for (uint32_t pair = 0; pair < 2 * kQuads; ++pair, ++pairs, words += 2) {
                const __m256i first = load((*pairs)[0]);
                const __m256i second = load((*pairs)[1]);
                repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
                    const __m256i values = broadcast_pair(words + I * input_stride / 2);
                    sums[I][0] = add_products(sums[I][0], first, values);
                    sums[I][1] = add_products(sums[I][1], second, values);
                });
            }
            repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
                const auto* input = reinterpret_cast<const InputGroup*>(inputs + I * input_stride);
                repeat<kHalves>([&]<uint32_t Half>() HEARTH_INLINE_LAMBDA {
                    const __m256 scale = _mm256_load_ps(panel.scales[g][part] + 8 * Half);
                    const __m256 minimum =
                        HasMinimum ? _mm256_load_ps(panel.minima[g][part] + 8 * Half) : _mm256_setzero_ps();
                    float* total = totals[I] + 8 * Half;
                    _mm256_store_ps(total,
                                    scaled<HasMinimum>(sums[I][Half], scale, minimum, input->scale,
                                                       sum_of<Parts>(*input, part), _mm256_load_ps(total)));
                });
            });
        }
    }
}

/// All inputs of a block with a panel, as evenly cut as possible into runs of at most kPanelInputs.
template <uint32_t Parts, bool HasMinimum>
void multiply_inputs(const Panel& panel, uint32_t group_count, const std::byte* inputs, uint64_t input_stride,
                     uint32_t input_count, PartialTotals& totals) {
    uint32_t runs = (input_count + kPanelInputs - 1) / kPanelInputs;
    for (uint32_t done = 0; runs > 0; --runs) {
        const uint32_t count = (input_count - done + runs - 1) / runs;
        const std::byte* from = inputs + done * input_stride;
        auto* to = totals.values + done;
        switch (count) {
            case 1:
                multiply_panel<1, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
            case 2:
                multiply_panel<2, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
            case 3:
                multiply_panel<3, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
            default:
                multiply_panel<4, Parts, HasMinimum>(panel, group_count, from, input_stride, to);
                break;
        }
        done += count;
    }
}

template <DType Type>
void multiply_many(const MultiplyJob& job) {
    using F = Format<Type>;
    const uint32_t group_count = job.columns / kGroupColumns;
    const uint32_t chunk = even_piece(group_count, kPanelGroups, F::kGroupsPerBlock);
    const uint32_t input_block = even_piece(job.input_count, kInputBlock, 1);
    Panel panel;
    PartialTotals totals;
    for (uint32_t first_input = 0; first_input < job.input_count; first_input += input_block) {
        const uint32_t input_count = least(input_block, job.input_count - first_input);
        const std::byte* inputs = job.inputs + first_input * job.input_stride;
        for (uint32_t tile = 0; tile < job.tile_count; ++tile) {
            const auto* bytes = reinterpret_cast<const uint8_t*>(job.tiles) + tile * job.tile_bytes;
            for (uint32_t i = 0; i < input_count; ++i) {
                _mm256_store_ps(totals.values[i], _mm256_setzero_ps());
                _mm256_store_ps(totals.values[i] + 8, _mm256_setzero_ps());
            }
            for (uint32_t group = 0; group < group_count; group += chunk) {
                const uint32_t count = least(chunk, group_count - group);
                unpack_panel<Type>(bytes, group, count, panel);
                multiply_inputs<F::kParts, F::kHasMinimum>(panel, count, inputs + group * sizeof(InputGroup),
                                                           job.input_stride, input_count, totals);
            }
            for (uint32_t i = 0; i < input_count; ++i) {
                for (uint32_t half = 0; half < kHalves; ++half) {
                    store(job, tile, half, first_input + i, _mm256_load_ps(totals.values[i] + 8 * half));
                }
            }
        }
    }
}

// ---- float formats ----

/// Eight values of a column of a tile.
template <DType Type>
HEARTH_INLINE __m256 column_of(const std::byte* tile, uint64_t column, uint32_t half) {
    if constexpr (Type == DType::f32) {
        return _mm256_loadu_ps(reinterpret_cast<const float*>(tile + 64 * column + 32 * half));
    } else {
        const __m128i words =
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(tile + 32 * column + 16 * half));
        if constexpr (Type == DType::f16) {
            return _mm256_cvtph_ps(words);
        } else {
            return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(words), 16));
        }
    }
}

/// A tile with `Inputs` inputs. 32 columns are summed apart before they join the totals: less rounding.
template <DType Type, uint32_t Inputs>
void multiply_float_tile(const MultiplyJob& job, uint32_t tile, uint32_t first_input) {
    const std::byte* bytes = job.tiles + tile * job.tile_bytes;
    const float* values = job.values + uint64_t{first_input} * job.columns;
    __m256 totals[Inputs][kHalves];
    for (uint32_t i = 0; i < Inputs; ++i) {
        for (uint32_t half = 0; half < kHalves; ++half) {
            totals[i][half] = _mm256_setzero_ps();
        }
    }
    for (uint32_t first = 0; first < job.columns; first += kGroupColumns) {
        const uint32_t last = least(first + kGroupColumns, job.columns);
        __m256 sums[Inputs][kHalves];
        for (uint32_t i = 0; i < Inputs; ++i) {
            for (uint32_t half = 0; half < kHalves; ++half) {
                sums[i][half] = _mm256_setzero_ps();
            }
        }
        for (uint64_t column = first; column < last; ++column) {
            const __m256 weights[kHalves] = {column_of<Type>(bytes, column, 0),
                                             column_of<Type>(bytes, column, 1)};
            for (uint32_t i = 0; i < Inputs; ++i) {
                const __m256 value = _mm256_set1_ps(values[uint64_t{i} * job.columns + column]);
                for (uint32_t half = 0; half < kHalves; ++half) {
                    sums[i][half] = _mm256_fmadd_ps(weights[half], value, sums[i][half]);
                }
            }
        }
        for (uint32_t i = 0; i < Inputs; ++i) {
            for (uint32_t half = 0; half < kHalves; ++half) {
                totals[i][half] = _mm256_add_ps(totals[i][half], sums[i][half]);
            }
        }
    }
    for (uint32_t i = 0; i < Inputs; ++i) {
        for (uint32_t half = 0; half < kHalves; ++half) {
            store(job, tile, half, first_input + i, totals[i][half]);
        }
    }
}

template <DType Type>
void multiply_float(const MultiplyJob& job) {
    uint32_t runs = (job.input_count + kPanelInputs - 1) / kPanelInputs;
    for (uint32_t done = 0; runs > 0; --runs) {
        const uint32_t count = (job.input_count - done + runs - 1) / runs;
        for (uint32_t tile = 0; tile < job.tile_count; ++tile) {
            switch (count) {
                case 1:
                    multiply_float_tile<Type, 1>(job, tile, done);
                    break;
                case 2:
                    multiply_float_tile<Type, 2>(job, tile, done);
                    break;
                case 3:
                    multiply_float_tile<Type, 3>(job, tile, done);
                    break;
                default:
                    multiply_float_tile<Type, 4>(job, tile, done);
                    break;
            }
        }
        done += count;
    }
}

// ---- the table ----

template <DType Type>
void multiply_type(const MultiplyJob& job) {
    job.input_count <= kFewInputs ? multiply_few<Type>(job) : multiply_many<Type>(job);
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
        case DType::q4_affine:
            return multiply_type<DType::q4_affine>(job);
        case DType::q8_affine:
            return multiply_type<DType::q8_affine>(job);
    }
}

/// Sum of eight dwords.
HEARTH_INLINE int32_t sum_of_lanes(__m256i lanes) {
    const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}

/// Largest of eight non-negative dwords.
HEARTH_INLINE uint32_t largest_lane(__m256i lanes) {
    const __m128i four = _mm_max_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    const __m128i two = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return static_cast<uint32_t>(_mm_cvtsi128_si32(_mm_max_epi32(two, _mm_shuffle_epi32(two, 0xB1))));
}

void quantize_group(const float* values, float largest_quant, InputGroup& group) {
    __builtin_memset(&group, 0, sizeof group);
    __m256 vectors[4];
    __m256i magnitudes = _mm256_setzero_si256();
    for (uint32_t v = 0; v < 4; ++v) {
        vectors[v] = _mm256_loadu_ps(values + 8 * v);
        const __m256i bits = _mm256_and_si256(_mm256_castps_si256(vectors[v]), _mm256_set1_epi32(0x7FFFFFFF));
        magnitudes = _mm256_max_epi32(magnitudes, bits);
    }
    // Magnitudes order as their bits do, infinity and NaN above all numbers.
    const uint32_t largest_bits = largest_lane(magnitudes);
    float largest = 0;
    __builtin_memcpy(&largest, &largest_bits, 4);
    if (largest_bits >= 0x7F800000U) {
        group.scale = group.sum = group.half_sums[0] = group.half_sums[1] = __builtin_nanf("");
        return;
    }
    if (largest < kSmallestMagnitude) {
        return;
    }
    group.scale = largest / largest_quant;
    const __m256 inverse = _mm256_set1_ps(largest_quant / largest);
    // Words in column order 0, 2, 1, 3 of every quad.
    const __m256i order = _mm256_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15, 0, 1, 4, 5,
                                           2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15);
    int32_t sums[2];
    for (uint32_t half = 0; half < 2; ++half) {
        const __m256i front = _mm256_cvtps_epi32(_mm256_mul_ps(vectors[2 * half], inverse));
        const __m256i back = _mm256_cvtps_epi32(_mm256_mul_ps(vectors[2 * half + 1], inverse));
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(front, back), 0xD8);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(group.quants.words + 16 * half),
                            _mm256_shuffle_epi8(packed, order));
        sums[half] = sum_of_lanes(_mm256_add_epi32(front, back));
        group.half_biases[half] = -128 * sums[half];
        group.half_sums[half] = group.scale * static_cast<float>(sums[half]);
    }
    group.bias = -128 * (sums[0] + sums[1]);
    group.sum = group.scale * static_cast<float>(sums[0] + sums[1]);
}

void quantize(const float* values, uint32_t columns, uint8_t terms, InputGroup* groups) {
    const float largest_quant = terms == 2 ? kLargestQuant16 : kLargestQuant8;
    uint32_t first = 0;
    for (; first + kGroupColumns <= columns; first += kGroupColumns, ++groups) {
        quantize_group(values + first, largest_quant, *groups);
    }
    if (first < columns) {
        float rest[kGroupColumns] = {};
        __builtin_memcpy(rest, values + first, (columns - first) * sizeof(float));
        quantize_group(rest, largest_quant, *groups);
    }
}

}  // namespace

const KernelTable kAvx2Kernels = {quantize, multiply};

}  // namespace hearth::cpu
