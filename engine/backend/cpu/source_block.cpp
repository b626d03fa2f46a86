#include "backend/cpu/source_block.h"

#include "tensor/blocks.h"

#include <algorithm>
#include <cstring>

namespace hearth::cpu {
namespace {

template <class Block>
Block copy_of(const std::byte* bytes) {
    Block block;
    std::memcpy(&block, bytes, sizeof block);
    return block;
}

/// `count` bytes of two quants each: column i in the low nibble of byte i, column count + i in the high one.
void spread_nibbles(const std::uint8_t* bytes, std::size_t count, std::uint8_t* quants) {
    for (std::size_t i = 0; i < count; ++i) {
        quants[i] = bytes[i] & 15U;
        quants[count + i] = bytes[i] >> 4U;
    }
}

/// Adds 16 to every quant whose bit is set; bit i belongs to column i.
void add_fifth_bits(const std::array<std::uint8_t, 4>& bits, std::uint8_t* quants) {
    for (std::size_t i = 0; i < 32; ++i) {
        quants[i] = static_cast<std::uint8_t>(quants[i] | (((bits[i / 8] >> (i % 8)) & 1U) << 4U));
    }
}

/// Two bits of 256 columns in 64 bytes: 128 columns in 32 bytes, 32 columns at the same place of each byte.
unsigned two_bits(const std::array<std::uint8_t, 64>& bytes, std::size_t column) {
    return (bytes[32 * (column / 128) + column % 32] >> (2 * (column % 128 / 32))) & 3U;
}

void spread(const BlockQ40& from, SourceBlock& block) {
    block.scale = from.scale;
    spread_nibbles(from.quants.data(), 16, block.quants.data());
}

void spread(const BlockQ41& from, SourceBlock& block) {
    block.scale = from.scale;
    block.minimum = from.minimum;
    spread_nibbles(from.quants.data(), 16, block.quants.data());
}

void spread(const BlockQ50& from, SourceBlock& block) {
    block.scale = from.scale;
    spread_nibbles(from.quants.data(), 16, block.quants.data());
    add_fifth_bits(from.high_bits, block.quants.data());
}

void spread(const BlockQ51& from, SourceBlock& block) {
    block.scale = from.scale;
    block.minimum = from.minimum;
    spread_nibbles(from.quants.data(), 16, block.quants.data());
    add_fifth_bits(from.high_bits, block.quants.data());
}

void spread(const BlockQ80& from, SourceBlock& block) {
    block.scale = from.scale;
    for (std::size_t i = 0; i < 32; ++i) {  // signed: stored with offset 128
        block.quants[i] = static_cast<std::uint8_t>(from.quants[i] + 128);
    }
}

void spread(const BlockQ2K& from, SourceBlock& block) {
    block.scale = from.scale;
    block.minimum = from.minimum_scale;
    block.part_scales = from.scales;
    for (std::size_t i = 0; i < 256; ++i) {
        block.quants[i] = static_cast<std::uint8_t>(two_bits(from.quants, i));
    }
}

void spread(const BlockQ3K& from, SourceBlock& block) {
    block.scale = from.scale;
    for (std::size_t i = 0; i < 256; ++i) {
        const unsigned high = (from.high_bits[i % 32] >> (i / 32)) & 1U;
        block.quants[i] = static_cast<std::uint8_t>(two_bits(from.quants, i) | (high << 2U));
    }
    for (std::size_t i = 0; i < 16; ++i) {
        const unsigned low = (from.scales[i % 8] >> (4 * (i / 8))) & 15U;
        const unsigned high = (from.scales[8 + i % 4] >> (2 * (i / 4))) & 3U;
        block.part_scales[i] = static_cast<std::uint8_t>((low | (high << 4U)) - 32U);
    }
}

template <class Block>
void spread_group_scales(const Block& from, SourceBlock& block) {
    block.scale = from.scale;
    block.minimum = from.minimum_scale;
    const GroupScales groups = unpack_scales(from.scales);
    for (std::size_t i = 0; i < groups.scales.size(); ++i) {
        block.part_scales[i] = groups.scales[i];
        block.part_minima[i] = groups.minimums[i];
    }
    for (std::size_t pair = 0; pair < 4; ++pair) {
        spread_nibbles(from.quants.data() + 32 * pair, 32, block.quants.data() + 64 * pair);
    }
}

void spread(const BlockQ4K& from, SourceBlock& block) {
    spread_group_scales(from, block);
}

void spread(const BlockQ5K& from, SourceBlock& block) {
    spread_group_scales(from, block);
    for (std::size_t i = 0; i < 256; ++i) {
        const unsigned high = (from.high_bits[i % 32] >> (i / 32)) & 1U;
        block.quants[i] = static_cast<std::uint8_t>(block.quants[i] | (high << 4U));
    }
}

void spread(const BlockQ6K& from, SourceBlock& block) {
    block.scale = from.scale;
    for (std::size_t i = 0; i < 16; ++i) {
        block.part_scales[i] = static_cast<std::uint8_t>(from.scales[i]);
    }
    for (std::size_t i = 0; i < 256; ++i) {
        const std::size_t column = i % 128;
        const unsigned low = (from.low_bits[64 * (i / 128) + column % 64] >> (4 * (column / 64))) & 15U;
        block.quants[i] = static_cast<std::uint8_t>(low | (two_bits(from.high_bits, i) << 4U));
    }
}

void spread(const BlockIq4Nl& from, SourceBlock& block) {
    block.scale = from.scale;
    spread_nibbles(from.quants.data(), 16, block.quants.data());
}

void spread(const BlockIq4Xs& from, SourceBlock& block) {
    block.scale = from.scale;
    for (std::size_t i = 0; i < 8; ++i) {
        const unsigned low = (from.scales_low[i / 2] >> (4 * (i % 2))) & 15U;
        const unsigned high = (unsigned{from.scales_high} >> (2 * i)) & 3U;
        block.part_scales[i] = static_cast<std::uint8_t>((low | (high << 4U)) - 32U);
        spread_nibbles(from.quants.data() + 16 * i, 16, block.quants.data() + 32 * i);
    }
}

void spread(const BlockMxfp4& from, SourceBlock& block) {
    block.scale = from.exponent;
    spread_nibbles(from.quants.data(), 16, block.quants.data());
}

void spread(const BlockQ4Affine& from, SourceBlock& block) {
    block.scale = from.scale;
    block.minimum = from.zero;
    spread_nibbles(from.quants.data(), 16, block.quants.data());
}

void spread(const BlockQ8Affine& from, SourceBlock& block) {
    block.scale = from.scale;
    block.minimum = from.zero;
    std::copy(from.quants.begin(), from.quants.end(), block.quants.begin());
}

}  // namespace

void read_source_block(DType type, const std::byte* bytes, SourceBlock& block) {
    switch (type) {
        case DType::f32:
        case DType::f16:
        case DType::bf16:
            break;  // no blocks
        case DType::q4_0:
            spread(copy_of<BlockQ40>(bytes), block);
            break;
        case DType::q4_1:
            spread(copy_of<BlockQ41>(bytes), block);
            break;
        case DType::q5_0:
            spread(copy_of<BlockQ50>(bytes), block);
            break;
        case DType::q5_1:
            spread(copy_of<BlockQ51>(bytes), block);
            break;
        case DType::q8_0:
            spread(copy_of<BlockQ80>(bytes), block);
            break;
        case DType::q2_k:
            spread(copy_of<BlockQ2K>(bytes), block);
            break;
        case DType::q3_k:
            spread(copy_of<BlockQ3K>(bytes), block);
            break;
        case DType::q4_k:
            spread(copy_of<BlockQ4K>(bytes), block);
            break;
        case DType::q5_k:
            spread(copy_of<BlockQ5K>(bytes), block);
            break;
        case DType::q6_k:
            spread(copy_of<BlockQ6K>(bytes), block);
            break;
        case DType::iq4_nl:
            spread(copy_of<BlockIq4Nl>(bytes), block);
            break;
        case DType::iq4_xs:
            spread(copy_of<BlockIq4Xs>(bytes), block);
            break;
        case DType::mxfp4:
            spread(copy_of<BlockMxfp4>(bytes), block);
            break;
        case DType::q4_affine:
            spread(copy_of<BlockQ4Affine>(bytes), block);
            break;
        case DType::q8_affine:
            spread(copy_of<BlockQ8Affine>(bytes), block);
            break;
    }
}

}  // namespace hearth::cpu
