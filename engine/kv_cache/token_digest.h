#pragma once

#include <hearth/ids.h>

#include <compare>
#include <cstdint>
#include <span>

namespace hearth {

/// 128-bit XXH3 of token ids. Not cryptographic: whoever finds something by it compares the tokens.
struct TokenDigest {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend auto operator<=>(const TokenDigest&, const TokenDigest&) = default;

    static TokenDigest of(std::span<const TokenId> tokens);
};

}  // namespace hearth
