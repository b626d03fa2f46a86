#pragma once

#include <hearth/dtype.h>

#include <cstddef>
#include <cstdint>

namespace hearth::cpu {

/// One block of a quantized row of a model file, unpacked: quants in column order and scales as PackedLayout
/// stores them (unsigned quants before offset and table).
struct SourceBlock {
    std::uint16_t scale = 0;       ///< f16 scale or d; the exponent of e8m0
    std::uint16_t minimum = 0;     ///< f16 minimum or dmin
    std::uint8_t part_scales[16];  ///< per part: i8 or u8; in super_nibbles both nibbles
    std::uint8_t part_minima[16];  ///< per part, in super_minimum
    std::uint8_t quants[256];
};

/// Bytes of one block of a block type in the file.
std::uint32_t source_block_bytes(DType type);

/// Unpacks the block at `bytes` of a block type. Layouts: ggml-common.h of github.com/ggml-org/ggml.
void read_source_block(DType type, const std::byte* bytes, SourceBlock& block);

}  // namespace hearth::cpu
