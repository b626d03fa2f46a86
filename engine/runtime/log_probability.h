#pragma once

#include <hearth/event.h>
#include <hearth/ids.h>

#include <cstdint>
#include <span>

namespace hearth {

/// Natural logarithm of the sum of exp(logit), in double. −infinity entries count as absent.
double log_sum_exp(std::span<const float> logits);

/// log softmax(logits)[token].
float log_probability(std::span<const float> logits, TokenId token);

/// The log-probability of `chosen` and those of the `top_count` most likely tokens, lowest id first among
/// equals.
TokenLogprobs token_logprobs(std::span<const float> logits, TokenId chosen, std::uint32_t top_count);

}  // namespace hearth
