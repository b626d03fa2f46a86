#pragma once

#include <array>
#include <cstdint>

namespace hearth {

/// Philox4x32-10: 128 random bits from a counter and a key, without state (Salmon, Moraes, Dror, Shaw,
/// "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// The random numbers of one token: they depend on the seed and the token's position alone.
struct TokenRandomness {
    double draw = 0;  ///< in [0, 1), 53 bits: which token
    double xtc = 0;   ///< in [0, 1), 32 bits: whether XTC applies
    static TokenRandomness at(std::uint64_t seed, std::uint64_t position);
};

}  // namespace hearth
