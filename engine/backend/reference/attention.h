#pragma once

#include "backend/backend.h"
#include "backend/op.h"
#include "backend/reference/kv_memory.h"

#include <span>

namespace hearth::reference {

/// Attention of one token at `position`: `q` and `out` are [heads, head width]; keys and values of all
/// positions up to its own are in the blocks of `table`.
void attend(const PagedAttention& op, KvMemory& memory, const BlockTableView& table, std::uint32_t position,
            std::span<const float> q, std::span<float> out);

}  // namespace hearth::reference
