#include "sampling/softmax.h"

#include "sampling/argmax.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hearth {

namespace {

constexpr std::size_t kLanes = 16;
using Lanes = std::array<float, kLanes>;

/// e^x for x <= 0, relative error below 2e-7; 0 below −87 and for NaN. Written so that compilers make vectors
/// of it, which they do not of std::exp.
inline void exp_nonpositive(Lanes& lanes) {
    constexpr float kLowest = -87.0F;
    constexpr float kLog2E = 1.44269504F;
    constexpr float kLn2High =
        0.693359375F;  // exact in 9 bits, so its products with small integers are exact
    constexpr float kLn2Low = -2.12194440e-4F;
    constexpr float kRound = 12582912.0F;  // 1.5 · 2^23: adding it leaves an integer in the low bits
    for (float& lane : lanes) {
        const float x = lane > kLowest ? lane : kLowest;
        const float shifted = x * kLog2E + kRound;
        const float n = shifted - kRound;
        const float r = (x - n * kLn2High) - n * kLn2Low;
        // Taylor series to the 7th power, |r| <= ln 2 / 2: the remainder is below 6e-9.
        float series = 1.0F / 5040;
        series = series * r + 1.0F / 720;
        series = series * r + 1.0F / 120;
        series = series * r + 1.0F / 24;
        series = series * r + 1.0F / 6;
        series = series * r + 0.5F;
        series = series * r + 1.0F;
        series = series * r + 1.0F;
        const auto exponent = (std::bit_cast<std::uint32_t>(shifted) + 127U) << 23U;
        const float power = series * std::bit_cast<float>(exponent);
        lane = lane > kLowest ? power : 0.0F;
    }
}

}  // namespace

void softmax(std::span<const Candidate> candidates, float temperature, Weights& weights) {
    float top = candidates[0].logit;
    for (const Candidate& candidate : candidates) {
        top = std::max(top, candidate.logit);
    }
    weights.of.resize(candidates.size());
    weights.total = 0;
    Lanes lanes;
    for (std::size_t begin = 0; begin < candidates.size(); begin += kLanes) {
        const std::size_t count = std::min(kLanes, candidates.size() - begin);
        lanes.fill(-std::numeric_limits<float>::infinity());
        for (std::size_t i = 0; i < count; ++i) {
            // The difference first: logit / temperature alone could overflow.
            lanes[i] = (candidates[begin + i].logit - top) / temperature;
        }
        exp_nonpositive(lanes);
        for (std::size_t i = 0; i < count; ++i) {
            weights.of[begin + i] = lanes[i];
            weights.total += lanes[i];
        }
    }
}

double log_sum_exp(std::span<const float> logits) {
    const float top = highest(logits);
    if (std::isinf(top)) {
        return top;
    }
    double total = 0;
    Lanes lanes;
    for (std::size_t begin = 0; begin < logits.size(); begin += kLanes) {
        const std::size_t count = std::min(kLanes, logits.size() - begin);
        lanes.fill(-std::numeric_limits<float>::infinity());
        for (std::size_t i = 0; i < count; ++i) {
            lanes[i] = logits[begin + i] - top;
        }
        exp_nonpositive(lanes);
        for (const float lane : lanes) {
            total += lane;
        }
    }
    return top + std::log(total);
}

}  // namespace hearth
