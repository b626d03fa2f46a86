#include "tensor/codec.h"

#include "tensor/blocks.h"
#include "tensor/half.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

std::vector<std::byte> read_bytes(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(stream)), {});
    std::vector<std::byte> out(bytes.size());
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
}

class EveryCodec : public testing::TestWithParam<DType> {};

/// tests/tools/make_codec_golden.py made the files with the public gguf package.
TEST_P(EveryCodec, GivesTheGoldenValuesBitForBit) {
    const DTypeInfo& info = dtype_info(GetParam());
    const std::filesystem::path folder = std::filesystem::path(HEARTH_TEST_DATA) / "codecs";
    const auto blocks = read_bytes(folder / (std::string(info.name) + ".blocks"));
    const auto golden = read_bytes(folder / (std::string(info.name) + ".f32"));
    std::vector<float> expected(golden.size() / sizeof(float));
    std::memcpy(expected.data(), golden.data(), golden.size());
    ASSERT_GE(expected.size(), 64U);
    ASSERT_EQ(blocks.size() / info.block_bytes * info.block_values, expected.size());

    // At an odd address, as no alignment is promised.
    std::vector<std::byte> shifted(blocks.size() + 1);
    std::memcpy(shifted.data() + 1, blocks.data(), blocks.size());
    std::vector<float> values(expected.size());
    dequantize(info.type, std::span(shifted).subspan(1), values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        ASSERT_EQ(std::bit_cast<std::uint32_t>(values[i]), std::bit_cast<std::uint32_t>(expected[i]))
            << "value " << i << ": " << values[i] << " instead of " << expected[i];
    }
}

TEST_P(EveryCodec, RefusesSizesThatDoNotMatch) {
    const DTypeInfo& info = dtype_info(GetParam());
    const std::vector<std::byte> blocks(2 * info.block_bytes);
    std::vector<float> values(2 * info.block_values + 1);
    EXPECT_THROW(dequantize(info.type, blocks, values), std::invalid_argument);
    EXPECT_THROW(dequantize(info.type, blocks, std::span(values).first(info.block_values)),
                 std::invalid_argument);
    EXPECT_THROW(dequantize(info.type, std::span(blocks).first(2 * info.block_bytes - 1),
                            std::span(values).first(2 * info.block_values)),
                 std::invalid_argument);
    dequantize(info.type, {}, {});
}

INSTANTIATE_TEST_SUITE_P(Codecs, EveryCodec,
                         testing::Values(DType::f32, DType::f16, DType::bf16, DType::q4_0, DType::q4_1,
                                         DType::q5_0, DType::q5_1, DType::q8_0, DType::q2_k, DType::q3_k,
                                         DType::q4_k, DType::q5_k, DType::q6_k, DType::iq4_nl, DType::iq4_xs,
                                         DType::mxfp4),
                         [](const auto& test) { return std::string(dtype_info(test.param).name); });

/// Blocks written by hand, bit by bit, from quantized values of our own, and the formulas in double:
/// independent of the golden files and of how the codecs take the blocks apart.
class Formula : public testing::Test {
 protected:
    int below(int end) { return static_cast<int>(random_() % static_cast<std::uint32_t>(end)); }
    std::uint16_t half() { return f32_to_f16(static_cast<float>(below(2001) - 1000) / 512.0F); }

    template <class Block>
    static void expect_values(const Block& block, DType type, const std::vector<double>& expected) {
        std::vector<float> values(expected.size());
        dequantize(type, std::as_bytes(std::span(&block, 1)), values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            // Products of these few bits are exact in float, so one rounding of the exact result is the
            // answer.
            ASSERT_EQ(values[i], static_cast<float>(expected[i])) << i;
        }
    }

    std::mt19937 random_{12345};
};

TEST_F(Formula, Q4_0) {
    BlockQ40 block{half(), {}};
    std::vector<double> expected(32);
    for (std::size_t i = 0; i < 32; ++i) {
        const int quant = below(16);
        block.quants[i % 16] |= static_cast<std::uint8_t>(quant << (i < 16 ? 0 : 4));
        expected[i] = static_cast<double>(f16_to_f32(block.scale)) * (quant - 8);
    }
    expect_values(block, DType::q4_0, expected);
}

TEST_F(Formula, Q5_1) {
    BlockQ51 block{half(), half(), {}, {}};
    std::vector<double> expected(32);
    for (std::size_t i = 0; i < 32; ++i) {
        const int quant = below(32);
        block.quants[i % 16] |= static_cast<std::uint8_t>((quant & 15) << (i < 16 ? 0 : 4));
        block.high_bits[i / 8] |= static_cast<std::uint8_t>((quant >> 4) << (i % 8));
        expected[i] = static_cast<double>(f16_to_f32(block.scale)) * quant +
                      static_cast<double>(f16_to_f32(block.minimum));
    }
    expect_values(block, DType::q5_1, expected);
}

