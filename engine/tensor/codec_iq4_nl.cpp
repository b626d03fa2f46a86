#include "tensor/blocks.h"
#include "tensor/half.h"

namespace hearth {

void BlockIq4Nl::decode(std::span<float, kValues> values) const {
    const float d = f16_to_f32(scale);
    for (std::size_t j = 0; j < quants.size(); ++j) {
        values[j] = d * static_cast<float>(kIq4Values[quants[j] & 15]);
        values[j + 16] = d * static_cast<float>(kIq4Values[quants[j] >> 4]);
    }
}

}  // namespace hearth
