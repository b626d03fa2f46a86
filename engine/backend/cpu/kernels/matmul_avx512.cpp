// Matrix products with AVX-512 VNNI. One 64-byte quad (16 rows × 4 columns of unsigned quants) times 4 signed
// activation bytes, broadcast, is one vpdpbusd with 16 row sums. Activations have two signed bytes, so two of
// them.
//
// Few inputs (decode): memory is the limit. Quads are unpacked in registers, several tiles are read side by
// side.
//
// Many inputs (prompts): arithmetic is the limit. A panel of two tiles is unpacked once into the L1 cache and
// multiplied with all inputs, eight at a time: 16 row sums in registers, ten loads for 16 multiplications.
//
// Both do the same operations in the same order: the result of an input does not depend on the others.

#include "backend/cpu/kernels/avx512_floats.h"
#include "backend/cpu/kernels/avx512_quantize.h"
#include "backend/cpu/kernels/avx512_tiles.h"
#include "backend/cpu/kernels/format.h"
#include "backend/cpu/kernels/kernel_table.h"
#include "backend/cpu/packed_layout.h"

#include <immintrin.h>

namespace hearth::cpu {
namespace {

constexpr uint32_t kFewInputs = 4;  ///< up to here quads are unpacked anew for every input
/// How far ahead weights are fetched, past the end of a tile too: the next one follows. One core then reads
/// at what its memory gives (Zen 5: 36 GB/s; with 2 KiB ahead 30, with four tiles side by side 26).
constexpr uint64_t kPrefetchBytes = 6144;

constexpr uint32_t kPanelTiles = 2;
constexpr uint32_t kPanelInputs = 8;
constexpr uint32_t kPanelGroups =
    20;  ///< at most: 20 KiB of quants, beside scales and inputs in 48 KiB of L1
constexpr uint32_t kLeastInputs = 64;
constexpr uint32_t kMostInputs = 384;
constexpr uint64_t kInputBytes = 640U << 10U;  ///< of inputs in an L2 cache of 1 MiB or more

constexpr std::size_t kHighBytes = offsetof(InputGroup, quants.bytes.high);
constexpr std::size_t kLowBytes = offsetof(InputGroup, quants.bytes.low);

// ---- few inputs ----

/// The row sums of one part of a group with every input. With 8-bit activations the high bytes are zeros:
/// memory is the limit here, a variant without them would be no faster.
template <DType Type, uint32_t Inputs, uint32_t Part>
HEARTH_INLINE void few_part(const uint8_t* block, uint32_t group_in_block, const uint8_t* group,
                            const InputGroup* const (&inputs)[Inputs], __m512 (&totals)[Inputs]) {
    using F = Format<Type>;
    __m512i high[Inputs];
    __m512i low[Inputs];
    repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
        high[I] = _mm512_setzero_si512();
        low[I] = _mm512_setzero_si512();
        if constexpr (!F::kHasMinimum) {
            low[I] =
                _mm512_srai_epi32(_mm512_set1_epi32(bias_of<F::kParts>(*inputs[I], Part)), F::kBiasShift);
        }
    });
    repeat<F::kQuadsPerPart>([&]<uint32_t Quad>() HEARTH_INLINE_LAMBDA {
        constexpr uint32_t kQuad = Part * F::kQuadsPerPart + Quad;
        const __m512i weights = quad<Type, kQuad>(group);
        repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
            const auto& bytes = inputs[I]->quants.bytes;
            high[I] = _mm512_dpbusd_epi32(high[I], weights, broadcast4(bytes.high + 4 * kQuad));
            low[I] = _mm512_dpbusd_epi32(low[I], weights, broadcast4(bytes.low + 4 * kQuad));
        });
    });
    const Scales scales = scales_of<Type>(block, group_in_block * F::kParts + Part);
    repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
        const __m512i sums = _mm512_add_epi32(_mm512_slli_epi32(high[I], 8), low[I]);
        totals[I] = scaled<F::kHasMinimum>(sums, scales.scale, scales.minimum, inputs[I]->scale,
                                           sum_of<F::kParts>(*inputs[I], Part), totals[I]);
    });
}

