#pragma once

#include "sampling/candidates.h"
#include "sampling/softmax.h"

#include <hearth/request.h>

#include <vector>

namespace hearth {

// Each removes candidates, keeps at least one and leaves their order. Probabilities are those among the
// candidates that are left. Where candidates are equally likely, lower ids are kept. Top-k is
// collect_likeliest.

/// Locally typical sampling: the tokens whose surprise is nearest to the entropy, until their mass exceeds p
/// (Meister et al. 2022, arXiv:2202.00666).
void keep_typical(float p, std::vector<Candidate>& candidates, Weights& scratch);

/// The smallest set of the likeliest tokens whose mass reaches p (Holtzman et al. 2020, arXiv:1904.09751).
void keep_top_p(float p, std::vector<Candidate>& candidates, Weights& scratch);

/// The tokens at least p times as likely as the likeliest (Nguyen et al. 2024, arXiv:2407.01082).
void keep_min_p(float p, std::vector<Candidate>& candidates);

/// Exclude top choices: with the probability given, of the tokens at least as likely as the threshold all but
/// the least likely one go. `random` in [0, 1).
void exclude_top_choices(const SamplingParameters::Xtc& xtc, double random,
                         std::vector<Candidate>& candidates, Weights& scratch);

}  // namespace hearth
