#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hearth {

/// Byte layouts of the quantized blocks of GGUF tensors (github.com/ggml-org/ggml, ggml-common.h). Fields are
/// little-endian and in file order, without padding; `scale`, `minimum` and their like are f16 bit patterns
/// (half.h). A block in a file may lie at any address: copy it into one of these before reading its fields.
/// `decode` writes the values the block stands for, in row order; the comment at each gives the formula.

/// Number of values in one block of the K and IQ4_XS formats.
inline constexpr std::size_t kSuperBlockValues = 256;

/// Q4_0, 32 values in 18 bytes. value[i] = scale * (quant[i] - 8); byte j holds quant j in its low and quant
/// j + 16 in its high nibble.
struct BlockQ40 {
    static constexpr std::size_t kValues = 32;
    std::uint16_t scale;
    std::array<std::uint8_t, 16> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ40) == 18);

/// Q4_1, 32 values in 20 bytes. value[i] = scale * quant[i] + minimum; nibbles as in Q4_0.
struct BlockQ41 {
    static constexpr std::size_t kValues = 32;
    std::uint16_t scale;
    std::uint16_t minimum;
    std::array<std::uint8_t, 16> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ41) == 20);

/// Q5_0, 32 values in 22 bytes. value[i] = scale * (quant[i] - 16); low four bits as in Q4_0, bit i of the 32
/// high bits is the fifth.
struct BlockQ50 {
    static constexpr std::size_t kValues = 32;
    std::uint16_t scale;
    std::array<std::uint8_t, 4> high_bits;
    std::array<std::uint8_t, 16> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ50) == 22);

/// Q5_1, 32 values in 24 bytes. value[i] = scale * quant[i] + minimum; bits as in Q5_0.
struct BlockQ51 {
    static constexpr std::size_t kValues = 32;
    std::uint16_t scale;
    std::uint16_t minimum;
    std::array<std::uint8_t, 4> high_bits;
    std::array<std::uint8_t, 16> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ51) == 24);

/// Q8_0, 32 values in 34 bytes. value[i] = scale * quant[i].
struct BlockQ80 {
    static constexpr std::size_t kValues = 32;
    std::uint16_t scale;
    std::array<std::int8_t, 32> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ80) == 34);

/// Q2_K, 256 values in 84 bytes. 16 groups of 16 values: value = scale * (scales[g] & 15) * quant -
/// minimum_scale * (scales[g] >> 4). Half h (128 values), plane p (32 values) has its two bits at bit 2p of
/// quants[32h + i], i = 0..31.
struct BlockQ2K {
    static constexpr std::size_t kValues = kSuperBlockValues;
    std::array<std::uint8_t, 16> scales;
    std::array<std::uint8_t, 64> quants;
    std::uint16_t scale;
    std::uint16_t minimum_scale;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ2K) == 84);

/// Q3_K, 256 values in 110 bytes. 16 groups of 16 values: value = scale * (group_scale - 32) * (quant - 4).
/// Low two bits as in Q2_K; the third bit of value 32k + i is bit k of high_bits[i]. Six-bit group scale g:
/// low nibble in nibble g / 8 of scales[g % 8], high two bits at bit 2 (g / 4) of scales[8 + g % 4].
struct BlockQ3K {
    static constexpr std::size_t kValues = kSuperBlockValues;
    std::array<std::uint8_t, 32> high_bits;
    std::array<std::uint8_t, 64> quants;
    std::array<std::uint8_t, 12> scales;
    std::uint16_t scale;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ3K) == 110);

/// The eight six-bit scales and minimums that Q4_K and Q5_K pack into twelve bytes.
struct GroupScales {
    std::array<std::uint8_t, 8> scales;
    std::array<std::uint8_t, 8> minimums;
};
GroupScales unpack_scales(const std::array<std::uint8_t, 12>& packed);

/// Q4_K, 256 values in 144 bytes. 8 groups of 32 values: value = scale * group_scale * quant - minimum_scale
/// * group_minimum. Groups 2k and 2k + 1 share quants[32k ..], low nibbles first. The six-bit scales and
/// minimums are packed: see unpack_scales.
struct BlockQ4K {
    static constexpr std::size_t kValues = kSuperBlockValues;
    std::uint16_t scale;
    std::uint16_t minimum_scale;
    std::array<std::uint8_t, 12> scales;
    std::array<std::uint8_t, 128> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ4K) == 144);

