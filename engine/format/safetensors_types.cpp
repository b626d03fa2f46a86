#include "format/safetensors_types.h"

#include "format/gguf_rules.h"

#include <algorithm>
#include <array>

namespace hearth {

namespace {

constexpr std::array kTypes = {
    SafetensorsType{"BOOL", 8},        SafetensorsType{"F4", 4},          SafetensorsType{"F6_E2M3", 6},
    SafetensorsType{"F6_E3M2", 6},     SafetensorsType{"U8", 8},          SafetensorsType{"I8", 8, 24},
    SafetensorsType{"F8_E5M2", 8},     SafetensorsType{"F8_E4M3", 8},     SafetensorsType{"F8_E8M0", 8},
    SafetensorsType{"F8_E4M3FNUZ", 8}, SafetensorsType{"F8_E5M2FNUZ", 8}, SafetensorsType{"I16", 16, 25},
    SafetensorsType{"U16", 16},        SafetensorsType{"F16", 16, 1},     SafetensorsType{"BF16", 16, 30},
    SafetensorsType{"I32", 32, 26},    SafetensorsType{"U32", 32},        SafetensorsType{"F32", 32, 0},
    SafetensorsType{"C64", 64},        SafetensorsType{"F64", 64, 28},    SafetensorsType{"I64", 64, 27},
    SafetensorsType{"U64", 64},
};

}  // namespace

const SafetensorsType* find_safetensors_type(std::string_view name) {
    const auto* const found = std::ranges::find(kTypes, name, &SafetensorsType::name);
    return found == kTypes.end() ? nullptr : found;
}

std::optional<std::uint64_t> safetensors_bytes(std::uint32_t bits,
                                               std::span<const std::uint64_t> dimensions) {
    constexpr std::uint64_t kMaxBits = kMaxFileBytes;
    std::uint64_t product = bits;
    // A zero anywhere makes the tensor empty, however large the other dimensions are.
    if (std::ranges::find(dimensions, 0U) != dimensions.end()) {
        return 0;
    }
    for (const std::uint64_t dimension : dimensions) {
        if (dimension > kMaxBits / product) {
            return std::nullopt;
        }
        product *= dimension;
    }
    return product % 8 == 0 ? std::optional(product / 8) : std::nullopt;
}

}  // namespace hearth
