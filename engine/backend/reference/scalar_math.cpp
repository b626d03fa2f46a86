#include "backend/reference/scalar_math.h"

#include <cmath>
#include <numbers>

namespace hearth::reference {

void rms_norm(std::span<const float> in, std::span<const float> weight, float epsilon, std::span<float> out) {
    const double mean_square = dot(in, in) / static_cast<double>(in.size());
    const double scale = 1.0 / std::sqrt(mean_square + double{epsilon});
    for (std::size_t i = 0; i < in.size(); ++i) {
        out[i] = static_cast<float>(in[i] * scale * weight[i]);
    }
}

void rotate(const RopeSpec& rope, std::uint32_t position, std::span<float> head) {
    const std::size_t pairs = rope.inverse_frequency.size();
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const bool halves = rope.pairing == RopeSpec::Pairing::halves;
        float& first = head[halves ? pair : 2 * pair];
        float& second = head[halves ? pair + pairs : 2 * pair + 1];
        const double angle = position * rope.inverse_frequency[pair];
        const double cosine = std::cos(angle) * rope.magnitude;
        const double sine = std::sin(angle) * rope.magnitude;
        const double x = first;
        const double y = second;
        first = static_cast<float>(x * cosine - y * sine);
        second = static_cast<float>(x * sine + y * cosine);
    }
}

double soft_cap(double score, std::optional<float> cap) {
    return cap ? *cap * std::tanh(score / *cap) : score;
}

double activate(GatedProjection::Activation activation, double value) {
    switch (activation) {
        case GatedProjection::Activation::silu:
            return value / (1 + std::exp(-value));
        case GatedProjection::Activation::gelu_tanh: {
            const double inner = std::sqrt(2 / std::numbers::pi) * (value + 0.044715 * value * value * value);
            return 0.5 * value * (1 + std::tanh(inner));
        }
    }
    return value;
}

double dot(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += double{a[i]} * double{b[i]};
    }
    return sum;
}

}  // namespace hearth::reference
