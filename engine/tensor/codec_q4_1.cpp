#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockQ41::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    const float m = f16_to_f32(minimum);
    for (std::size_t j = 0; j < quants.size(); ++j) {
        values[j] = d * static_cast<float>(quants[j] & 15) + m;
        values[j + 16] = d * static_cast<float>(quants[j] >> 4) + m;
    }
}

}  // namespace hearth
