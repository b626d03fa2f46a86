#include "sampling/argmax.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace hearth {

namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();

/// The bits of a float as an integer that is ordered as floats are, −0 below +0; NaN beyond the infinities.
/// Compilers make vectors of an integer maximum, not of a float one.
std::int32_t ordered(float value) {
    const auto bits = std::bit_cast<std::int32_t>(value);
    return bits ^ ((bits >> 31) & 0x7FFFFFFF);
}

float from_ordered(std::int32_t key) {
    return std::bit_cast<float>(key ^ ((key >> 31) & 0x7FFFFFFF));
}

}  // namespace

float highest(std::span<const float> logits) {
    std::int32_t best = ordered(kNothing);
    for (const float logit : logits) {
        const std::int32_t key = ordered(logit);
        best = key > best ? key : best;
    }
    if (best <= ordered(-kNothing)) {
        return from_ordered(best);
    }
    float most = kNothing;  // a NaN is among them; the comparison is false for it
    for (const float logit : logits) {
        most = logit > most ? logit : most;
    }
    return most;
}

std::optional<TokenId> argmax(std::span<const float> logits) {
    constexpr std::size_t kBlock = 4096;
    float best = kNothing;
    std::size_t best_block = 0;
    for (std::size_t begin = 0; begin < logits.size(); begin += kBlock) {
        const float value = highest(logits.subspan(begin, std::min(kBlock, logits.size() - begin)));
        if (value > best) {
            best = value;
            best_block = begin;
        }
    }
    if (best == kNothing) {
        return std::nullopt;
    }
    const auto from = logits.begin() + static_cast<std::ptrdiff_t>(best_block);
    return TokenId{static_cast<std::int32_t>(std::find(from, logits.end(), best) - logits.begin())};
}

}  // namespace hearth