/// One tile with all of at most kFewInputs inputs.
template <DType Type, uint32_t Inputs>
void few_tile(const MultiplyJob& job, uint32_t tile) {
    using F = Format<Type>;
    __m512 totals[Inputs];
    const InputGroup* inputs[Inputs];
    repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
        totals[I] = _mm512_setzero_ps();
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
            few_part<Type, Inputs, 0>(block, g, group, inputs, totals);
            if constexpr (F::kParts == 2) {
                few_part<Type, Inputs, 1>(block, g, group, inputs, totals);
            }
            repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA { ++inputs[I]; });
        }
    }
    repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA { store(job, tile, I, totals[I]); });
}

template <DType Type>
void multiply_few(const MultiplyJob& job) {
    for (uint32_t tile = 0; tile < job.tile_count; ++tile) {
        switch (job.input_count) {
            case 1:
                few_tile<Type, 1>(job, tile);
                break;
            case 2:
                few_tile<Type, 2>(job, tile);
                break;
            case 3:
                few_tile<Type, 3>(job, tile);
                break;
            default:
                few_tile<Type, 4>(job, tile);
                break;
        }
    }
}

// ---- many inputs ----

/// Two tiles × some groups, unpacked. Quants have offset 128 where their format has one.
struct alignas(64) Panel {
    uint8_t quads[kPanelGroups][8][kPanelTiles][kQuadBytes];
    float scales[kPanelGroups][2][kPanelTiles][kTileRows];  ///< per part
    float minima[kPanelGroups][2][kPanelTiles][kTileRows];
};

/// Totals of an input block; [input][tile][row].
struct alignas(64) Totals {
    float values[kMostInputs][kPanelTiles][kTileRows];
};

/// Unpacks groups of tile `t` of a panel, and asks for the same place of the next panel, `ahead` bytes
/// further on.
template <DType Type>
void unpack_tile(const uint8_t* tile, uint32_t t, uint32_t first_group, uint32_t group_count, uint64_t ahead,
                 Panel& panel) {
    using F = Format<Type>;
    for (uint32_t i = 0; i < group_count; ++i) {
        const uint32_t in_block = (first_group + i) % F::kGroupsPerBlock;
        const uint8_t* block = tile + uint64_t{first_group + i} / F::kGroupsPerBlock * F::kBlockBytes;
        const uint8_t* group = block + F::kScaleBytes + in_block * F::kGroupBytes;
        for (uint32_t byte = 0; byte < F::kBlockBytes / F::kGroupsPerBlock; byte += 64) {
            _mm_prefetch(reinterpret_cast<const char*>(group + ahead + byte), _MM_HINT_T1);
        }
        repeat<8>([&]<uint32_t Quad>() HEARTH_INLINE_LAMBDA {
            __m512i weights = quad<Type, Quad>(group);
            if constexpr (!F::kHasMinimum && F::kLayout.offset != 128) {
                weights =
                    _mm512_add_epi8(weights, _mm512_set1_epi8(static_cast<char>(128 - F::kLayout.offset)));
            }
            _mm512_store_si512(panel.quads[i][Quad][t], weights);
        });
        for (uint32_t part = 0; part < F::kParts; ++part) {
            const Scales scales = scales_of<Type>(block, in_block * F::kParts + part);
            _mm512_store_ps(panel.scales[i][part][t], scales.scale);
            if constexpr (F::kHasMinimum) {
                _mm512_store_ps(panel.minima[i][part][t], scales.minimum);
            }
        }
    }
}

/// Multiplies the quads of one part with one of the two bytes of the activations, at `bytes` in the first
/// input.
template <uint32_t Inputs, uint32_t Quads>
HEARTH_INLINE void add_products(const uint8_t (*quads)[kPanelTiles][kQuadBytes], const std::byte* bytes,
                                uint64_t input_stride, __m512i (&sums)[Inputs][kPanelTiles]) {
    repeat<Quads>([&]<uint32_t Quad>() HEARTH_INLINE_LAMBDA {
        const __m512i first = _mm512_load_si512(quads[Quad][0]);
        const __m512i second = _mm512_load_si512(quads[Quad][1]);
        repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
            const __m512i values = broadcast4(bytes + I * input_stride + 4 * Quad);
            sums[I][0] = _mm512_dpbusd_epi32(sums[I][0], first, values);
            sums[I][1] = _mm512_dpbusd_epi32(sums[I][1], second, values);
        });
    });
}

