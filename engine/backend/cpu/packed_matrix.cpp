#include "backend/cpu/packed_matrix.h"

#include "backend/cpu/packed_layout.h"
#include "backend/cpu/source_block.h"
#include "tensor/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hearth::cpu {
namespace {

std::uint64_t source_row_bytes(DType type, std::uint32_t columns) {
    const DTypeInfo& info = dtype_info(type);
    return std::uint64_t{columns} / info.block_values * info.block_bytes;
}

std::uint64_t tile_bytes(DType type, std::uint32_t columns) {
    const PackedLayout& layout = packed_layout(type);
    return std::uint64_t{columns} / layout.block_columns * layout.block_bytes();
}

void store_half(std::byte* halves, std::uint32_t row, std::uint16_t value) {
    std::memcpy(halves + 2 * row, &value, 2);
}

std::uint16_t load_half(const std::byte* halves, std::uint32_t row) {
    std::uint16_t value = 0;
    std::memcpy(&value, halves + 2 * row, 2);
    return value;
}

/// Writes the scales of one row's block; `scales` is the start of the packed block.
void pack_scales(const PackedLayout& layout, const SourceBlock& block, std::uint32_t row, std::byte* scales) {
    if (layout.scales == ScaleCoding::exponent) {
        scales[row] = static_cast<std::byte>(block.scale);
        return;
    }
    store_half(scales, row, block.scale);
    std::byte* parts = scales + 2 * kTileRows;
    if (layout.scales == ScaleCoding::half_and_zero) {
        parts[row] = static_cast<std::byte>(block.minimum);
        return;
    }
    if (layout.has_minimum()) {
        store_half(parts, row, block.minimum);
        parts += 2 * kTileRows;
    }
    if (layout.scales == ScaleCoding::half || layout.scales == ScaleCoding::half_and_minimum) {
        return;
    }
    const std::uint32_t part_count = layout.parts_per_block();
    for (std::uint32_t part = 0; part < part_count; ++part) {
        parts[part * kTileRows + row] = static_cast<std::byte>(block.part_scales[part]);
        if (layout.scales == ScaleCoding::super_minimum) {
            parts[(part_count + part) * kTileRows + row] = static_cast<std::byte>(block.part_minima[part]);
        }
    }
}

/// Packs the bits [first_bit, first_bit + bits) of a group's quants (8 quads) into a plane.
void pack_plane(const std::uint8_t* quads, unsigned first_bit, unsigned bits, std::byte* plane) {
    const unsigned per_vector = 8 / bits;
    const unsigned mask = (1U << bits) - 1U;
    auto* out = reinterpret_cast<std::uint8_t*>(plane);
    for (unsigned vector = 0; vector < 8 / per_vector; ++vector) {
        for (unsigned byte = 0; byte < kQuadBytes; ++byte) {
            unsigned packed = 0;
            for (unsigned i = 0; i < per_vector; ++i) {
                const unsigned quant = quads[kQuadBytes * (vector * per_vector + i) + byte];
                packed |= ((quant >> first_bit) & mask) << (bits * i);
            }
            out[kQuadBytes * vector + byte] = static_cast<std::uint8_t>(packed);
        }
    }
}

/// The bits of one quant in a plane: quad and byte within the quad.
unsigned plane_bits(const std::byte* plane, unsigned bits, unsigned quad, unsigned byte) {
    const unsigned per_vector = 8 / bits;
    const auto packed = static_cast<unsigned>(plane[kQuadBytes * (quad / per_vector) + byte]);
    return (packed >> (bits * (quad % per_vector))) & ((1U << bits) - 1U);
}

/// Packs one tile of a block type from `row_count` rows at `source`.
void pack_tile(const PackedLayout& layout, std::uint32_t row_count, std::uint32_t columns,
               const std::byte* source, std::byte* tile) {
    const std::uint32_t block_count = columns / layout.block_columns;
    const std::uint64_t block_bytes = dtype_info(layout.type).block_bytes;
    const std::uint64_t row_bytes = block_count * block_bytes;
    SourceBlock block;
    std::uint8_t quads[256 / kGroupColumns][kQuadBytes * 8] = {};  // padding rows stay 0
    for (std::uint32_t b = 0; b < block_count; ++b) {
        for (std::uint32_t row = 0; row < row_count; ++row) {
            read_source_block(layout.type, source + row * row_bytes + b * block_bytes, block);
            pack_scales(layout, block, row, tile);
            for (std::uint32_t column = 0; column < layout.block_columns; column += 4) {
                std::uint8_t* group = quads[column / kGroupColumns];
                std::memcpy(group + kQuadBytes * (column % kGroupColumns / 4) + 4 * row,
                            block.quants.data() + column, 4);
            }
        }
        std::byte* group = tile + layout.scale_bytes();
        for (std::uint32_t g = 0; g < layout.groups_per_block(); ++g, group += layout.group_bytes()) {
            pack_plane(quads[g], 0, layout.low_bits, group);
            if (layout.high_bits != 0) {
                pack_plane(quads[g], layout.low_bits, layout.high_bits, group + layout.low_plane_bytes());
            }
        }
        tile += layout.block_bytes();
    }
}

/// Packs one tile of a float type: the values of 16 rows of every column together, little-endian to native.
template <class Bits>
void pack_float_tile(std::uint32_t row_count, std::uint32_t columns, const std::byte* source,
                     std::byte* tile) {
    for (std::uint32_t row = 0; row < row_count; ++row) {
        for (std::uint64_t column = 0; column < columns; ++column, source += sizeof(Bits)) {
            Bits value = 0;
            for (unsigned byte = 0; byte < sizeof(Bits); ++byte) {
                value = static_cast<Bits>(value | static_cast<Bits>(source[byte]) << (8 * byte));
            }
            std::memcpy(tile + (column * kTileRows + row) * sizeof(Bits), &value, sizeof(Bits));
        }
    }
}

/// Scale and additive minimum of a row for one part of a block.
struct PartScale {
    float scale;
    float minimum;
};

PartScale part_scale(const PackedLayout& layout, const std::byte* block, std::uint32_t row,
                     std::uint32_t part) {
    const std::byte* minima = block + 2 * kTileRows;
    const std::byte* parts = minima + (layout.has_minimum() ? 2 * kTileRows : 0);
    const auto part_byte = [&](std::uint32_t index) {
        return static_cast<std::uint8_t>(parts[index * kTileRows + row]);
    };
    const auto scale = [&] { return f16_to_f32(load_half(block, row)); };
    const auto minimum = [&] { return f16_to_f32(load_half(minima, row)); };
    switch (layout.scales) {
        case ScaleCoding::none:
            break;
        case ScaleCoding::half:
            return {scale(), 0};
        case ScaleCoding::half_and_minimum:
            return {scale(), minimum()};
        case ScaleCoding::half_and_zero:
            return {scale(), -scale() * static_cast<float>(static_cast<std::uint8_t>(minima[row]))};
        case ScaleCoding::exponent:
            return {std::ldexp(1.0F, static_cast<int>(block[row]) - 128), 0};
        case ScaleCoding::super:
            return {scale() * static_cast<float>(static_cast<std::int8_t>(part_byte(part))), 0};
        case ScaleCoding::super_minimum:
            return {scale() * static_cast<float>(part_byte(part)),
                    -minimum() * static_cast<float>(part_byte(layout.parts_per_block() + part))};
        case ScaleCoding::super_nibbles:
            return {scale() * static_cast<float>(part_byte(part) & 15U),
                    -minimum() * static_cast<float>(part_byte(part) >> 4U)};
    }
    return {0, 0};
}

int table_value(QuantTable table, unsigned quant) {
    switch (table) {
        case QuantTable::none:
            break;
        case QuantTable::iq4_nl:
            return kIq4NlTable[quant];
        case QuantTable::mxfp4:
            return kMxfp4Table[quant];
    }
    return static_cast<int>(quant);
}

/// The values of a row of a tile of a block type.
void unpack_row(const PackedLayout& layout, const std::byte* tile, std::uint32_t row, std::span<float> out) {
    for (std::uint32_t column = 0; column < out.size(); ++column) {
        const std::byte* block = tile + std::uint64_t{column} / layout.block_columns * layout.block_bytes();
        const std::uint32_t in_block = column % layout.block_columns;
        const std::byte* group =
            block + layout.scale_bytes() + in_block / kGroupColumns * layout.group_bytes();
        const std::uint32_t quad = in_block % kGroupColumns / 4;
        const std::uint32_t byte = 4 * row + in_block % 4;
        unsigned quant = plane_bits(group, layout.low_bits, quad, byte);
        if (layout.high_bits != 0) {
            quant |= plane_bits(group + layout.low_plane_bytes(), layout.high_bits, quad, byte)
                     << layout.low_bits;
        }
        const PartScale part = part_scale(layout, block, row, in_block / layout.part_columns);
        const float product =
            part.scale * static_cast<float>(table_value(layout.table, quant) - layout.offset);
        out[column] = layout.has_minimum() ? product + part.minimum : product;
    }
}

}  // namespace

