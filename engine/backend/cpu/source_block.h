#pragma once

#include <hearth/dtype.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace hearth::cpu {

/// One block of a quantized row of a model file, spread out: quants in column order, before offset and table,
/// and scales as PackedLayout stores them.
struct SourceBlock {
    std::uint16_t scale = 0;                     ///< f16 scale or d; the exponent of e8m0
    std::uint16_t minimum = 0;                   ///< f16 minimum or dmin; the zero of the affine types
    std::array<std::uint8_t, 16> part_scales{};  ///< per part: i8 or u8; in super_nibbles both nibbles
    std::array<std::uint8_t, 16> part_minima{};  ///< per part, in super_minimum
    std::array<std::uint8_t, 256> quants{};
};

/// Spreads out the block of a block type at `bytes` (tensor/blocks.h has the formats).
void read_source_block(DType type, const std::byte* bytes, SourceBlock& block);

}  // namespace hearth::cpu
