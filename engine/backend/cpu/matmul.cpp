#include "backend/cpu/matmul.h"

#include "backend/cpu/matmul_input.h"
#include "backend/cpu/packed_layout.h"
#include "backend/cpu/packed_matrix.h"

#include <stdexcept>

namespace hearth::cpu {

static_assert(kRowTile == kTileRows);

void multiply(const PackedMatrix& weight, const MatmulInput& input, std::uint32_t first_row,
              std::uint32_t last_row, const MatmulOutput& output) {
    const PackedMatrix::State& matrix = weight.state();
    const MatmulInput::State& in = input.state();
    if (in.columns != matrix.columns || first_row % kRowTile != 0 || last_row > matrix.rows ||
        (last_row % kRowTile != 0 && last_row != matrix.rows)) {
        throw std::logic_error("a matrix product of shapes that do not fit");
    }
    if (first_row >= last_row || in.row_count == 0) {
        return;
    }
    const std::uint32_t row_count = last_row - first_row;
    const std::uint32_t tile_count = (row_count + kRowTile - 1) / kRowTile;
    in.kernels->multiply({
        .type = matrix.type,
        .terms = in.terms,
        .add = output.mode == MatmulOutput::Mode::add,
        .tiles = matrix.tiles.data() + first_row / kRowTile * matrix.tile_bytes,
        .tile_bytes = matrix.tile_bytes,
        .tile_count = tile_count,
        .last_tile_rows = row_count - (tile_count - 1) * kRowTile,
        .columns = matrix.columns,
        .input_count = in.row_count,
        .inputs = in.groups.data(),
        .input_stride = in.group_stride,
        .values = in.values,
        .out = output.values + first_row,
        .out_stride = output.stride,
        .bias = output.bias == nullptr ? nullptr : output.bias + first_row,
    });
}

}  // namespace hearth::cpu