TEST_F(Formula, Q8_0) {
    BlockQ80 block{half(), {}};
    std::vector<double> expected(32);
    for (std::size_t i = 0; i < 32; ++i) {
        block.quants[i] = static_cast<std::int8_t>(below(256) - 128);
        expected[i] = static_cast<double>(f16_to_f32(block.scale)) * block.quants[i];
    }
    expect_values(block, DType::q8_0, expected);
}

TEST_F(Formula, Q4_KScalesAndMinimums) {
    BlockQ4K block{half(), half(), {}, {}};
    std::vector<double> expected(256);
    for (std::size_t group = 0; group < 8; ++group) {
        const int scale = below(64);
        const int minimum = below(64);
        if (group < 4) {
            block.scales[group] |= static_cast<std::uint8_t>(scale);
            block.scales[group + 4] |= static_cast<std::uint8_t>(minimum);
        } else {
            block.scales[group + 4] = static_cast<std::uint8_t>((scale & 15) | (minimum & 15) << 4);
            block.scales[group - 4] |= static_cast<std::uint8_t>((scale >> 4) << 6);
            block.scales[group] |= static_cast<std::uint8_t>((minimum >> 4) << 6);
        }
        for (std::size_t i = 0; i < 32; ++i) {
            const int quant = below(16);
            block.quants[group / 2 * 32 + i] |= static_cast<std::uint8_t>(quant << (group % 2 * 4));
            expected[group * 32 + i] = static_cast<double>(f16_to_f32(block.scale)) * scale * quant -
                                       static_cast<double>(f16_to_f32(block.minimum_scale)) * minimum;
        }
    }
    expect_values(block, DType::q4_k, expected);
}

TEST_F(Formula, Q6_K) {
    BlockQ6K block{};
    block.scale = half();
    std::vector<double> expected(256);
    for (std::size_t i = 0; i < 256; ++i) {
        if (i % 16 == 0) {
            block.scales[i / 16] = static_cast<std::int8_t>(below(256) - 128);
        }
        const int quant = below(64);
        const std::size_t half_start = i / 128;
        const std::size_t in_half = i % 128;
        block.low_bits[half_start * 64 + in_half % 64] |=
            static_cast<std::uint8_t>((quant & 15) << (in_half < 64 ? 0 : 4));
        block.high_bits[half_start * 32 + in_half % 32] |=
            static_cast<std::uint8_t>((quant >> 4) << (in_half / 32 * 2));
        expected[i] = static_cast<double>(f16_to_f32(block.scale)) * block.scales[i / 16] * (quant - 32);
    }
    expect_values(block, DType::q6_k, expected);
}

TEST_F(Formula, Mxfp4) {
    constexpr std::array<double, 8> kE2m1 = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    for (const int exponent : {0, 1, 100, 127, 140, 252}) {
        BlockMxfp4 block{static_cast<std::uint8_t>(exponent), {}};
        std::vector<double> expected(32);
        for (std::size_t i = 0; i < 32; ++i) {
            const int quant = static_cast<int>(i % 16);
            block.quants[i % 16] |= static_cast<std::uint8_t>(quant << (i < 16 ? 0 : 4));
            const double element = kE2m1[quant % 8] * (quant < 8 ? 1 : -1);
            expected[i] = std::ldexp(element, exponent - 127);
        }
        expect_values(block, DType::mxfp4, expected);
    }
}

template <class Block>
void set_quant(Block& block, std::size_t i, int quant) {
    if constexpr (sizeof block.quants == 16) {
        block.quants[i % 16] |= static_cast<std::uint8_t>(quant << (i < 16 ? 0 : 4));
    } else {
        block.quants[i] = static_cast<std::uint8_t>(quant);
    }
}

TEST_F(Formula, Affine) {
    const auto check = [&]<class Block>(Block block, DType type, int levels) {
        for (const int zero : {0, 1, levels / 2 - 1, levels / 2, levels - 1}) {
            // Also the largest scale, a subnormal one and a negative one: the product stays exact.
            for (const std::uint16_t scale :
                 {half(), std::uint16_t{0x7BFF}, std::uint16_t{0x0003}, std::uint16_t{0xB801}}) {
                block = {scale, static_cast<std::uint16_t>(zero), {}};
                std::vector<double> expected(32);
                for (std::size_t i = 0; i < 32; ++i) {
                    const int quant = below(levels);
                    set_quant(block, i, quant);
                    expected[i] = static_cast<double>(f16_to_f32(scale)) * (quant - zero);
                }
                expect_values(block, type, expected);
            }
        }
    };
    check(BlockQ4Affine{}, DType::q4_affine, 16);
    check(BlockQ8Affine{}, DType::q8_affine, 256);
}

}  // namespace
}  // namespace hearth
