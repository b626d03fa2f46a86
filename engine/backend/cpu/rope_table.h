#pragma once

#include "backend/graph.h"

#include <cstddef>
#include <cstdint>

namespace hearth::cpu {

/// Cosines and sines of one RopeSpec for every row of a step, in the form the rotation kernels read: cosines
/// then sines of a row side by side. Angles are computed in double: at position 100,000 a float angle is off
/// by 0.004.
class RopeTable {
 public:
    explicit RopeTable(const RopeSpec& spec) : spec_(&spec) {}

    RopeSpec::Pairing pairing() const { return spec_->pairing; }
    std::uint32_t pair_count() const { return static_cast<std::uint32_t>(spec_->inverse_frequency.size()); }
    /// Floats of one row.
    std::size_t row_floats() const { return 2 * half_row(); }
    /// f32 [rows, row_floats()], owned by the workspace.
    void use(float* memory) { memory_ = memory; }

    void fill(std::uint32_t row, std::uint32_t position);
    const float* cosines(std::uint32_t row) const { return memory_ + row * row_floats(); }
    const float* sines(std::uint32_t row) const { return cosines(row) + half_row(); }

 private:
    /// Interleaved pairs keep each cosine twice and the sines signed, one per element.
    std::size_t half_row() const {
        return pairing() == RopeSpec::Pairing::interleaved ? 2 * std::size_t{pair_count()} : pair_count();
    }
    const RopeSpec* spec_;
    float* memory_ = nullptr;
};

}  // namespace hearth::cpu
