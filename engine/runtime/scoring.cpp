#include "runtime/scoring.h"

#include "sampling/log_probabilities.h"

namespace hearth {

void Scoring::advance(std::uint32_t position, std::span<const float> logits) {
    if (position == log_probabilities_.size() && !done()) {
        log_probabilities_.push_back(log_probability(logits, tokens_[position + 1]));
    }
}

}  // namespace hearth
