#include "runtime/scoring.h"

#include "sampling/log_probabilities.h"

#include <cmath>

#include <fmt/format.h>

namespace hearth {

Status Scoring::advance(std::uint32_t position, std::span<const float> logits) {
    if (position != log_probabilities_.size() || done()) {
        return {};
    }
    const float value = log_probability(logits, tokens_[position + 1]);
    if (std::isnan(value)) {
        return Error{ErrorCode::backend_failed,
                     fmt::format("the logits at position {} are not numbers", position)};
    }
    log_probabilities_.push_back(value);
    return {};
}

}  // namespace hearth
