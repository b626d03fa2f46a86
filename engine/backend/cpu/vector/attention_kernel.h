// Part of the vector kernels: included by each kernels_<instruction set>.cpp alone, which defines
// HEARTH_VECTOR_NAMESPACE and the header of the Vec of that namespace.
#pragma once

#include "backend/cpu/vector/exponential.h"
#include "backend/cpu/vector_kernels.h"

namespace hearth::cpu::HEARTH_VECTOR_NAMESPACE {

/// Decode waits for memory: K and then V of a head lie one after the other and are read from front to back.
inline constexpr std::size_t kPrefetchBytes = 2048;

inline void prefetch_ahead(const std::uint16_t* p, std::size_t bytes) {
    for (std::size_t line = 0; line < bytes; line += 64) {
        __builtin_prefetch(reinterpret_cast<const char*>(p) + kPrefetchBytes + line);
    }
}

/// c[Rows, Vectors · lanes] = a[Rows, depth] · b[depth, …], or += it. b is f32 or f16.
template <std::uint32_t Rows, std::uint32_t Vectors, bool Accumulate, class Operand>
inline void multiply_registers(const float* a, std::size_t a_stride, const Operand* b, std::size_t b_stride,
                               std::uint32_t depth, float* c, std::size_t c_stride) {
    Vec sums[Rows][Vectors];
#pragma GCC unroll 8
    for (std::uint32_t row = 0; row < Rows; ++row) {
#pragma GCC unroll 8
        for (std::uint32_t v = 0; v < Vectors; ++v) {
            sums[row][v] = Accumulate ? Vec::load(c + row * c_stride + v * Vec::kLanes) : Vec::zero();
        }
    }
    for (std::uint32_t k = 0; k < depth; ++k) {
        if constexpr (sizeof(Operand) == sizeof(std::uint16_t)) {
            prefetch_ahead(b + k * b_stride, Vectors * Vec::kLanes * sizeof(Operand));
        }
        Vec operand[Vectors];
#pragma GCC unroll 8
        for (std::uint32_t v = 0; v < Vectors; ++v) {
            operand[v] = Vec::load(b + k * b_stride + v * Vec::kLanes);
        }
#pragma GCC unroll 8
        for (std::uint32_t row = 0; row < Rows; ++row) {
            const Vec factor = Vec::broadcast(a[row * a_stride + k]);
#pragma GCC unroll 8
            for (std::uint32_t v = 0; v < Vectors; ++v) {
                sums[row][v] = Vec::fma(factor, operand[v], sums[row][v]);
            }
        }
    }
#pragma GCC unroll 8
    for (std::uint32_t row = 0; row < Rows; ++row) {
#pragma GCC unroll 8
        for (std::uint32_t v = 0; v < Vectors; ++v) {
            sums[row][v].store(c + row * c_stride + v * Vec::kLanes);
        }
    }
}

template <std::uint32_t Rows, bool Accumulate, class Operand>
inline void multiply_columns(const float* a, std::size_t a_stride, const Operand* b, std::size_t b_stride,
                             std::uint32_t depth, float* c, std::size_t c_stride,
                             std::uint32_t column_count) {
    constexpr std::uint32_t kWide = Vec::kTileVectors * Vec::kLanes;
    std::uint32_t column = 0;
    for (; column + kWide <= column_count; column += kWide) {
        multiply_registers<Rows, Vec::kTileVectors, Accumulate>(a, a_stride, b + column, b_stride, depth,
                                                                c + column, c_stride);
    }
    for (; column < column_count; column += Vec::kLanes) {
        multiply_registers<Rows, 1, Accumulate>(a, a_stride, b + column, b_stride, depth, c + column,
                                                c_stride);
    }
}

/// c[row_count, column_count] = or += a[row_count, depth] · b[depth, column_count]; column_count in whole
/// vectors.
template <bool Accumulate, class Operand>
inline void multiply(const float* a, std::size_t a_stride, const Operand* b, std::size_t b_stride,
                     std::uint32_t depth, float* c, std::size_t c_stride, std::uint32_t row_count,
                     std::uint32_t column_count) {
    while (row_count > 0) {
        // Even parts rather than full tiles and a remainder: a tile of one row waits for its own sums.
        const std::uint32_t tiles = (row_count + Vec::kTileRows - 1) / Vec::kTileRows;
        const std::uint32_t rows = (row_count + tiles - 1) / tiles;
        switch (rows) {
            case 1:
                multiply_columns<1, Accumulate>(a, a_stride, b, b_stride, depth, c, c_stride, column_count);
                break;
            case 2:
                multiply_columns<2, Accumulate>(a, a_stride, b, b_stride, depth, c, c_stride, column_count);
                break;
            case 3:
                multiply_columns<3, Accumulate>(a, a_stride, b, b_stride, depth, c, c_stride, column_count);
                break;
            case 4:
                multiply_columns<4, Accumulate>(a, a_stride, b, b_stride, depth, c, c_stride, column_count);
                break;
            case 5:
                multiply_columns<5, Accumulate>(a, a_stride, b, b_stride, depth, c, c_stride, column_count);
                break;
            default:
                multiply_columns<6, Accumulate>(a, a_stride, b, b_stride, depth, c, c_stride, column_count);
                break;
        }
        a += rows * a_stride;
        c += rows * c_stride;
        row_count -= rows;
    }
}

inline void widen(const std::uint16_t* in, std::size_t count, float* out) {
    for (std::size_t i = 0; i < count; i += Vec::kLanes) {
        Vec::load(in + i).store(out + i);
    }
}

/// The rows and keys of a tile that meet in one block, and what of it they may see.
struct BlockPart {
    std::uint32_t start;      ///< position of the block's first key
    std::uint32_t first_row;  ///< rows that see anything of the block
    std::uint32_t last_row;
    std::uint32_t key_count;     ///< keys that any row may see; later ones hold no values
    std::uint32_t column_count;  ///< the same in whole vectors
    bool masked;                 ///< some row sees only some keys
};

inline BlockPart block_part(const AttentionTile& tile, std::uint32_t block) {
    BlockPart part{};
    part.start = block * kBlockTokens;
    const std::uint32_t token_count = tile.row_count / tile.group_size;
    const std::uint32_t last_position = tile.first_position + token_count - 1;
    const std::uint32_t first_token = part.start > tile.first_position ? part.start - tile.first_position : 0;
    std::uint64_t last_token = token_count;
    // A token sees the block while its position is below start + 63 + window.
    const std::uint64_t unseen_position = std::uint64_t{part.start} + kBlockTokens - 1 + tile.window;
    if (unseen_position < tile.first_position + last_token) {
        last_token = unseen_position > tile.first_position ? unseen_position - tile.first_position : 0;
    }
    part.first_row = first_token * tile.group_size;
    part.last_row = static_cast<std::uint32_t>(last_token) * tile.group_size;
    part.key_count =
        last_position - part.start < kBlockTokens ? last_position - part.start + 1 : kBlockTokens;
    part.column_count = (part.key_count + Vec::kLanes - 1) / Vec::kLanes * Vec::kLanes;
    const std::uint32_t lowest_position = tile.first_position + first_token;
    part.masked = lowest_position < part.start + kBlockTokens - 1 ||
                  (last_position >= tile.window && last_position - tile.window >= part.start);
    return part;
}

/// Scores of one row in base-2 logarithm: cap, mask, running maximum, 2^(score − maximum) in place, sum.
inline void softmax_row(const AttentionTile& tile, const BlockPart& part, std::uint32_t row, float* scores) {
    if (tile.capped) {
        const Vec cap = Vec::broadcast(tile.cap);
        const Vec twice = Vec::broadcast(-2.0F * tile.cap);
        const Vec one = Vec::broadcast(1.0F);
        for (std::uint32_t i = 0; i < part.column_count; i += Vec::kLanes) {
            (cap + twice / (exponential2(Vec::load(scores + i)) + one)).store(scores + i);
        }
    }
    if (part.masked) {
        const std::uint32_t position = tile.first_position + row / tile.group_size;
        const std::uint32_t first = position >= tile.window && position - tile.window >= part.start
                                        ? position - tile.window + 1 - part.start
                                        : 0;
        const Vec hidden = Vec::broadcast(-__builtin_inff());
        const Vec first_key = Vec::broadcast(static_cast<float>(first) - 0.5F);
        const Vec last_key = Vec::broadcast(position - part.start >= kBlockTokens
                                                ? static_cast<float>(kBlockTokens)
                                                : static_cast<float>(position - part.start) + 0.5F);
        for (std::uint32_t i = 0; i < part.column_count; i += Vec::kLanes) {
            const Vec key = Vec::lane_numbers() + Vec::broadcast(static_cast<float>(i));
            const Vec seen = Vec::select_less(key, first_key, hidden, Vec::load(scores + i));
            Vec::select_less(last_key, key, hidden, seen).store(scores + i);
        }
    }
    Vec largest = Vec::load(scores);
    for (std::uint32_t i = Vec::kLanes; i < part.column_count; i += Vec::kLanes) {
        largest = Vec::max(largest, Vec::load(scores + i));
    }
    const float block_maximum = largest.largest();
    if (block_maximum > tile.maximum[row]) {
        const Vec correction = exponential2(Vec::broadcast(tile.maximum[row] - block_maximum));
        float factor[Vec::kLanes];
        correction.store(factor);
        tile.maximum[row] = block_maximum;
        tile.sum[row] *= factor[0];
        float* const accumulator = tile.accumulator + std::size_t{row} * tile.value_width;
        for (std::uint32_t i = 0; i < tile.value_width; i += Vec::kLanes) {
            (Vec::load(accumulator + i) * correction).store(accumulator + i);
        }
    }
    const Vec maximum = Vec::broadcast(tile.maximum[row]);
    Vec sum = Vec::zero();
    for (std::uint32_t i = 0; i < part.column_count; i += Vec::kLanes) {
        const Vec weight = exponential2(Vec::load(scores + i) - maximum);
        weight.store(scores + i);
        sum = sum + weight;
    }
    tile.sum[row] += sum.sum();
}

template <class Operand>
inline void attend_block(const AttentionTile& tile, const BlockPart& part, const Operand* keys,
                         const Operand* values, const std::uint16_t* next_keys, float* scores) {
    const std::uint32_t rows = part.last_row - part.first_row;
    multiply<false>(tile.queries + std::size_t{part.first_row} * tile.key_dim, tile.key_dim, keys,
                    kBlockTokens, tile.key_dim, scores, kBlockTokens, rows, part.column_count);
    for (std::uint32_t row = 0; row < rows; ++row) {
        softmax_row(tile, part, part.first_row + row, scores + std::size_t{row} * kBlockTokens);
    }
    if (next_keys != nullptr) {
        for (std::size_t line = 0; line < kPrefetchBytes; line += 64) {
            __builtin_prefetch(reinterpret_cast<const char*>(next_keys) + line);
        }
    }
    // Only keys that hold values: 0 · NaN of what an earlier sequence left in the block would be NaN.
    multiply<true>(scores, kBlockTokens, values, tile.value_width, part.key_count,
                   tile.accumulator + std::size_t{part.first_row} * tile.value_width, tile.value_width, rows,
                   tile.value_width);
}

/// Online softmax over blocks (Milakov and Gimelshein 2018, arXiv:1805.02867; Dao et al. 2022,
/// arXiv:2205.14135).
inline void attend(const AttentionTile& tile) {
    for (std::uint32_t row = 0; row < tile.row_count; ++row) {
        // Finite, so that a block in which a row sees nothing subtracts it from −∞ and not −∞ from −∞.
        tile.maximum[row] = -1e30F;
        tile.sum[row] = 0.0F;
    }
    for (std::size_t i = 0; i < std::size_t{tile.row_count} * tile.value_width; i += Vec::kLanes) {
        Vec::zero().store(tile.accumulator + i);
    }
    float* const scores = tile.scratch;
    float* const wide_keys = scores + std::size_t{tile.row_count} * kBlockTokens;
    float* const wide_values = wide_keys + std::size_t{tile.key_dim} * kBlockTokens;
    for (std::uint32_t block = tile.first_block; block < tile.last_block; ++block) {
        const BlockPart part = block_part(tile, block);
        if (part.first_row >= part.last_row) {
            continue;
        }
        const std::uint16_t* const memory = tile.blocks[block - tile.first_block];
        const std::uint16_t* const keys = memory + tile.key_offset;
        const std::uint16_t* const values = memory + tile.value_offset;
        const std::uint16_t* const next_keys =
            block + 1 < tile.last_block ? tile.blocks[block + 1 - tile.first_block] + tile.key_offset
                                        : nullptr;
        if (part.last_row - part.first_row <= Vec::kDirectRows) {
            attend_block(tile, part, keys, values, next_keys, scores);
        } else {
            widen(keys, std::size_t{tile.key_dim} * kBlockTokens, wide_keys);
            widen(values, std::size_t{part.key_count} * tile.value_width, wide_values);
            attend_block(tile, part, wide_keys, wide_values, next_keys, scores);
        }
    }
}

}  // namespace hearth::cpu::HEARTH_VECTOR_NAMESPACE
