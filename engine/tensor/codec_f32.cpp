#include "tensor/float_codecs.h"

#include <cstring>

namespace hearth {

void decode_f32(std::span<const std::byte> blocks, std::span<float> values) {
    if (!values.empty()) {
        std::memcpy(values.data(), blocks.data(), values.size_bytes());
    }
}

}  // namespace hearth
