#pragma once

#include "sampling/edited_logits.h"

#include <hearth/request.h>

#include <span>

namespace hearth {

/// Adds SamplingParameters::logit_bias.
void add_logit_bias(const SamplingParameters& parameters, EditedLogits& logits);

/// Repetition, frequency and presence penalties for the tokens among the last penalty_window of the history.
/// The repetition penalty divides positive logits and multiplies the others, so that it always discourages.
void penalize_repetition(const SamplingParameters& parameters, std::span<const TokenId> history,
                         EditedLogits& logits);

}  // namespace hearth