/// A panel with `Inputs` inputs, added to `totals`. The high bytes of a part are summed first, shifted by 8
/// and the low bytes added on top: one register for a row sum, 16 of them.
template <uint32_t Inputs, uint32_t Terms, uint32_t Parts, bool HasMinimum>
void multiply_panel(const Panel& panel, uint32_t group_count, const std::byte* inputs, uint64_t input_stride,
                    float (*totals)[kPanelTiles][kTileRows]) {
    constexpr uint32_t kQuads = 8 / Parts;
    const auto each_sum = [](const auto& body) HEARTH_INLINE_LAMBDA {
        repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
            repeat<kPanelTiles>([&]<uint32_t T>() HEARTH_INLINE_LAMBDA { body.template operator()<I, T>(); });
        });
    };
    for (uint32_t g = 0; g < group_count; ++g, inputs += sizeof(InputGroup)) {
        // Totals stay in memory: carried through the loop they would be spilled, and stored twice.
        __asm__("" : "+r"(totals));
        for (uint32_t part = 0; part < Parts; ++part) {
            const auto* quads = panel.quads[g] + part * kQuads;
            const std::byte* bytes = inputs + 4 * part * kQuads;
            __m512i sums[Inputs][kPanelTiles];
            each_sum([&]<uint32_t I, uint32_t T>()
                         HEARTH_INLINE_LAMBDA { sums[I][T] = _mm512_setzero_si512(); });
            if constexpr (Terms == 2) {
                add_products<Inputs, kQuads>(quads, bytes + kHighBytes, input_stride, sums);
                each_sum([&]<uint32_t I, uint32_t T>()
                             HEARTH_INLINE_LAMBDA { sums[I][T] = _mm512_slli_epi32(sums[I][T], 8); });
            }
            add_products<Inputs, kQuads>(quads, bytes + kLowBytes, input_stride, sums);
            repeat<Inputs>([&]<uint32_t I>() HEARTH_INLINE_LAMBDA {
                const auto* input = reinterpret_cast<const InputGroup*>(inputs + I * input_stride);
                const float input_scale = input->scale;
                const float input_sum = sum_of<Parts>(*input, part);
                const __m512i bias = _mm512_set1_epi32(bias_of<Parts>(*input, part));
                repeat<kPanelTiles>([&]<uint32_t T>() HEARTH_INLINE_LAMBDA {
                    const __m512i sum = HasMinimum ? sums[I][T] : _mm512_add_epi32(sums[I][T], bias);
                    const __m512 scale = _mm512_load_ps(panel.scales[g][part][T]);
                    const __m512 minimum =
                        HasMinimum ? _mm512_load_ps(panel.minima[g][part][T]) : _mm512_setzero_ps();
                    const __m512 total = _mm512_load_ps(totals[I][T]);
                    _mm512_store_ps(totals[I][T],
                                    scaled<HasMinimum>(sum, scale, minimum, input_scale, input_sum, total));
                });
            });
        }
    }
}

/// A chunk of the columns of two neighbouring tiles, and which inputs meet it.
struct Chunk {
    uint32_t tile;
    uint32_t tile_count;  ///< of the two, that exist
    uint32_t first_group;
    uint32_t group_count;
    bool last;
    uint32_t first_input;
    uint32_t input_count;
};

/// `Inputs` inputs of a chunk from the `done`-th: totals begin at zero in the first chunk and go to y after
/// the last.
template <uint32_t Inputs, uint32_t Terms, uint32_t Parts, bool HasMinimum>
void multiply_run(const MultiplyJob& job, const Panel& panel, const Chunk& chunk, uint32_t done,
                  Totals& totals) {
    const bool whole = chunk.first_group == 0 && chunk.last;
    auto* run_totals = totals.values + (whole ? 0 : done);  // nothing to keep: stay in the same few lines
    if (chunk.first_group == 0) {
        for (uint32_t i = 0; i < Inputs; ++i) {
            _mm512_store_ps(run_totals[i][0], _mm512_setzero_ps());
            _mm512_store_ps(run_totals[i][1], _mm512_setzero_ps());
        }
    }
    const uint32_t first_input = chunk.first_input + done;
    if (chunk.last) {  // rows of y are pages apart: fetch their lines while the panel is multiplied
        for (uint32_t i = 0; i < Inputs; ++i) {
            const float* out =
                job.out + (first_input + i) * job.out_stride + uint64_t{chunk.tile} * kTileRows;
            __builtin_prefetch(out, 1);
            __builtin_prefetch(out + kTileRows, 1);
        }
    }
    multiply_panel<Inputs, Terms, Parts, HasMinimum>(
        panel, chunk.group_count,
        job.inputs + first_input * job.input_stride + chunk.first_group * sizeof(InputGroup),
        job.input_stride, run_totals);
    if (chunk.last) {
        for (uint32_t i = 0; i < Inputs; ++i) {
            for (uint32_t t = 0; t < chunk.tile_count; ++t) {
                store(job, chunk.tile + t, first_input + i, _mm512_load_ps(run_totals[i][t]));
            }
        }
    }
}

