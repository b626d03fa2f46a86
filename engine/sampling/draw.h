#pragma once

#include "sampling/softmax.h"

#include <cstddef>

namespace hearth {

/// Index of the candidate whose share of the total mass contains `random` in [0, 1).
inline std::size_t draw(const Weights& weights, double random) {
    const double target = random * weights.total;
    double mass = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.of.size(); ++i) {
        if (weights.of[i] > 0) {
            mass += weights.of[i];
            last = i;
            if (mass > target) {
                break;
            }
        }
    }
    return last;
}

}  // namespace hearth
