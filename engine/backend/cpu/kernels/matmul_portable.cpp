// Matrix products in plain C++, for every processor. Integers exactly as the other kernels do them.

#include "backend/cpu/kernels/kernel_table.h"
#include "backend/cpu/packed_layout.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace hearth::cpu {
namespace {

/// Input rows that share one unpacking of a group.
constexpr std::uint32_t kInputBlock = 32;

/// A group of a tile, unpacked.
struct UnpackedGroup {
    std::int16_t weights[kTileRows][kGroupColumns];  ///< quant − offset
    float scales[2][kTileRows];                      ///< per part
    float minima[2][kTileRows];
};

/// The value of an IEEE 754 binary16 number (tensor/half.h has it too, but not inline, and here it must
/// vectorize).
float float_from_half(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000U) << 16U;
    const std::uint32_t exponent = (half >> 10U) & 31U;
    const std::uint32_t fraction = half & 0x3FFU;
    const std::uint32_t bias = exponent == 31 ? 224U : 112U;  // 31 is infinity or NaN
    const auto normal = std::bit_cast<float>(((exponent + bias) << 23U) | (fraction << 13U));
    const float subnormal = static_cast<float>(static_cast<std::int32_t>(fraction)) * 0x1p-24F;
    const float magnitude = exponent == 0 ? subnormal : normal;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
}

float float_from_bfloat(std::uint16_t bfloat) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bfloat) << 16U);
}

/// 2^(exponent − 128).
float float_from_exponent(std::uint8_t exponent) {
    return std::bit_cast<float>(exponent < 2 ? 0x00200000U << exponent : (exponent - 1U) << 23U);
}

/// The 16 f16 numbers at `halves`.
void unpack_halves(const std::uint8_t* halves, float* out) {
    std::uint16_t bits[kTileRows];
    std::memcpy(bits, halves, sizeof bits);
    for (std::uint32_t row = 0; row < kTileRows; ++row) {
        out[row] = float_from_half(bits[row]);
    }
}

/// Scales and minima of one part of the columns; `part` counts from the start of the block.
void unpack_scales(const PackedLayout& layout, const std::uint8_t* block, std::uint32_t part, float* scales,
                   float* minima) {
    const std::uint8_t* block_minima = block + 2 * kTileRows;
    const std::uint8_t* parts = block_minima + (layout.has_minimum() ? 2 * kTileRows : 0);
    const std::uint8_t* factors = parts + part * kTileRows;
    const std::uint8_t* minimum_factors = factors + layout.parts_per_block() * kTileRows;
    std::fill_n(minima, kTileRows, 0.0F);
    if (layout.scales == ScaleCoding::exponent) {
        std::transform(block, block + kTileRows, scales, float_from_exponent);
        return;
    }
    unpack_halves(block, scales);
    if (layout.scales == ScaleCoding::half_and_zero) {
        for (std::uint32_t row = 0; row < kTileRows; ++row) {
            minima[row] = -scales[row] * static_cast<float>(block_minima[row]);
        }
        return;
    }
    if (layout.has_minimum()) {
        unpack_halves(block_minima, minima);
    }
    for (std::uint32_t row = 0; row < kTileRows; ++row) {
        switch (layout.scales) {
            case ScaleCoding::none:
            case ScaleCoding::half:
            case ScaleCoding::half_and_minimum:
            case ScaleCoding::half_and_zero:
            case ScaleCoding::exponent:
                break;
            case ScaleCoding::super:
                scales[row] *= static_cast<float>(static_cast<std::int8_t>(factors[row]));
                break;
            case ScaleCoding::super_minimum:
                scales[row] *= static_cast<float>(factors[row]);
                minima[row] *= -static_cast<float>(minimum_factors[row]);
                break;
            case ScaleCoding::super_nibbles:
                scales[row] *= static_cast<float>(factors[row] & 15U);
                minima[row] *= -static_cast<float>(factors[row] >> 4U);
                break;
        }
    }
}

/// Bits [shift, shift + bits) of 64 bytes.
void unpack_bits(const std::uint8_t* bytes, unsigned shift, unsigned bits, std::uint8_t* out) {
    const unsigned mask = (1U << bits) - 1U;
    for (unsigned i = 0; i < kQuadBytes; ++i) {
        out[i] = static_cast<std::uint8_t>((unsigned{bytes[i]} >> shift) & mask);
    }
}

