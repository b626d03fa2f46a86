#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockQ80::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    for (std::size_t i = 0; i < kValues; ++i) {
        values[i] = d * static_cast<float>(quants[i]);
    }
}

}  // namespace hearth
