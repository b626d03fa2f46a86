#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockQ3K::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    for (std::size_t i = 0; i < kValues; ++i) {
        const std::size_t half = i / 128;
        const std::size_t plane = i % 128 / 32;
        const int low = (quants[half * 32 + i % 32] >> (2 * plane)) & 3;
        const int high = (high_bits[i % 32] >> (i / 32)) & 1;
        const std::size_t group = i / 16;
        const int scale_low = (scales[group % 8] >> (group < 8 ? 0 : 4)) & 15;
        const int scale_high = (scales[8 + group % 4] >> (2 * (group / 4))) & 3;
        const int group_scale = (scale_low | scale_high << 4) - 32;
        values[i] = d * static_cast<float>(group_scale) * static_cast<float>((low | high << 2) - 4);
    }
}

}  // namespace hearth
