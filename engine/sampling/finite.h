#pragma once

#include <span>

namespace hearth {

/// Whether no value is infinite or NaN.
bool all_finite(std::span<const float> values);

}  // namespace hearth
