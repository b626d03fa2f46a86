#pragma once

#include "sampling/candidates.h"

#include <span>
#include <vector>

namespace hearth {

/// Weights proportional to the probabilities of candidates: exp(logit − highest logit), and their sum.
struct Weights {
    std::vector<float> of;  ///< in the order of the candidates
    double total = 0;
};

/// Softmax of logit / temperature (> 0), not divided by the sum. `weights` is overwritten; it is a parameter
/// so that its memory is used again. At least one candidate.
void softmax(std::span<const Candidate> candidates, float temperature, Weights& weights);

/// log Σ exp(logit), so that the log-probability of a token is its logit minus this. NaN counts as −∞. +∞
/// when a logit is +∞, −∞ when there is nothing above it.
double log_sum_exp(std::span<const float> logits);

}  // namespace hearth