/// All inputs of a chunk, as evenly cut as possible into runs of at most kPanelInputs.
template <uint32_t Terms, uint32_t Parts, bool HasMinimum>
void multiply_inputs(const MultiplyJob& job, const Panel& panel, const Chunk& chunk, Totals& totals) {
    uint32_t runs = (chunk.input_count + kPanelInputs - 1) / kPanelInputs;
    for (uint32_t done = 0; runs > 0; --runs) {
        const uint32_t count = (chunk.input_count - done + runs - 1) / runs;
        switch (count) {
            case 1:
                multiply_run<1, Terms, Parts, HasMinimum>(job, panel, chunk, done, totals);
                break;
            case 2:
                multiply_run<2, Terms, Parts, HasMinimum>(job, panel, chunk, done, totals);
                break;
            case 3:
                multiply_run<3, Terms, Parts, HasMinimum>(job, panel, chunk, done, totals);
                break;
            case 4:
                multiply_run<4, Terms, Parts, HasMinimum>(job, panel, chunk, done, totals);
                break;
            case 5:
                multiply_run<5, Terms, Parts, HasMinimum>(job, panel, chunk, done, totals);
                break;
            case 6:
                multiply_run<6, Terms, Parts, HasMinimum>(job, panel, chunk, done, totals);
                break;
            case 7:
                multiply_run<7, Terms, Parts, HasMinimum>(job, panel, chunk, done, totals);
                break;
            default:
                multiply_run<8, Terms, Parts, HasMinimum>(job, panel, chunk, done, totals);
                break;
        }
        done += count;
    }
}

/// Inputs that meet a panel before the next one does: as many as the L2 cache holds beside what streams
/// through.
uint32_t input_block(const MultiplyJob& job) {
    const uint64_t fitting = kInputBytes / job.input_stride;
    const auto limit = static_cast<uint32_t>(fitting < kLeastInputs ? kLeastInputs : fitting);
    return even_piece(job.input_count, least(limit, kMostInputs), 1);
}

template <DType Type, uint32_t Terms>
void multiply_many(const MultiplyJob& job) {
    using F = Format<Type>;
    const uint32_t group_count = job.columns / kGroupColumns;
    const uint32_t chunk_groups = even_piece(group_count, kPanelGroups, F::kGroupsPerBlock);
    const uint64_t chunk_bytes = uint64_t{chunk_groups} / F::kGroupsPerBlock * F::kBlockBytes;
    const uint32_t inputs = input_block(job);
    Panel panel;
    Totals totals;
    for (uint32_t first_input = 0; first_input < job.input_count; first_input += inputs) {
        const uint32_t input_count = least(inputs, job.input_count - first_input);
        for (uint32_t tile = 0; tile < job.tile_count; tile += kPanelTiles) {
            const uint32_t tile_count = least(kPanelTiles, job.tile_count - tile);
            const auto* first = reinterpret_cast<const uint8_t*>(job.tiles) + tile * job.tile_bytes;
            for (uint32_t group = 0; group < group_count; group += chunk_groups) {
                const uint32_t count = least(chunk_groups, group_count - group);
                const bool last = group + count == group_count;
                const uint64_t ahead = last ? chunk_bytes + job.tile_bytes : chunk_bytes;
                for (uint32_t t = 0; t < kPanelTiles;
                     ++t) {  // without a second tile the first stands in for it
                    unpack_tile<Type>(first + (t < tile_count ? t : 0) * job.tile_bytes, t, group, count,
                                      ahead, panel);
                }
                const Chunk chunk{tile, tile_count, group, count, last, first_input, input_count};
                multiply_inputs<Terms, F::kParts, F::kHasMinimum>(job, panel, chunk, totals);
            }
        }
    }
}

// ---- the table ----

template <DType Type>
void multiply_type(const MultiplyJob& job) {
    if (job.input_count <= kFewInputs) {
        multiply_few<Type>(job);
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
        case DType::q4_affine:
            return multiply_type<DType::q4_affine>(job);
        case DType::q8_affine:
            return multiply_type<DType::q8_affine>(job);
    }
}

}  // namespace

const KernelTable kAvx512VnniKernels = {quantize, multiply};

}  // namespace hearth::cpu