/// Q5_K, 256 values in 176 bytes. As Q4_K, with a fifth bit: that of value 32g + i is bit g of high_bits[i].
struct BlockQ5K {
    static constexpr std::size_t kValues = kSuperBlockValues;
    std::uint16_t scale;
    std::uint16_t minimum_scale;
    std::array<std::uint8_t, 12> scales;
    std::array<std::uint8_t, 32> high_bits;
    std::array<std::uint8_t, 128> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ5K) == 176);

/// Q6_K, 256 values in 210 bytes. 16 groups of 16 values: value = scale * scales[g] * (quant - 32). In half h
/// (128 values), plane p (32 values) has its low four bits in nibble p / 2 of low_bits[64h + 32 (p % 2) + i]
/// and its high two at bit 2p of high_bits[32h + i].
struct BlockQ6K {
    static constexpr std::size_t kValues = kSuperBlockValues;
    std::array<std::uint8_t, 128> low_bits;
    std::array<std::uint8_t, 64> high_bits;
    std::array<std::int8_t, 16> scales;
    std::uint16_t scale;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ6K) == 210);

/// The non-linear codebook of IQ4_NL and IQ4_XS.
inline constexpr std::array<std::int8_t, 16> kIq4Values = {-127, -104, -83, -65, -49, -35, -22, -10,
                                                           1,    13,   25,  38,  53,  69,  89,  113};

/// IQ4_NL, 32 values in 18 bytes. value[i] = scale * kIq4Values[quant[i]]; nibbles as in Q4_0.
struct BlockIq4Nl {
    static constexpr std::size_t kValues = 32;
    std::uint16_t scale;
    std::array<std::uint8_t, 16> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockIq4Nl) == 18);

/// IQ4_XS, 256 values in 136 bytes. 8 groups of 32 values: value = scale * (group_scale - 32) *
/// kIq4Values[quant]; each group is 16 bytes with nibbles as in Q4_0. Six-bit group scale g: low four bits in
/// nibble g % 2 of scales_low[g / 2], high two at bit 2g of scales_high.
struct BlockIq4Xs {
    static constexpr std::size_t kValues = kSuperBlockValues;
    std::uint16_t scale;
    std::uint16_t scales_high;
    std::array<std::uint8_t, 4> scales_low;
    std::array<std::uint8_t, 128> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockIq4Xs) == 136);

/// Twice the E2M1 values, so that they are integers.
inline constexpr std::array<std::int8_t, 16> kMxfp4Values = {0, 1,  2,  3,  4,  6,  8,  12,
                                                             0, -1, -2, -3, -4, -6, -8, -12};

/// MXFP4, 32 values in 17 bytes. value[i] = 2^(exponent - 128) * kMxfp4Values[quant[i]]; nibbles as in Q4_0
/// (OCP Microscaling Formats v1.0: E2M1 elements with an E8M0 scale; GGUF gives exponent 255 no special
/// meaning).
struct BlockMxfp4 {
    static constexpr std::size_t kValues = 32;
    std::uint8_t exponent;
    std::array<std::uint8_t, 16> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockMxfp4) == 17);

/// Q4_AFFINE, 32 values in 20 bytes: part of a group of a GPTQ or AWQ matrix. value[i] = scale * quant[i] -
/// scale * zero, zero from 0 to 15; nibbles as in Q4_0. Products and difference have at most 19 significant
/// bits (Q8_AFFINE too), so the value is exactly scale * (quant[i] - zero).
struct BlockQ4Affine {
    static constexpr std::size_t kValues = 32;
    std::uint16_t scale;
    std::uint16_t zero;
    std::array<std::uint8_t, 16> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ4Affine) == 20);

/// Q8_AFFINE, 32 values in 36 bytes: as Q4_AFFINE with 8 bits, zero from 0 to 255, quants in order.
struct BlockQ8Affine {
    static constexpr std::size_t kValues = 32;
    std::uint16_t scale;
    std::uint16_t zero;
    std::array<std::uint8_t, 32> quants;

    void decode(std::span<float, kValues> values) const;
};
static_assert(sizeof(BlockQ8Affine) == 36);

}  // namespace hearth
