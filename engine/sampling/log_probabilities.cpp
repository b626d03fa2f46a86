#include "sampling/log_probabilities.h"

#include "sampling/candidates.h"
#include "sampling/softmax.h"

#include <vector>

namespace hearth {

float log_probability(std::span<const float> logits, TokenId token) {
    const float logit = logits[static_cast<std::size_t>(token.value)];
    return static_cast<float>(LogNormalizer::of(logits).log_probability(logit));
}

TokenLogprobs log_probabilities(std::span<const float> logits, TokenId chosen, std::uint32_t top_count) {
    const LogNormalizer normalizer = LogNormalizer::of(logits);
    const auto of = [&](TokenId token) {
        return static_cast<float>(normalizer.log_probability(logits[static_cast<std::size_t>(token.value)]));
    };
    TokenLogprobs result{of(chosen), {}};
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
