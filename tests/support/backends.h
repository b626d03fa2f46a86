#pragma once

#include "backend/backend.h"

#include <hearth/load.h>

#include <memory>
#include <ostream>
#include <span>
#include <string_view>

namespace hearth::test {

/// A backend under test and how exact it has to be.
struct BackendCase {
    std::string_view name;
    std::unique_ptr<Backend> (*make)();
    ActivationBits activation_bits;
    double logit_tolerance;       ///< absolute, on real models
    double tiny_logit_tolerance;  ///< absolute, on tiny models, whose numbers are smaller
    double greedy_gap;  ///< where the two largest logits are further apart, their order must be right
    double perplexity_tolerance;  ///< relative
};

inline std::ostream& operator<<(std::ostream& out, const BackendCase& backend) {
    return out << backend.name;
}

std::span<const BackendCase> backend_cases();

}  // namespace hearth::test
