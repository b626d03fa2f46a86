#pragma once

#include "backend/cpu/aligned_buffer.h"
#include "backend/cpu/kernels/kernel_table.h"
#include "backend/cpu/matmul.h"

#include <cstdint>

namespace hearth::cpu {

struct MatmulInput::State {
    std::uint32_t max_rows = 0;
    std::uint32_t max_columns = 0;
    std::uint8_t terms = 2;                ///< signed bytes per activation
    const KernelTable* kernels = nullptr;  ///< those that wrote the groups; the same must read them
    const float* values = nullptr;         ///< f32 [row_count, columns]
    std::uint32_t row_count = 0;
    std::uint32_t columns = 0;
    std::uint64_t group_stride = 0;  ///< bytes from one row's groups to the next
    AlignedBuffer groups;            ///< InputGroup [row_count][(columns + 31) / 32]
};

}  // namespace hearth::cpu
