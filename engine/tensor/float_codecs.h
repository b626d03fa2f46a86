#pragma once

#include <cstddef>
#include <span>

namespace hearth {

/// The formats that store each value by itself, little-endian; `blocks` holds as many as `values`.
void decode_f32(std::span<const std::byte> blocks, std::span<float> values);
void decode_f16(std::span<const std::byte> blocks, std::span<float> values);
void decode_bf16(std::span<const std::byte> blocks, std::span<float> values);

}  // namespace hearth
