#include "random_weights.h"

#include "tensor/blocks.h"
#include "tensor/codec.h"
#include "tensor/half.h"

#include <cstring>

#include <gtest/gtest.h>

namespace hearth::cpu {
namespace {

std::uint16_t random_half(std::mt19937& random) {
    std::uniform_real_distribution<float> magnitude(0.001F, 0.02F);
    const float value = magnitude(random);
    return f32_to_f16(random() % 4 == 0 ? -value : value);
}

/// Random blocks of one kind; `fix` makes their scales sensible, `clear` their quants zero.
template <class Block, class Fix, class Clear>
void fill(RandomWeights& weights, std::mt19937& random, const Fix& fix, const Clear& clear) {
    const std::size_t count = std::size_t{weights.rows} * weights.columns / Block::kValues;
    std::vector<Block> blocks(count);
    auto* bytes = reinterpret_cast<std::uint8_t*>(blocks.data());
    for (std::size_t i = 0; i < count * sizeof(Block); ++i) {
        bytes[i] = static_cast<std::uint8_t>(random());
    }
    for (Block& block : blocks) {
        fix(block);
    }
    const auto view = std::as_bytes(std::span(blocks));
    weights.bytes.assign(view.begin(), view.end());
    weights.values.resize(std::size_t{weights.rows} * weights.columns);
    dequantize(weights.type, weights.bytes, weights.values);
    for (Block& block : blocks) {
        clear(block);
    }
    weights.zero_quants.resize(weights.values.size());
    dequantize(weights.type, view, weights.zero_quants);
}

void fill_floats(RandomWeights& weights, std::mt19937& random) {
    std::normal_distribution<float> normal;
    const std::size_t count = std::size_t{weights.rows} * weights.columns;
    const std::size_t value_bytes = weights.type == DType::f32 ? 4 : 2;
    weights.bytes.resize(count * value_bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const float value = i % 97 == 0 ? 1e-6F : normal(random);  // 1e-6 is subnormal in f16
        if (weights.type == DType::f32) {
            std::memcpy(weights.bytes.data() + 4 * i, &value, 4);
        } else {
            const std::uint16_t bits = weights.type == DType::f16 ? f32_to_f16(value) : f32_to_bf16(value);
            std::memcpy(weights.bytes.data() + 2 * i, &bits, 2);
        }
    }
    weights.values.resize(count);
    dequantize(weights.type, weights.bytes, weights.values);
    weights.zero_quants.assign(count, 0);
}

}  // namespace

RandomWeights RandomWeights::make(DType type, std::uint32_t rows, std::uint32_t columns,
                                  std::mt19937& random) {
    RandomWeights weights;
    weights.type = type;
    weights.rows = rows;
    weights.columns = columns;
    const auto scale = [&](auto& block) { block.scale = random_half(random); };
    const auto scale_and_minimum = [&](auto& block) {
        block.scale = random_half(random);
        block.minimum = random_half(random);
    };
    const auto super_scales = [&](auto& block) {
        block.scale = f32_to_f16(f16_to_f32(random_half(random)) / 16);
        block.minimum_scale = f32_to_f16(f16_to_f32(random_half(random)) / 16);
    };
    const auto super_scale = [&](auto& block) {
        block.scale = f32_to_f16(f16_to_f32(random_half(random)) / 16);
    };
    const auto clear = [](auto& block) { block.quants.fill(0); };
    const auto clear_both = [](auto& block) {
        block.quants.fill(0);
        block.high_bits.fill(0);
    };
    const auto scale_and_zero = [&](auto& block) {
        block.scale = random_half(random);
        block.zero = static_cast<std::uint16_t>(random() % (type == DType::q4_affine ? 16 : 256));
    };
    switch (type) {
        case DType::f32:
        case DType::f16:
        case DType::bf16:
            fill_floats(weights, random);
            break;
        case DType::q4_0:
            fill<BlockQ40>(weights, random, scale, clear);
            break;
        case DType::q4_1:
            fill<BlockQ41>(weights, random, scale_and_minimum, clear);
            break;
        case DType::q5_0:
            fill<BlockQ50>(weights, random, scale, clear_both);
            break;
        case DType::q5_1:
            fill<BlockQ51>(weights, random, scale_and_minimum, clear_both);
            break;
        case DType::q8_0:
            fill<BlockQ80>(weights, random, scale, clear);
            break;
        case DType::q2_k:
            fill<BlockQ2K>(weights, random, super_scales, clear);
            break;
        case DType::q3_k:
            fill<BlockQ3K>(weights, random, super_scale, clear_both);
            break;
        case DType::q4_k:
            fill<BlockQ4K>(weights, random, super_scales, clear);
            break;
        case DType::q5_k:
            fill<BlockQ5K>(weights, random, super_scales, clear_both);
            break;
        case DType::q6_k:
            fill<BlockQ6K>(weights, random, super_scale, [](BlockQ6K& block) {
                block.low_bits.fill(0);
                block.high_bits.fill(0);
            });
            break;
        case DType::iq4_nl:
            fill<BlockIq4Nl>(weights, random, scale, clear);
            break;
        case DType::iq4_xs:
            fill<BlockIq4Xs>(weights, random, super_scale, clear);
            break;
        case DType::mxfp4:
            fill<BlockMxfp4>(
                weights, random,
                [&](BlockMxfp4& block) { block.exponent = static_cast<std::uint8_t>(118 + random() % 6); },
                clear);
            break;
        case DType::q4_affine:
            fill<BlockQ4Affine>(weights, random, scale_and_zero, clear);
            break;
        case DType::q8_affine:
            fill<BlockQ8Affine>(weights, random, scale_and_zero, clear);
            break;
    }
    return weights;
}

PackedMatrix RandomWeights::packed() const {
    auto result = PackedMatrix::pack(
        type, rows, columns, [&](std::uint64_t first_byte, std::span<std::byte> destination) -> Status {
            EXPECT_LE(first_byte + destination.size(), bytes.size());
            std::memcpy(destination.data(), bytes.data() + first_byte, destination.size());
            return {};
        });
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return std::move(result).value();
}

}  // namespace hearth::cpu
