#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockQ2K::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    const float dmin = f16_to_f32(minimum_scale);
    for (std::size_t i = 0; i < kValues; ++i) {
        const std::size_t half = i / 128;
        const std::size_t plane = i % 128 / 32;
        const int quant = (quants[half * 32 + i % 32] >> (2 * plane)) & 3;
        const int group = scales[i / 16];
        values[i] = d * static_cast<float>(group & 15) * static_cast<float>(quant) -
                    dmin * static_cast<float>(group >> 4);
    }
}

}  // namespace hearth
