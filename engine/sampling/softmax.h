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

/// What turns the logits of a row into log-probabilities.
struct LogNormalizer {
    float top = 0;         ///< the highest logit
    double log_total = 0;  ///< log Σ exp(logit − top)

    /// `logits` as a whole; NaN counts as −∞. Where logits are +∞ they share the mass.
    static LogNormalizer of(std::span<const float> logits);
    double log_probability(float logit) const;
};

}  // namespace hearth
