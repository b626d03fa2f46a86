#pragma once

#include "backend/cpu/aligned_buffer.h"
#include "backend/cpu/matmul.h"

#include <cstddef>
#include <cstdint>

namespace hearth::cpu {

struct PackedMatrix::State {
    DType type = DType::f32;
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::uint64_t tile_bytes = 0;  ///< of kRowTile rows; the last tile is padded with zero rows
    AlignedBuffer tiles;
};

}  // namespace hearth::cpu
