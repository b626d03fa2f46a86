#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockIq4Xs::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    for (std::size_t i = 0; i < kValues; ++i) {
        const std::size_t g = i / 32;
        const int scale_low = (scales_low[g / 2] >> (4 * (g % 2))) & 15;
        const int scale_high = (scales_high >> (2 * g)) & 3;
        const float group_scale = d * static_cast<float>((scale_low | scale_high << 4) - 32);
        const std::uint8_t byte = quants[g * 16 + i % 16];
        values[i] = group_scale * static_cast<float>(kIq4Values[i % 32 < 16 ? byte & 15 : byte >> 4]);
    }
}

}  // namespace hearth
