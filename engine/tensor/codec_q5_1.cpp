#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockQ51::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    const float m = f16_to_f32(minimum);
    for (std::size_t i = 0; i < kValues; ++i) {
        const int low = i < 16 ? quants[i] & 15 : quants[i - 16] >> 4;
        const int high = (high_bits[i / 8] >> (i % 8)) & 1;
        values[i] = d * static_cast<float>(low | high << 4) + m;
    }
}

}  // namespace hearth
