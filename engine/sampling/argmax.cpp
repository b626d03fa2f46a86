#include "sampling/argmax.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hearth {

namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();
constexpr std::size_t kLanes = 16;

}  // namespace

float highest(std::span<const float> logits) {
    // Independent lanes become vector maxima. The comparison is false for NaN, which so never enters a lane.
    std::array<float, kLanes> lanes;
    lanes.fill(kNothing);
    std::size_t i = 0;
    for (; i + kLanes <= logits.size(); i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const float value = logits[i + lane];
            lanes[lane] = value > lanes[lane] ? value : lanes[lane];
        }
    }
    for (; i < logits.size(); ++i) {
        lanes[0] = logits[i] > lanes[0] ? logits[i] : lanes[0];
    }
    return *std::ranges::max_element(lanes);
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