PackedMatrix::PackedMatrix(std::unique_ptr<State> state) : state_(std::move(state)) {}
PackedMatrix::PackedMatrix(PackedMatrix&&) noexcept = default;
PackedMatrix& PackedMatrix::operator=(PackedMatrix&&) noexcept = default;
PackedMatrix::~PackedMatrix() = default;

std::uint64_t PackedMatrix::packed_bytes(DType type, std::uint32_t rows, std::uint32_t columns) {
    const std::uint64_t tile_count = (std::uint64_t{rows} + kRowTile - 1) / kRowTile;
    return tile_count * tile_bytes(type, columns);
}

Result<PackedMatrix> PackedMatrix::pack(DType type, std::uint32_t rows, std::uint32_t columns,
                                        const Read& read) {
    const PackedLayout& layout = packed_layout(type);
    if (rows == 0 || columns == 0 || columns % layout.block_columns != 0) {
        Error error{ErrorCode::bad_shape,
                    fmt::format("a matrix of [{}, {}] values cannot be stored in blocks of {}", rows, columns,
                                layout.block_columns)};
        error.details.expected = fmt::format("columns in multiples of {}", layout.block_columns);
        error.details.actual = fmt::format("[{}, {}]", rows, columns);
        return error;
    }
    auto state = std::make_unique<State>();
    state->type = type;
    state->rows = rows;
    state->columns = columns;
    state->tile_bytes = tile_bytes(type, columns);
    const std::uint64_t bytes = packed_bytes(type, rows, columns);
    state->tiles = AlignedBuffer(bytes);
    if (state->tiles.empty()) {
        Error error{ErrorCode::out_of_memory, fmt::format("no memory for a matrix of {} bytes", bytes)};
        error.details.bytes_needed = bytes;
        return error;
    }
    const std::uint64_t row_bytes = source_row_bytes(type, columns);
    std::vector<std::byte> source(row_bytes * std::min(rows, kRowTile));
    std::byte* tile = state->tiles.data();
    for (std::uint32_t row = 0; row < rows; row += kRowTile, tile += state->tile_bytes) {
        const std::uint32_t row_count = std::min(rows - row, kRowTile);
        const std::span<std::byte> bytes_read(source.data(), row_count * row_bytes);
        HEARTH_TRY(read(row * row_bytes, bytes_read));
        if (type == DType::f32) {
            pack_float_tile<std::uint32_t>(row_count, columns, source.data(), tile);
        } else if (layout.scales == ScaleCoding::none) {
            pack_float_tile<std::uint16_t>(row_count, columns, source.data(), tile);
        } else {
            pack_tile(layout, row_count, columns, source.data(), tile);
        }
    }
    return PackedMatrix(std::move(state));
}

DType PackedMatrix::type() const {
    return state_->type;
}
std::uint32_t PackedMatrix::rows() const {
    return state_->rows;
}
std::uint32_t PackedMatrix::columns() const {
    return state_->columns;
}
std::uint64_t PackedMatrix::bytes() const {
    return state_->tiles.size();
}

void PackedMatrix::row(std::uint32_t row, std::span<float> out) const {
    const std::byte* tile = state_->tiles.data() + row / kRowTile * state_->tile_bytes;
    const std::uint32_t in_tile = row % kRowTile;
    const PackedLayout& layout = packed_layout(state_->type);
    if (layout.scales != ScaleCoding::none) {
        unpack_row(layout, tile, in_tile, out.first(state_->columns));
        return;
    }
    for (std::uint64_t column = 0; column < state_->columns; ++column) {
        const std::byte* value = tile + column * layout.block_bytes();
        if (state_->type == DType::f32) {
            std::memcpy(&out[column], value + 4 * in_tile, 4);
        } else {
            const std::uint16_t bits = load_half(value, in_tile);
            out[column] = state_->type == DType::f16 ? f16_to_f32(bits) : bf16_to_f32(bits);
        }
    }
}

}  // namespace hearth::cpu