void unpack_group(const PackedLayout& layout, const std::uint8_t* block, std::uint32_t group,
                  UnpackedGroup& out) {
    const std::uint32_t part_count = kGroupColumns / layout.part_columns;
    for (std::uint32_t part = 0; part < part_count; ++part) {
        unpack_scales(layout, block, group * part_count + part, out.scales[part], out.minima[part]);
    }
    const std::uint8_t* low_plane = block + layout.scale_bytes() + group * layout.group_bytes();
    const std::uint8_t* high_plane = low_plane + layout.low_plane_bytes();
    const std::uint8_t* table = layout.table == QuantTable::iq4_nl  ? kIq4NlTable
                                : layout.table == QuantTable::mxfp4 ? kMxfp4Table
                                                                    : nullptr;
    const unsigned low_bits = layout.low_bits;
    const unsigned high_bits = layout.high_bits;
    for (unsigned quad = 0; quad < 8; ++quad) {
        std::uint8_t quants[kQuadBytes];
        const unsigned low_quads = 8 / low_bits;  // in one vector of the plane
        unpack_bits(low_plane + kQuadBytes * (quad / low_quads), low_bits * (quad % low_quads), low_bits,
                    quants);
        if (high_bits != 0) {
            std::uint8_t high[kQuadBytes];
            const unsigned high_quads = 8 / high_bits;
            unpack_bits(high_plane + kQuadBytes * (quad / high_quads), high_bits * (quad % high_quads),
                        high_bits, high);
            for (unsigned i = 0; i < kQuadBytes; ++i) {
                quants[i] = static_cast<std::uint8_t>(quants[i] | high[i] << low_bits);
            }
        }
        if (table != nullptr) {
            for (std::uint8_t& quant : quants) {
                quant = table[quant];
            }
        }
        std::int16_t weights[kQuadBytes];
        for (unsigned i = 0; i < kQuadBytes; ++i) {
            weights[i] = static_cast<std::int16_t>(quants[i] - layout.offset);
        }
        for (unsigned row = 0; row < kTileRows; ++row) {
            std::memcpy(out.weights[row] + 4 * quad, weights + 4 * row, 4 * sizeof weights[0]);
        }
    }
}

/// Σ a[i] · b[i]: a loop that compilers know as a dot product of 16-bit integers.
template <std::uint32_t Count>
std::int32_t dot(const std::int16_t* a, const std::int16_t* b) {
    std::int32_t sum = 0;
#ifndef __clang__
#pragma GCC unroll 1  // unrolled it would be seen too late
#endif
    for (std::uint32_t i = 0; i < Count; ++i) {
        sum += std::int32_t{a[i]} * std::int32_t{b[i]};
    }
    return sum;
}

/// Row sums of the products of `Columns` columns from `first`.
template <std::uint32_t Columns>
void sum_rows(const UnpackedGroup& group, const InputGroup& input, std::uint32_t first, std::int32_t* sums) {
    for (std::uint32_t row = 0; row < kTileRows; ++row) {
        sums[row] = dot<Columns>(group.weights[row] + first, input.quants.words + first);
    }
}

void scale_sums(const std::int32_t* sums, const float* scales, const float* minima, float input_scale,
                float input_sum, float* totals) {
    for (std::uint32_t row = 0; row < kTileRows; ++row) {
        totals[row] += static_cast<float>(sums[row]) * (scales[row] * input_scale) + minima[row] * input_sum;
    }
}

void multiply_group(const PackedLayout& layout, const UnpackedGroup& group, const InputGroup& input,
                    float* totals) {
    std::int32_t sums[kTileRows];
    if (layout.part_columns == 16) {
        for (std::uint32_t half = 0; half < 2; ++half) {
            sum_rows<16>(group, input, 16 * half, sums);
            scale_sums(sums, group.scales[half], group.minima[half], input.scale, input.half_sums[half],
                       totals);
        }
    } else {
        sum_rows<32>(group, input, 0, sums);
        scale_sums(sums, group.scales[0], group.minima[0], input.scale, input.sum, totals);
    }
}

void multiply_blocks(const MultiplyJob& job, const std::byte* tile, std::uint32_t first_input,
                     std::uint32_t input_count, float (*totals)[kTileRows]) {
    const PackedLayout& layout = packed_layout(job.type);
    const std::uint32_t groups_per_block = layout.groups_per_block();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(tile);
    UnpackedGroup unpacked;
    for (std::uint32_t group = 0; group < job.columns / kGroupColumns; ++group) {
        unpack_group(layout, bytes + std::uint64_t{group} / groups_per_block * layout.block_bytes(),
                     group % groups_per_block, unpacked);
        for (std::uint32_t i = 0; i < input_count; ++i) {
            const auto* inputs =
                reinterpret_cast<const InputGroup*>(job.inputs + (first_input + i) * job.input_stride);
            multiply_group(layout, unpacked, inputs[group], totals[i]);
        }
    }
}

