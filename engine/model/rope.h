#pragma once

#include "backend/graph.h"
#include "model/architecture_keys.h"
#include "model/hyper_parameters.h"

#include <hearth/result.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hearth {

/// The tensor of frequency divisors, one for each rotated pair (Llama 3.1's scaling).
inline constexpr std::string_view kRopeDivisors = "rope_freqs.weight";

/// Sane values of theta, the base of the frequencies.
inline constexpr NumberRange kThetaRange{1.5, 1e15};

/// The rotary embedding that a file states: `rope.freq_base`, `rope.dimension_count` and `rope.scaling.*`
/// (none, linear, yarn; others are unsupported_feature). `divisors`, the values of kRopeDivisors or empty,
/// divide the frequencies.
Result<RopeSpec> scaled_rope(const ArchitectureKeys& keys, const HyperParameters& hyper_parameters,
                             RopeSpec::Pairing pairing, std::span<const float> divisors = {});

/// Number of dimensions of a head that are rotated: `rope.dimension_count`, else all of them.
Result<std::uint32_t> rotated_dimensions(const ArchitectureKeys& keys,
                                         const HyperParameters& hyper_parameters);

/// theta^(−2i/d) for i in [0, d/2) (Su et al. 2021, arXiv:2104.09864, section 3.2.2).
std::vector<double> inverse_frequencies(double theta, std::uint32_t dimensions);

}  // namespace hearth
