#pragma once

#include <hearth/request.h>
#include <hearth/result.h>

#include <cstdint>

namespace hearth {

/// What a request is measured against.
struct RequestLimits {
    std::uint32_t vocabulary_size = 0;
    std::uint32_t context_tokens = 0;  ///< longest sequence, generated tokens included
};

/// invalid_request naming the field, or context_too_long. Sampling parameters are the sampler's to check.
Status check_request(const GenerateRequest& request, const RequestLimits& limits);
Status check_request(const ScoreRequest& request, const RequestLimits& limits);

}  // namespace hearth