void multiply_floats(const MultiplyJob& job, const std::byte* tile, std::uint32_t first_input,
                     std::uint32_t input_count, float (*totals)[kTileRows]) {
    const std::uint64_t column_bytes = packed_layout(job.type).block_bytes();
    for (std::uint32_t first = 0; first < job.columns; first += kGroupColumns) {
        const std::uint32_t count = std::min(kGroupColumns, job.columns - first);
        float weights[kGroupColumns][kTileRows];
        for (std::uint32_t column = 0; column < count; ++column) {
            const std::byte* from = tile + (first + column) * column_bytes;
            if (job.type == DType::f32) {
                std::memcpy(weights[column], from, sizeof weights[column]);
                continue;
            }
            std::uint16_t bits[kTileRows];
            std::memcpy(bits, from, sizeof bits);
            for (std::uint32_t row = 0; row < kTileRows; ++row) {
                weights[column][row] =
                    job.type == DType::f16 ? float_from_half(bits[row]) : float_from_bfloat(bits[row]);
            }
        }
        for (std::uint32_t i = 0; i < input_count; ++i) {
            const float* values = job.values + std::uint64_t{first_input + i} * job.columns + first;
            float sums[kTileRows] = {};  // of one group first: shorter chains of rounding
            for (std::uint32_t column = 0; column < count; ++column) {
                for (std::uint32_t row = 0; row < kTileRows; ++row) {
                    sums[row] += weights[column][row] * values[column];
                }
            }
            for (std::uint32_t row = 0; row < kTileRows; ++row) {
                totals[i][row] += sums[row];
            }
        }
    }
}

void store(const MultiplyJob& job, std::uint32_t tile, std::uint32_t input, const float* totals) {
    const std::uint32_t row_count = tile + 1 == job.tile_count ? job.last_tile_rows : kTileRows;
    const std::uint64_t first = std::uint64_t{tile} * kTileRows;
    float* out = job.out + input * job.out_stride + first;
    for (std::uint32_t row = 0; row < row_count; ++row) {
        const float value = job.bias == nullptr ? totals[row] : totals[row] + job.bias[first + row];
        out[row] = job.add ? out[row] + value : value;
    }
}

void multiply(const MultiplyJob& job) {
    const bool is_float = packed_layout(job.type).scales == ScaleCoding::none;
    for (std::uint32_t first = 0; first < job.input_count; first += kInputBlock) {
        const std::uint32_t count = std::min(kInputBlock, job.input_count - first);
        for (std::uint32_t tile = 0; tile < job.tile_count; ++tile) {
            float totals[kInputBlock][kTileRows] = {};
            const std::byte* bytes = job.tiles + tile * job.tile_bytes;
            if (is_float) {
                multiply_floats(job, bytes, first, count, totals);
            } else {
                multiply_blocks(job, bytes, first, count, totals);
            }
            for (std::uint32_t i = 0; i < count; ++i) {
                store(job, tile, first + i, totals[i]);
            }
        }
    }
}

void quantize(const float* values, std::uint32_t columns, std::uint8_t terms, InputGroup* groups) {
    const float largest_quant = terms == 2 ? kLargestQuant16 : kLargestQuant8;
    for (std::uint32_t first = 0; first < columns; first += kGroupColumns, ++groups) {
        const std::uint32_t count = std::min(kGroupColumns, columns - first);
        InputGroup& group = *groups;
        group = {};
        float largest = 0;
        bool finite = true;
        for (std::uint32_t i = 0; i < count; ++i) {
            const float magnitude = std::fabs(values[first + i]);
            finite = finite && std::isfinite(magnitude);
            largest = std::max(largest, magnitude);
        }
        if (!finite) {
            group.scale = group.sum = group.half_sums[0] = group.half_sums[1] = NAN;
            continue;
        }
        if (largest < kSmallestMagnitude) {
            continue;
        }
        group.scale = largest / largest_quant;
        const float inverse = largest_quant / largest;
        std::int32_t sums[2] = {};
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto quant = static_cast<std::int32_t>(std::nearbyint(values[first + i] * inverse));
            group.quants.words[i] = static_cast<std::int16_t>(quant);
            sums[i / 16] += quant;
        }
        for (unsigned half = 0; half < 2; ++half) {
            group.half_sums[half] = group.scale * static_cast<float>(sums[half]);
        }
        group.sum = group.scale * static_cast<float>(sums[0] + sums[1]);
    }
}

}  // namespace

const KernelTable kPortableKernels = {quantize, multiply};

}  // namespace hearth::cpu
