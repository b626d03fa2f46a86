#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockQ4Affine::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    const float offset = d * static_cast<float>(zero);
    for (std::size_t j = 0; j < quants.size(); ++j) {
        values[j] = d * static_cast<float>(quants[j] & 15) - offset;
        values[j + 16] = d * static_cast<float>(quants[j] >> 4) - offset;
    }
}

void BlockQ8Affine::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    const float offset = d * static_cast<float>(zero);
    for (std::size_t j = 0; j < quants.size(); ++j) {
        values[j] = d * static_cast<float>(quants[j]) - offset;
    }
}

}  // namespace hearth
