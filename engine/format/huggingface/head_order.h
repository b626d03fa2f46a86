#pragma once

#include <cstdint>

namespace hearth {

/// In which order the rows of a matrix or bias stand in a checkpoint. Rotated pairs of a head's rows are (i,
/// i + d/2) there; GGUF's llama has them as neighbours (2i, 2i + 1), so its row 2i + s is the checkpoint's s
/// · d/2 + i.
struct HeadOrder {
    std::uint32_t head_dim = 0;  ///< even; 0: rows stand as they are

    std::uint64_t stored_row(std::uint64_t row) const {
        if (head_dim == 0) {
            return row;
        }
        const std::uint64_t in_head = row % head_dim;
        return row - in_head + in_head % 2 * (head_dim / 2) + in_head / 2;
    }
};

}  // namespace hearth
