#pragma once

#include "backend/graph.h"

#include <cstdint>
#include <optional>
#include <span>

namespace hearth::reference {

// What the ops of backend/op.h do to one token, in plain loops: f32 in and out, f64 inside.

/// out = in / sqrt(mean(in²) + epsilon) · weight; `out` may be `in`.
void rms_norm(std::span<const float> in, std::span<const float> weight, float epsilon, std::span<float> out);

/// Rotates one head by its position, in place.
void rotate(const RopeSpec& rope, std::uint32_t position, std::span<float> head);

/// c · tanh(score / c), or the score itself without a cap.
double soft_cap(double score, std::optional<float> cap);

/// x · sigmoid(x), or x · Φ(x) in its tanh form (Hendrycks and Gimpel 2016, arXiv:1606.08415).
double activate(GatedProjection::Activation activation, double value);

double dot(std::span<const float> a, std::span<const float> b);

}  // namespace hearth::reference
