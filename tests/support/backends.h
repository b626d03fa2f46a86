#pragma once

#include "backend/backend.h"

#include <hearth/load.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>

namespace hearth::test {

/// A backend under test and how exact it has to be.
struct BackendCase {
    std::string_view name;
    std::unique_ptr<Backend> (*make)();
    ActivationBits activation_bits;
    std::optional<double> logit_tolerance;  ///< absolute, on real models; absent: only what follows counts
    double tiny_logit_tolerance;            ///< absolute, on tiny models
    double greedy_gap;         ///< where the two largest logits are further apart, their order must be right
    std::size_t greedy_steps;  ///< how many of the oracle's steps are affordable
    double perplexity_tolerance;     ///< relative
    std::size_t perplexity_windows;  ///< how many windows of the text are affordable
};

inline std::ostream& operator<<(std::ostream& out, const BackendCase& backend) {
    return out << backend.name;
}

std::span<const BackendCase> backend_cases();

}  // namespace hearth::test
