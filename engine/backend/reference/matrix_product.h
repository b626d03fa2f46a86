#pragma once

#include "backend/reference/stored_matrix.h"
#include "base/thread_pool.h"

#include <cstdint>
#include <span>

namespace hearth::reference {

/// Whether a product replaces what is in its output or is added to it.
enum class ProductTarget : std::uint8_t { overwrite, add };

/// out[t, r] = Σ_c in[t, c] · weight[r, c] + bias[r] for every row t of `in`; `bias` may be empty. A sum runs
/// over c in order, in f64, so that the result of a row depends on nothing but that row.
void multiply(const StoredMatrix& weight, std::span<const float> in, std::span<const float> bias,
              std::span<float> out, ProductTarget target, ThreadPool& threads);

}  // namespace hearth::reference
