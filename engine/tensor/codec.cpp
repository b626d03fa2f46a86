#include "tensor/codec.h"

#include "tensor/blocks.h"
#include "tensor/float_codecs.h"

#include <bit>
#include <cstring>
#include <stdexcept>

namespace hearth {

static_assert(std::endian::native == std::endian::little,
              "the block structs read little-endian fields in place");

namespace {

template <class Block>
void decode_blocks(std::span<const std::byte> blocks, std::span<float> values) {
    Block block;
    for (std::size_t i = 0; i * sizeof(Block) < blocks.size(); ++i) {
        std::memcpy(&block, blocks.data() + i * sizeof(Block), sizeof(Block));
        block.decode(values.subspan(i * Block::kValues).template first<Block::kValues>());
    }
}

}  // namespace

void dequantize(DType type, std::span<const std::byte> blocks, std::span<float> values) {
    const DTypeInfo& info = dtype_info(type);
    const std::size_t block_count = blocks.size() / info.block_bytes;
    if (blocks.size() % info.block_bytes != 0 || values.size() % info.block_values != 0 ||
        values.size() / info.block_values != block_count) {
        throw std::invalid_argument("dequantize: sizes of blocks and values do not match");
    }
    switch (type) {
        case DType::f32:
            return decode_f32(blocks, values);
        case DType::f16:
            return decode_f16(blocks, values);
        case DType::bf16:
            return decode_bf16(blocks, values);
        case DType::q4_0:
            return decode_blocks<BlockQ40>(blocks, values);
        case DType::q4_1:
            return decode_blocks<BlockQ41>(blocks, values);
        case DType::q5_0:
            return decode_blocks<BlockQ50>(blocks, values);
        case DType::q5_1:
            return decode_blocks<BlockQ51>(blocks, values);
        case DType::q8_0:
            return decode_blocks<BlockQ80>(blocks, values);
        case DType::q2_k:
            return decode_blocks<BlockQ2K>(blocks, values);
        case DType::q3_k:
            return decode_blocks<BlockQ3K>(blocks, values);
        case DType::q4_k:
            return decode_blocks<BlockQ4K>(blocks, values);
        case DType::q5_k:
            return decode_blocks<BlockQ5K>(blocks, values);
        case DType::q6_k:
            return decode_blocks<BlockQ6K>(blocks, values);
        case DType::iq4_nl:
            return decode_blocks<BlockIq4Nl>(blocks, values);
        case DType::iq4_xs:
            return decode_blocks<BlockIq4Xs>(blocks, values);
        case DType::mxfp4:
            return decode_blocks<BlockMxfp4>(blocks, values);
        case DType::q4_affine:
            return decode_blocks<BlockQ4Affine>(blocks, values);
        case DType::q8_affine:
            return decode_blocks<BlockQ8Affine>(blocks, values);
    }
    throw std::invalid_argument("dequantize: not a DType");
}

}  // namespace hearth
