#include "backend/cpu/source_block.h"

namespace hearth::cpu {
namespace {

std::uint8_t byte_at(const std::byte* bytes, std::size_t index) {
    return static_cast<std::uint8_t>(bytes[index]);
}

std::uint16_t half_at(const std::byte* bytes, std::size_t index) {
    return static_cast<std::uint16_t>(byte_at(bytes, index) | (byte_at(bytes, index + 1) << 8U));
}

/// `count` bytes, each with two quants: column i in the low nibble of byte i, column count + i in the high
/// one.
void read_nibbles(const std::byte* bytes, std::size_t count, std::uint8_t* quants) {
    for (std::size_t i = 0; i < count; ++i) {
        quants[i] = byte_at(bytes, i) & 15U;
        quants[count + i] = byte_at(bytes, i) >> 4U;
    }
}

/// Adds `value` to every quant whose bit is set; bit i belongs to column i, lowest bit first.
void add_bits(const std::byte* bytes, std::uint8_t value, std::uint8_t* quants) {
    for (std::size_t i = 0; i < 32; ++i) {
        if (((byte_at(bytes, i / 8) >> (i % 8)) & 1U) != 0) {
            quants[i] = static_cast<std::uint8_t>(quants[i] + value);
        }
    }
}

/// Eight 6-bit scales and eight 6-bit minima in 12 bytes (Q4_K, Q5_K).
void read_six_bit_scales(const std::byte* bytes, SourceBlock& block) {
    for (std::size_t i = 0; i < 4; ++i) {
        const unsigned scale = byte_at(bytes, i);
        const unsigned minimum = byte_at(bytes, 4 + i);
        const unsigned low = byte_at(bytes, 8 + i);
        block.part_scales[i] = static_cast<std::uint8_t>(scale & 63U);
        block.part_minima[i] = static_cast<std::uint8_t>(minimum & 63U);
        block.part_scales[4 + i] = static_cast<std::uint8_t>((low & 15U) | ((scale >> 6U) << 4U));
        block.part_minima[4 + i] = static_cast<std::uint8_t>((low >> 4U) | ((minimum >> 6U) << 4U));
    }
}

void read_q2_k(const std::byte* bytes, SourceBlock& block) {
    for (std::size_t i = 0; i < 16; ++i) {
        block.part_scales[i] = byte_at(bytes, i);
    }
    for (std::size_t i = 0; i < 256; ++i) {  // 128 columns in 32 bytes, 32 columns at the same two bits
        block.quants[i] = (byte_at(bytes, 16 + 32 * (i / 128) + i % 32) >> (2 * (i % 128 / 32))) & 3U;
    }
    block.scale = half_at(bytes, 80);
    block.minimum = half_at(bytes, 82);
}

void read_q3_k(const std::byte* bytes, SourceBlock& block) {
    for (std::size_t i = 0; i < 256; ++i) {
        const unsigned low = (byte_at(bytes, 32 + 32 * (i / 128) + i % 32) >> (2 * (i % 128 / 32))) & 3U;
        const unsigned high = (byte_at(bytes, i % 32) >> (i / 32)) & 1U;
        block.quants[i] = static_cast<std::uint8_t>(low | (high << 2U));
    }
    for (std::size_t i = 0; i < 16; ++i) {  // 6 bits each, stored + 32: four low bits, then two high bits
        const unsigned low = (byte_at(bytes, 96 + i % 8) >> (4 * (i / 8))) & 15U;
        const unsigned high = (byte_at(bytes, 104 + i % 4) >> (2 * (i / 4))) & 3U;
        block.part_scales[i] = static_cast<std::uint8_t>((low | (high << 4U)) - 32U);
    }
    block.scale = half_at(bytes, 108);
}

void read_q4_k(const std::byte* bytes, SourceBlock& block) {
    block.scale = half_at(bytes, 0);
    block.minimum = half_at(bytes, 2);
    read_six_bit_scales(bytes + 4, block);
    for (std::size_t pair = 0; pair < 4; ++pair) {
        read_nibbles(bytes + 16 + 32 * pair, 32, block.quants + 64 * pair);
    }
}

void read_q5_k(const std::byte* bytes, SourceBlock& block) {
    block.scale = half_at(bytes, 0);
    block.minimum = half_at(bytes, 2);
    read_six_bit_scales(bytes + 4, block);
    for (std::size_t pair = 0; pair < 4; ++pair) {
        read_nibbles(bytes + 48 + 32 * pair, 32, block.quants + 64 * pair);
    }
    for (std::size_t i = 0; i < 256; ++i) {
        const unsigned high = (byte_at(bytes, 16 + i % 32) >> (i / 32)) & 1U;
        block.quants[i] = static_cast<std::uint8_t>(block.quants[i] | (high << 4U));
    }
}

void read_q6_k(const std::byte* bytes, SourceBlock& block) {
    for (std::size_t i = 0; i < 256;
         ++i) {  // 128 columns in 64 bytes of low nibbles and 32 bytes of high pairs
        const std::size_t half = i / 128;
        const std::size_t column = i % 128;
        const unsigned low = (byte_at(bytes, 64 * half + column % 64) >> (4 * (column / 64))) & 15U;
        const unsigned high = (byte_at(bytes, 128 + 32 * half + column % 32) >> (2 * (column / 32))) & 3U;
        block.quants[i] = static_cast<std::uint8_t>(low | (high << 4U));
    }
    for (std::size_t i = 0; i < 16; ++i) {
        block.part_scales[i] = byte_at(bytes, 192 + i);
    }
    block.scale = half_at(bytes, 208);
}

void read_iq4_xs(const std::byte* bytes, SourceBlock& block) {
    block.scale = half_at(bytes, 0);
    const unsigned high_bits = half_at(bytes, 2);
    for (std::size_t i = 0; i < 8; ++i) {  // 6 bits each, stored + 32
        const unsigned low = (byte_at(bytes, 4 + i / 2) >> (4 * (i % 2))) & 15U;
        const unsigned high = (high_bits >> (2 * i)) & 3U;
        block.part_scales[i] = static_cast<std::uint8_t>((low | (high << 4U)) - 32U);
        read_nibbles(bytes + 8 + 16 * i, 16, block.quants + 32 * i);
    }
}

}  // namespace

std::uint32_t source_block_bytes(DType type) {
    switch (type) {
        case DType::f32:
        case DType::f16:
        case DType::bf16:
            break;  // no blocks
        case DType::q4_0:
        case DType::iq4_nl:
            return 18;
        case DType::q4_1:
            return 20;
        case DType::q5_0:
            return 22;
        case DType::q5_1:
            return 24;
        case DType::q8_0:
            return 34;
        case DType::q2_k:
            return 84;
        case DType::q3_k:
            return 110;
        case DType::q4_k:
            return 144;
        case DType::q5_k:
            return 176;
        case DType::q6_k:
            return 210;
        case DType::iq4_xs:
            return 136;
        case DType::mxfp4:
            return 17;
    }
    return 0;
}

void read_source_block(DType type, const std::byte* bytes, SourceBlock& block) {
    switch (type) {
        case DType::f32:
        case DType::f16:
        case DType::bf16:
            break;  // no blocks
        case DType::q4_0:
        case DType::iq4_nl:
            block.scale = half_at(bytes, 0);
            read_nibbles(bytes + 2, 16, block.quants);
            break;
        case DType::q4_1:
            block.scale = half_at(bytes, 0);
            block.minimum = half_at(bytes, 2);
            read_nibbles(bytes + 4, 16, block.quants);
            break;
        case DType::q5_0:
            block.scale = half_at(bytes, 0);
            read_nibbles(bytes + 6, 16, block.quants);
            add_bits(bytes + 2, 16, block.quants);
            break;
        case DType::q5_1:
            block.scale = half_at(bytes, 0);
            block.minimum = half_at(bytes, 2);
            read_nibbles(bytes + 8, 16, block.quants);
            add_bits(bytes + 4, 16, block.quants);
            break;
        case DType::q8_0:
            block.scale = half_at(bytes, 0);
            for (std::size_t i = 0; i < 32; ++i) {  // signed: + 128
                block.quants[i] = byte_at(bytes, 2 + i) ^ 0x80U;
            }
            break;
        case DType::q2_k:
            read_q2_k(bytes, block);
            break;
        case DType::q3_k:
            read_q3_k(bytes, block);
            break;
        case DType::q4_k:
            read_q4_k(bytes, block);
            break;
        case DType::q5_k:
            read_q5_k(bytes, block);
            break;
        case DType::q6_k:
            read_q6_k(bytes, block);
            break;
        case DType::iq4_xs:
            read_iq4_xs(bytes, block);
            break;
        case DType::mxfp4:
            block.scale = byte_at(bytes, 0);
            read_nibbles(bytes + 1, 16, block.quants);
            break;
    }
}

}  // namespace hearth::cpu
