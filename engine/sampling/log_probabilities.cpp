#include "sampling/log_probabilities.h"

#include "sampling/candidates.h"
#include "sampling/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hearth {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

float minus_total(std::span<const float> logits, float logit, double total) {
    if (total == kInfinity) {
        return logit == kInfinity ? -std::log(static_cast<float>(std::ranges::count(logits, kInfinity)))
                                  : -kInfinity;
    }
    return logit > -kInfinity ? static_cast<float>(logit - total) : -kInfinity;
}

}  // namespace

float log_probability(std::span<const float> logits, TokenId token) {
    return minus_total(logits, logits[static_cast<std::size_t>(token.value)], log_sum_exp(logits));
}

TokenLogprobs log_probabilities(std::span<const float> logits, TokenId chosen, std::uint32_t top_count) {
    const double total = log_sum_exp(logits);
    const auto of = [&](TokenId token) {
        return minus_total(logits, logits[static_cast<std::size_t>(token.value)], total);
    };
    TokenLogprobs result{.chosen = of(chosen), .top = {}};
    if (top_count > 0) {
        std::vector<Candidate> likeliest;
        collect_likeliest(logits, top_count, likeliest);
        for (const Candidate& candidate : likeliest) {
            result.top.emplace_back(candidate.token, of(candidate.token));
        }
    }
    return result;
}

}  // namespace hearth
