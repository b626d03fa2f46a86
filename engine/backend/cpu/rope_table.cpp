#include "backend/cpu/rope_table.h"

#include <cmath>

namespace hearth::cpu {

void RopeTable::fill(std::uint32_t row, std::uint32_t position) {
    float* const cosines = memory_ + row * row_floats();
    float* const sines = cosines + half_row();
    const double magnitude = spec_->magnitude;
    for (std::size_t i = 0; i < spec_->inverse_frequency.size(); ++i) {
        const double angle = position * spec_->inverse_frequency[i];
        const auto cosine = static_cast<float>(magnitude * std::cos(angle));
        const auto sine = static_cast<float>(magnitude * std::sin(angle));
        if (pairing() == RopeSpec::Pairing::interleaved) {
            cosines[2 * i] = cosine;
            cosines[2 * i + 1] = cosine;
            sines[2 * i] = -sine;
            sines[2 * i + 1] = sine;
        } else {
            cosines[i] = cosine;
            sines[i] = sine;
        }
    }
}

}  // namespace hearth::cpu
