#pragma once

#include <hearth/dtype.h>

#include <cstddef>
#include <span>

namespace hearth {

/// Writes the float values of stored blocks: `blocks` holds whole blocks of `type` at any address, `values`
/// has room for exactly the values they stand for; other sizes throw std::invalid_argument. Every value is
/// the format's formula (blocks.h) in float; only the formats with a minimum round, once. This is the
/// specification of the formats: kernels that read blocks in another way are tested against it.
void dequantize(DType type, std::span<const std::byte> blocks, std::span<float> values);

}  // namespace hearth
