#pragma once

#include <hearth/dtype.h>

#include <cstdint>

namespace hearth::cpu {

// How PackedMatrix stores weights; shared by the packer and the kernels of every instruction set.
//
// A matrix is cut into tiles of 16 rows, a tile into blocks along the columns (of 32 or 256 columns, as the
// source format has them), and a tile is one contiguous stream of blocks. A quant is a column's unsigned
// integer of a row; 4 consecutive columns of all 16 rows are a quad: 64 quants, quant (row r, column c) at
// 4·r + c mod 4, so that one 512-bit VNNI instruction multiplies a quad with 4 activations and gives 16 row
// sums.
//
// A group is 32 columns, 8 quads. Its quants are stored as one or two planes of b bits (low bits, then high
// bits). In a plane of b bits, 64-byte vector v holds the quads v · 8/b … (v + 1) · 8/b − 1, each at the next
// b bits of every byte. The scales of a block stand in front of its groups.
//
// The value of a quant is scale · (q − offset), or scale · q + minimum for the formats that have minima, or
// scale · (table[q] − offset) for the formats with a table. Scale and minimum hold for a part: 32 columns,
// or 16.

inline constexpr std::uint32_t kTileRows = 16;
inline constexpr std::uint32_t kGroupColumns = 32;
inline constexpr std::uint32_t kQuadBytes = 64;

/// How the scales of a block are stored, per row of the tile.
enum class ScaleCoding : std::uint8_t {
    none,              ///< a float format: no blocks, column c of the tile is 16 values
    half,              ///< f16 scale [16]
    half_and_minimum,  ///< f16 scale [16], f16 minimum [16]
    half_and_zero,     ///< f16 scale [16], u8 zero [16]: minimum = −scale · zero, exact in float
    exponent,  ///< e8m0 exponent [16]: 2^(e − 128), half of the OCP scale because the table holds doubled
               ///< values
    super,     ///< f16 d [16], then per part i8 [16]: scale = d · i8
    super_minimum,  ///< f16 d [16], f16 dmin [16], then per part u8 [16] and u8 [16]: d · u8, −dmin · u8
    super_nibbles,  ///< f16 d [16], f16 dmin [16], then per part u8 [16]: d · low nibble, −dmin · high nibble
};

/// Table of a format whose quants are indices: the values + 128.
enum class QuantTable : std::uint8_t { none, iq4_nl, mxfp4 };

struct PackedLayout {
    DType type = DType::f32;
    ScaleCoding scales = ScaleCoding::none;
    QuantTable table = QuantTable::none;
    std::uint16_t block_columns = 1;
    std::uint8_t low_bits =
        0;  ///< bits of a quant in the first plane; of a value in the float formats: unused
    std::uint8_t high_bits = 0;      ///< bits of a quant in the second plane
    std::uint8_t offset = 0;         ///< subtracted from every quant
    std::uint8_t part_columns = 32;  ///< columns of one scale: 16 or 32

    constexpr std::uint32_t groups_per_block() const { return block_columns / kGroupColumns; }
    constexpr std::uint32_t parts_per_block() const { return std::uint32_t{block_columns} / part_columns; }
    constexpr std::uint32_t low_plane_bytes() const { return kQuadBytes * low_bits; }
    constexpr std::uint32_t group_bytes() const { return kQuadBytes * (low_bits + high_bits); }
    constexpr bool has_minimum() const {
        return scales == ScaleCoding::half_and_minimum || scales == ScaleCoding::half_and_zero ||
               scales == ScaleCoding::super_minimum || scales == ScaleCoding::super_nibbles;
    }
    constexpr std::uint32_t scale_bytes() const {
        switch (scales) {
            case ScaleCoding::none:
                return 0;
            case ScaleCoding::half:
                return 2 * kTileRows;
            case ScaleCoding::half_and_minimum:
                return 4 * kTileRows;
            case ScaleCoding::half_and_zero:
                return 3 * kTileRows;
            case ScaleCoding::exponent:
                return kTileRows;
            case ScaleCoding::super:
                return (2 + parts_per_block()) * kTileRows;
            case ScaleCoding::super_minimum:
                return (4 + 2 * parts_per_block()) * kTileRows;
            case ScaleCoding::super_nibbles:
                return (4 + parts_per_block()) * kTileRows;
        }
        return 0;
    }
    /// Bytes of a block of 16 rows; of one column in the float formats.
    constexpr std::uint32_t block_bytes() const {
        if (scales == ScaleCoding::none) {
            return kTileRows * (type == DType::f32 ? 4 : 2);
        }
        return scale_bytes() + groups_per_block() * group_bytes();
    }
};

/// In the order of DType.
inline constexpr PackedLayout kPackedLayouts[] = {
    {DType::f32},
    {DType::f16},
    {DType::bf16},
    {DType::q4_0, ScaleCoding::half, QuantTable::none, 32, 4, 0, 8, 32},
    {DType::q4_1, ScaleCoding::half_and_minimum, QuantTable::none, 32, 4, 0, 0, 32},
    {DType::q5_0, ScaleCoding::half, QuantTable::none, 32, 4, 1, 16, 32},
    {DType::q5_1, ScaleCoding::half_and_minimum, QuantTable::none, 32, 4, 1, 0, 32},
    {DType::q8_0, ScaleCoding::half, QuantTable::none, 32, 8, 0, 128, 32},
    {DType::q2_k, ScaleCoding::super_nibbles, QuantTable::none, 256, 2, 0, 0, 16},
    {DType::q3_k, ScaleCoding::super, QuantTable::none, 256, 2, 1, 4, 16},
    {DType::q4_k, ScaleCoding::super_minimum, QuantTable::none, 256, 4, 0, 0, 32},
    {DType::q5_k, ScaleCoding::super_minimum, QuantTable::none, 256, 4, 1, 0, 32},
    {DType::q6_k, ScaleCoding::super, QuantTable::none, 256, 4, 2, 32, 16},
    {DType::iq4_nl, ScaleCoding::half, QuantTable::iq4_nl, 32, 4, 0, 128, 32},
    {DType::iq4_xs, ScaleCoding::super, QuantTable::iq4_nl, 256, 4, 0, 128, 32},
    {DType::mxfp4, ScaleCoding::exponent, QuantTable::mxfp4, 32, 4, 0, 128, 32},
    {DType::q4_affine, ScaleCoding::half_and_zero, QuantTable::none, 32, 4, 0, 0, 32},
    {DType::q8_affine, ScaleCoding::half_and_zero, QuantTable::none, 32, 8, 0, 0, 32},
};

/// The layout of a type, at compile time or run time.
constexpr const PackedLayout& packed_layout(DType type) {
    return kPackedLayouts[static_cast<std::uint8_t>(type)];
}

/// Values + 128 of the tables; quants of other formats stand for themselves.
inline constexpr std::uint8_t kIq4NlTable[16] = {1,   24,  45,  63,  79,  93,  106, 118,
                                                 129, 141, 153, 166, 181, 197, 217, 241};
inline constexpr std::uint8_t kMxfp4Table[16] = {128, 129, 130, 131, 132, 134, 136, 140,
                                                 128, 127, 126, 125, 124, 122, 120, 116};

}  // namespace hearth::cpu
