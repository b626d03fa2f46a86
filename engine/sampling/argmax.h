#pragma once

#include <hearth/ids.h>

#include <optional>
#include <span>

namespace hearth {

/// The token of the highest logit, the lowest id among equals. NaN never wins; nothing above −∞: no token.
std::optional<TokenId> argmax(std::span<const float> logits);

/// The highest logit, −∞ when there is none.
float highest(std::span<const float> logits);

}  // namespace hearth
