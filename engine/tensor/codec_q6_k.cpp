#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockQ6K::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    for (std::size_t i = 0; i < kValues; ++i) {
        const std::size_t half = i / 128;
        const std::size_t plane = i % 128 / 32;
        const int low = (low_bits[half * 64 + plane % 2 * 32 + i % 32] >> (4 * (plane / 2))) & 15;
        const int high = (high_bits[half * 32 + i % 32] >> (2 * plane)) & 3;
        values[i] = d * static_cast<float>(scales[i / 16]) * static_cast<float>((low | high << 4) - 32);
    }
}

}  // namespace hearth
