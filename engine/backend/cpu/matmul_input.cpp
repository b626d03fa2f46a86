#include "backend/cpu/matmul_input.h"

#include "backend/cpu/isa.h"

#include <new>
#include <stdexcept>
#include <utility>

namespace hearth::cpu {
namespace {

/// Whole cache lines, an odd number of them: rows then spread over all sets of the caches, whatever the
/// width.
std::uint64_t group_stride(std::uint32_t columns) {
    const std::uint64_t group_count = (std::uint64_t{columns} + 31) / 32;
    const std::uint64_t lines = (group_count * sizeof(InputGroup) + 63) / 64;
    return (lines | 1U) * 64;
}

}  // namespace

MatmulInput::MatmulInput(std::uint32_t max_rows, std::uint32_t max_columns, ActivationBits bits)
    : state_(std::make_unique<State>()) {
    state_->max_rows = max_rows;
    state_->max_columns = max_columns;
    state_->terms = bits == ActivationBits::sixteen ? 2 : 1;
    state_->groups = AlignedBuffer(planned_bytes(max_rows, max_columns));
    if (state_->groups.empty() && max_rows != 0) {
        throw std::bad_alloc();
    }
}

MatmulInput::MatmulInput(MatmulInput&&) noexcept = default;
MatmulInput& MatmulInput::operator=(MatmulInput&&) noexcept = default;
MatmulInput::~MatmulInput() = default;

void MatmulInput::begin(const float* values, std::uint32_t row_count, std::uint32_t columns) {
    if (row_count * group_stride(columns) > state_->groups.size()) {
        throw std::logic_error("more matmul inputs than there is room for");
    }
    state_->kernels = &current_kernels();
    state_->values = values;
    state_->row_count = row_count;
    state_->columns = columns;
    state_->group_stride = group_stride(columns);
}

void MatmulInput::quantize(std::uint32_t first_row, std::uint32_t last_row) {
    for (std::uint32_t row = first_row; row < last_row; ++row) {
        auto* groups = reinterpret_cast<InputGroup*>(state_->groups.data() + row * state_->group_stride);
        state_->kernels->quantize(state_->values + std::uint64_t{row} * state_->columns, state_->columns,
                                  state_->terms, groups);
    }
}

std::uint64_t MatmulInput::planned_bytes(std::uint32_t max_rows, std::uint32_t max_columns) {
    return max_rows * group_stride(max_columns);
}

std::uint64_t MatmulInput::bytes() const {
    return state_->groups.size();
}

}  // namespace hearth::cpu
