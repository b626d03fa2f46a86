#include "sampling/softmax.h"

#include "sampling/argmax.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace hearth {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// e^x in place for x <= 0, relative error below 2e-7. Below −87 and for NaN: e^−87, which is nothing beside
/// the 1 that is always among the summands. Plain loops without conditions, of which compilers make vectors,
/// unlike of std::exp.
void exp_nonpositive(std::span<float> values) {
    constexpr float kLowest = -87.0F;
    constexpr float kLog2E = 1.44269504F;
    constexpr float kLn2High =
        0.693359375F;  // exact in 9 bits, so its products with small integers are exact
    constexpr float kLn2Low = -2.12194440e-4F;
    constexpr float kRound = 12582912.0F;  // 1.5 · 2^23: adding it leaves an integer in the low bits
    for (float& value : values) {
        value = value > kLowest ? value : kLowest;
    }
    for (float& value : values) {
        const float shifted = value * kLog2E + kRound;
        const float n = shifted - kRound;
        const float r = (value - n * kLn2High) - n * kLn2Low;
        // Taylor series to the 7th power, |r| <= ln 2 / 2: the remainder is below 6e-9.
        float series = 1.0F / 5040;
        series = series * r + 1.0F / 720;
        series = series * r + 1.0F / 120;
        series = series * r + 1.0F / 24;
        series = series * r + 1.0F / 6;
        series = series * r + 0.5F;
        series = series * r + 1.0F;
        series = series * r + 1.0F;
        const std::uint32_t exponent = (std::bit_cast<std::uint32_t>(shifted) + 127U) << 23U;
        value = series * std::bit_cast<float>(exponent);
    }
}

/// In float64, in eight independent parts: one chain of additions would wait for itself.
double sum(std::span<const float> values) {
    std::array<double, 8> parts{};
    std::size_t i = 0;
    for (; i + parts.size() <= values.size(); i += parts.size()) {
        for (std::size_t part = 0; part < parts.size(); ++part) {
            parts[part] += values[i + part];
        }
    }
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(i), values.end(),
                           std::accumulate(parts.begin(), parts.end(), 0.0));
}

}  // namespace

void softmax(std::span<const Candidate> candidates, float temperature, Weights& weights) {
    float top = candidates[0].logit;
    for (const Candidate& candidate : candidates) {
        top = std::max(top, candidate.logit);
    }
    weights.of.resize(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        // The difference first: logit / temperature alone could overflow.
        weights.of[i] = (candidates[i].logit - top) / temperature;
    }
    exp_nonpositive(weights.of);
    weights.total = sum(weights.of);
}

LogNormalizer LogNormalizer::of(std::span<const float> logits) {
    const float top = highest(logits);
    if (std::isinf(top)) {
        return {top, std::log(static_cast<double>(std::ranges::count(logits, top)))};
    }
    double total = 0;
    std::array<float, 1024> block;
    for (std::size_t begin = 0; begin < logits.size(); begin += block.size()) {
        const std::size_t count = std::min(block.size(), logits.size() - begin);
        for (std::size_t i = 0; i < count; ++i) {
            block[i] = logits[begin + i] - top;
        }
        exp_nonpositive(std::span(block).first(count));
        total += sum(std::span(block).first(count));
    }
    return {top, std::log(total)};
}

double LogNormalizer::log_probability(float logit) const {
    if (top == kInfinity && logit == kInfinity) {
        return -log_total;
    }
    return logit > -kInfinity ? (double{logit} - top) - log_total : -std::numeric_limits<double>::infinity();
}

}  // namespace hearth
