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
    std::int32_t weights[kGroupColumns][kTileRows];  ///< quant − offset
    float scales[2][kTileRows];                      ///< per half: equal where a part has 32 columns
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

float half_at(const std::uint8_t* halves, std::uint32_t row) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, halves + 2 * row, 2);
    return float_from_half(bits);
}

void unpack_scales(const PackedLayout& layout, const std::uint8_t* block, std::uint32_t group,
                   UnpackedGroup& out) {
    const std::uint8_t* minima = block + 2 * kTileRows;
    const std::uint8_t* parts = minima + (layout.has_minimum() ? 2 * kTileRows : 0);
    const std::uint8_t* part_minima = parts + layout.parts_per_block() * kTileRows;
    for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint32_t part = (group * kGroupColumns + half * 16) / layout.part_columns;
        for (std::uint32_t row = 0; row < kTileRows; ++row) {
            const std::uint32_t at = part * kTileRows + row;
            float scale = 0;
            float minimum = 0;
            switch (layout.scales) {
                case ScaleCoding::none:
                    break;
                case ScaleCoding::half:
                    scale = half_at(block, row);
                    break;
                case ScaleCoding::half_and_minimum:
                    scale = half_at(block, row);
                    minimum = half_at(minima, row);
                    break;
                case ScaleCoding::exponent:
                    scale = float_from_exponent(block[row]);
                    break;
                case ScaleCoding::super:
                    scale = half_at(block, row) * static_cast<float>(static_cast<std::int8_t>(parts[at]));
                    break;
                case ScaleCoding::super_minimum:
                    scale = half_at(block, row) * static_cast<float>(parts[at]);
                    minimum = -half_at(minima, row) * static_cast<float>(part_minima[at]);
                    break;
                case ScaleCoding::super_nibbles:
                    scale = half_at(block, row) * static_cast<float>(parts[at] & 15U);
                    minimum = -half_at(minima, row) * static_cast<float>(parts[at] >> 4U);
                    break;
            }
            out.scales[half][row] = scale;
            out.minima[half][row] = minimum;
        }
    }
}

void unpack_group(const PackedLayout& layout, const std::uint8_t* block, std::uint32_t group,
                  UnpackedGroup& out) {
    unpack_scales(layout, block, group, out);
    const std::uint8_t* low_plane = block + layout.scale_bytes() + group * layout.group_bytes();
    const std::uint8_t* high_plane = low_plane + layout.low_plane_bytes();
    std::uint8_t table[256];
    for (unsigned i = 0; i < 256; ++i) {
        table[i] = layout.table == QuantTable::iq4_nl  ? kIq4NlTable[i % 16]
                   : layout.table == QuantTable::mxfp4 ? kMxfp4Table[i % 16]
                                                       : static_cast<std::uint8_t>(i);
    }
    const unsigned low_bits = layout.low_bits;
    const unsigned high_bits = layout.high_bits;
    for (unsigned quad = 0; quad < 8; ++quad) {
        const unsigned low_per_vector = 8 / low_bits;
        const std::uint8_t* low = low_plane + kQuadBytes * (quad / low_per_vector);
        const unsigned low_shift = low_bits * (quad % low_per_vector);
        const unsigned high_per_vector = high_bits == 0 ? 8 : 8 / high_bits;
        const std::uint8_t* high = high_plane + kQuadBytes * (quad / high_per_vector);
        const unsigned high_shift = high_bits * (quad % high_per_vector);
        for (unsigned byte = 0; byte < kQuadBytes; ++byte) {
            unsigned quant = (low[byte] >> low_shift) & ((1U << low_bits) - 1U);
            if (high_bits != 0) {
                quant |= ((high[byte] >> high_shift) & ((1U << high_bits) - 1U)) << low_bits;
            }
            out.weights[4 * quad + byte % 4][byte / 4] = table[quant] - layout.offset;
        }
    }
}

/// Adds the products of one half of a group (16 columns) to the row sums.
void add_half(const UnpackedGroup& group, const InputGroup& input, std::uint32_t half, std::int32_t* sums) {
    for (std::uint32_t column = 16 * half; column < 16 * half + 16; ++column) {
        const std::int32_t value = input.quants.words[column];
        for (std::uint32_t row = 0; row < kTileRows; ++row) {
            sums[row] += group.weights[column][row] * value;
        }
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
    std::int32_t sums[kTileRows] = {};
    add_half(group, input, 0, sums);
    if (layout.part_columns == 16) {
        scale_sums(sums, group.scales[0], group.minima[0], input.scale, input.half_sums[0], totals);
        std::int32_t rest[kTileRows] = {};
        add_half(group, input, 1, rest);
        scale_sums(rest, group.scales[1], group.minima[1], input.scale, input.half_sums[1], totals);
    } else {
        add_half(group, input, 1, sums);
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
