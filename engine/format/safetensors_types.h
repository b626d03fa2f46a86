#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace hearth {

/// An element type of the safetensors format.
struct SafetensorsType {
    std::string_view name;                     ///< as the header spells it
    std::uint32_t bits;                        ///< of one value
    std::optional<std::uint32_t> gguf_type{};  ///< the same type in GGUF, where it has one
};

/// Null for a name that the format does not define.
const SafetensorsType* find_safetensors_type(std::string_view name);

/// Bytes of a tensor of `dimensions` values each of `bits`; nothing where they are 2^63 or more or no whole
/// number.
std::optional<std::uint64_t> safetensors_bytes(std::uint32_t bits, std::span<const std::uint64_t> dimensions);

}  // namespace hearth
