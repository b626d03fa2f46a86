#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

GroupScales unpack_scales(const std::array<std::uint8_t, 12>& packed) {
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    GroupScales groups{};
    for (std::size_t g = 0; g < 4; ++g) {
        // The first four are the low six bits of their bytes; the top two bits belong to the last four.
        groups.scales[g] = byte(packed[g] & 63);
        groups.minimums[g] = byte(packed[g + 4] & 63);
        groups.scales[g + 4] = byte((packed[g + 8] & 15) | (packed[g] >> 6) << 4);
        groups.minimums[g + 4] = byte((packed[g + 8] >> 4) | (packed[g + 4] >> 6) << 4);
    }
    return groups;
}

void BlockQ4K::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    const float dmin = f16_to_f32(minimum_scale);
    const GroupScales groups = unpack_scales(scales);
    for (std::size_t i = 0; i < kValues; ++i) {
        const std::size_t g = i / 32;
        const int quant = (quants[g / 2 * 32 + i % 32] >> (4 * (g % 2))) & 15;
        values[i] = d * static_cast<float>(groups.scales[g]) * static_cast<float>(quant) -
                    dmin * static_cast<float>(groups.minimums[g]);
    }
}

}  // namespace hearth
