#include "tensor/blocks.h"

#include <cmath>

namespace hearth {

void BlockMxfp4::decode(std::span<float, kValues> values) const {
    const float d = std::ldexp(1.0F, exponent - 128);
    for (std::size_t j = 0; j < quants.size(); ++j) {
        values[j] = d * static_cast<float>(kMxfp4Values[quants[j] & 15]);
        values[j + 16] = d * static_cast<float>(kMxfp4Values[quants[j] >> 4]);
    }
}

}  // namespace hearth
