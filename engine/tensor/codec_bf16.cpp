#include "tensor/float_codecs.h"
#include "tensor/half.h"

#include <cstdint>
#include <cstring>

namespace hearth {

void decode_bf16(std::span<const std::byte> blocks, std::span<float> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, blocks.data() + i * sizeof bits, sizeof bits);
        values[i] = bf16_to_f32(bits);
    }
}

}  // namespace hearth
