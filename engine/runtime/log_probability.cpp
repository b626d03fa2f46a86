#include "runtime/log_probability.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hearth {

double log_sum_exp(std::span<const float> logits) {
    const double largest = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (const float logit : logits) {
        sum += std::exp(logit - largest);
    }
    return largest + std::log(sum);
}

float log_probability(std::span<const float> logits, TokenId token) {
    return static_cast<float>(logits[static_cast<std::size_t>(token.value)] - log_sum_exp(logits));
}

TokenLogprobs token_logprobs(std::span<const float> logits, TokenId chosen, std::uint32_t top_count) {
    const double total = log_sum_exp(logits);
    const auto of = [&](std::int32_t id) {
        return static_cast<float>(logits[static_cast<std::size_t>(id)] - total);
    };
    TokenLogprobs result{of(chosen.value), {}};
    const std::size_t count = std::min<std::size_t>(top_count, logits.size());
    if (count == 0) {
        return result;
    }
    std::vector<std::int32_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](std::int32_t a, std::int32_t b) {
                          const float left = logits[static_cast<std::size_t>(a)];
                          const float right = logits[static_cast<std::size_t>(b)];
                          return left != right ? left > right : a < b;
                      });
    result.top.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        result.top.emplace_back(TokenId{order[i]}, of(order[i]));
    }
    return result;
}

}  // namespace hearth
