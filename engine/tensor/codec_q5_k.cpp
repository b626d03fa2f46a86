#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockQ5K::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    const float dmin = f16_to_f32(minimum_scale);
    const GroupScales groups = unpack_scales(scales);
    for (std::size_t i = 0; i < kValues; ++i) {
        const std::size_t g = i / 32;
        const int low = (quants[g / 2 * 32 + i % 32] >> (4 * (g % 2))) & 15;
        const int high = (high_bits[i % 32] >> g) & 1;
        values[i] = d * static_cast<float>(groups.scales[g]) * static_cast<float>(low | high << 4) -
                    dmin * static_cast<float>(groups.minimums[g]);
    }
}

}  // namespace hearth
