#pragma once

#include "sampling/candidates.h"
#include "sampling/softmax.h"

#include <hearth/request.h>

#include <vector>

namespace hearth {

/// Mirostat 2: keeps the surprise of the drawn tokens near tau (Basu et al. 2021, arXiv:2007.14966). Its
/// state follows one sequence.
class Mirostat {
 public:
    explicit Mirostat(const SamplingParameters::Mirostat& parameters)
        : parameters_(parameters), max_surprise_(2.0 * parameters.tau) {}

    /// `random` in [0, 1). At least one candidate.
    TokenId draw_token(std::vector<Candidate>& candidates, float temperature, double random,
                       Weights& scratch);

    /// mu: tokens of more surprise than this, in bits, are not drawn.
    double max_surprise() const { return max_surprise_; }

 private:
    SamplingParameters::Mirostat parameters_;
    double max_surprise_;
};

}  // namespace hearth
