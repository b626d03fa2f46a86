#include "backend/reference/matrix_product.h"

#include "backend/reference/parallel.h"

#include <algorithm>
#include <array>
#include <vector>

namespace hearth::reference {

namespace {

/// Input rows that are multiplied side by side: one sum alone would wait for its own additions, several
/// overlap.
constexpr std::size_t kTileRows = 8;
/// Weight rows that are dequantized before they meet the input, so that a tile of it is used from the cache.
constexpr std::uint32_t kWeightRows = 16;

using TileColumn = std::array<double, kTileRows>;

/// in[t, c] at tiles[(t / kTileRows) · columns + c][t % kTileRows], zero past the last row.
std::vector<TileColumn> tiled(std::span<const float> in, std::size_t columns) {
    const std::size_t row_count = in.size() / columns;
    std::vector<TileColumn> tiles((row_count + kTileRows - 1) / kTileRows * columns);
    for (std::size_t t = 0; t < row_count; ++t) {
        for (std::size_t c = 0; c < columns; ++c) {
            tiles[t / kTileRows * columns + c][t % kTileRows] = in[t * columns + c];
        }
    }
    return tiles;
}

TileColumn dot_tile(std::span<const TileColumn> tile, std::span<const float> weight_row) {
    TileColumn sums{};
    for (std::size_t c = 0; c < weight_row.size(); ++c) {
        const double weight = weight_row[c];
        for (std::size_t i = 0; i < kTileRows; ++i) {
            sums[i] += tile[c][i] * weight;
        }
    }
    return sums;
}

}  // namespace

void multiply(const StoredMatrix& weight, std::span<const float> in, std::span<const float> bias,
              std::span<float> out, ProductTarget target, ThreadPool& threads) {
    const std::size_t columns = weight.columns;
    const std::size_t row_count = in.size() / columns;
    const std::vector<TileColumn> tiles = tiled(in, columns);

    const auto store = [&](std::size_t t, std::uint32_t r, double sum) {
        float& to = out[t * weight.rows + r];
        sum += bias.empty() ? 0.0 : double{bias[r]};
        sum += target == ProductTarget::add ? double{to} : 0.0;
        to = static_cast<float>(sum);
    };
    for_each_range(threads, weight.rows, [&](std::uint32_t first, std::uint32_t last) {
        std::vector<float> weights(kWeightRows * columns);
        const auto weight_row = [&](std::uint32_t i) {
            return std::span(weights).subspan(i * columns, columns);
        };
        for (std::uint32_t r = first; r < last; r += kWeightRows) {
            const std::uint32_t count = std::min(kWeightRows, last - r);
            for (std::uint32_t i = 0; i < count; ++i) {
                weight.row(r + i, weight_row(i));
            }
            for (std::size_t t = 0; t < row_count; t += kTileRows) {
                const auto tile = std::span(tiles).subspan(t / kTileRows * columns, columns);
                for (std::uint32_t i = 0; i < count; ++i) {
                    const TileColumn sums = dot_tile(tile, weight_row(i));
                    for (std::size_t lane = 0; lane < std::min(kTileRows, row_count - t); ++lane) {
                        store(t + lane, r + i, sums[lane]);
                    }
                }
            }
        }
    });
}

}  // namespace hearth::reference
