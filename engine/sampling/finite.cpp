#include "sampling/finite.h"

#include <bit>
#include <cstdint>

namespace hearth {

bool all_finite(std::span<const float> values) {
    constexpr std::uint32_t kExponent = 0x7F800000;
    // Without a branch, so that it becomes vectors: the exponent of infinity and NaN has all bits.
    std::uint32_t found = 0;
    for (const float value : values) {
        found |= (std::bit_cast<std::uint32_t>(value) & kExponent) == kExponent ? 1U : 0U;
    }
    return found == 0;
}

}  // namespace hearth
