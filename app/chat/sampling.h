#pragma once

#include "chat/parameter_values.h"
#include "engine_bridge/chat_request.h"

namespace hearth {

/// A request's sampling from what a person set; `seed` is the one drawn for this answer where none is fixed.
SamplingParameters samplingFrom(const ParameterValues& values, std::uint64_t seed);

}  // namespace hearth
