#pragma once

#include <hearth/event.h>
#include <hearth/ids.h>

#include <cstdint>
#include <span>

namespace hearth {

/// Log-softmax of a row of raw logits at one token. Where logits are +∞ they share the mass.
float log_probability(std::span<const float> logits, TokenId token);

/// That of the chosen token and the `top_count` likeliest ones.
TokenLogprobs log_probabilities(std::span<const float> logits, TokenId chosen, std::uint32_t top_count);

}  // namespace hearth
