#pragma once

#include <hearth/request.h>
#include <hearth/result.h>

#include <cstdint>

namespace hearth {

/// Whether every member is one that sampling can follow as it is; else invalid_request, naming the member and
/// its range.
Status validate(const SamplingParameters& parameters);

/// Also whether the tokens of logit_bias exist.
Status validate(const SamplingParameters& parameters, std::uint32_t vocabulary_size);

}  // namespace hearth
