#include "sampling/philox.h"

namespace hearth {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = std::uint64_t{0xD2511F53} * counter[0];
        const std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<std::uint32_t>(product1 >> 32U) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(product1),
                   static_cast<std::uint32_t>(product0 >> 32U) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(product0)};
        key[0] += 0x9E3779B9;
        key[1] += 0xBB67AE85;
    }
    return counter;
}

TokenRandomness TokenRandomness::at(std::uint64_t seed, std::uint64_t position) {
    const auto low = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    const auto high = [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32U); };
    const auto bits = philox({low(position), high(position), 0, 0}, {low(seed), high(seed)});
    const std::uint64_t wide = (std::uint64_t{bits[1]} << 32U) | bits[0];
    return {static_cast<double>(wide >> 11U) * 0x1p-53, static_cast<double>(bits[2]) * 0x1p-32};
}

}  // namespace hearth
