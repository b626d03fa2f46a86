#pragma once

#include "backend/cpu/kernels/kernel_table.h"
#include "backend/cpu/packed_layout.h"

#include <cstdint>
#include <utility>

#define HEARTH_INLINE __attribute__((always_inline)) inline
#define HEARTH_INLINE_LAMBDA __attribute__((always_inline))

// In an unnamed namespace on purpose: each instruction set's unit gets code of its own, compiled for it.
namespace hearth::cpu {
namespace {

using std::int32_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

constexpr uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

template <class Body, uint32_t... Index>
HEARTH_INLINE void repeat_each(const Body& body, std::integer_sequence<uint32_t, Index...>) {
    (body.template operator()<Index>(), ...);
}

/// Calls body<0>() … body<Count − 1>(). With the index known this early, arrays of vectors become registers;
/// loops that the compiler unrolls late leave them in memory.
template <uint32_t Count, class Body>
HEARTH_INLINE void repeat(const Body& body) {
    repeat_each(body, std::make_integer_sequence<uint32_t, Count>{});
}

/// `count` cut into as few equal pieces as possible, each at most `limit`, in multiples of `unit` (at most
/// `limit`).
constexpr uint32_t even_piece(uint32_t count, uint32_t limit, uint32_t unit) {
    const uint32_t whole_units = limit / unit * unit;
    const uint32_t pieces = (count + whole_units - 1) / whole_units;
    const uint32_t piece = (count + pieces - 1) / pieces;
    return (piece + unit - 1) / unit * unit;
}

/// Facts of a format at compile time.
template <DType Type>
struct Format {
    static constexpr PackedLayout kLayout = packed_layout(Type);
    static constexpr uint32_t kBlockBytes = kLayout.block_bytes();
    static constexpr uint32_t kScaleBytes = kLayout.scale_bytes();
    static constexpr uint32_t kGroupBytes = kLayout.group_bytes();
    static constexpr uint32_t kGroupsPerBlock = kLayout.groups_per_block();
    static constexpr bool kHasMinimum = kLayout.has_minimum();
    static constexpr uint32_t kParts = kGroupColumns / kLayout.part_columns;  ///< of a group
    static constexpr uint32_t kQuadsPerPart = 8 / kParts;
    /// −128 · Σ >> kBiasShift = −offset · Σ.
    static constexpr uint32_t kBiasShift = kLayout.offset == 128  ? 0
                                           : kLayout.offset == 32 ? 2
                                           : kLayout.offset == 16 ? 3
                                           : kLayout.offset == 8  ? 4
                                                                  : 5;
    static_assert(kHasMinimum || (128 >> kBiasShift) == kLayout.offset);
};

HEARTH_INLINE const InputGroup* input_row(const MultiplyJob& job, uint32_t input) {
    return reinterpret_cast<const InputGroup*>(job.inputs + input * job.input_stride);
}

/// −128 · Σ quant of a part's inputs.
template <uint32_t Parts>
HEARTH_INLINE int32_t bias_of(const InputGroup& group, uint32_t part) {
    return Parts == 1 ? group.bias : group.half_biases[part];
}

/// scale · Σ quant of a part's inputs.
template <uint32_t Parts>
HEARTH_INLINE float sum_of(const InputGroup& group, uint32_t part) {
    return Parts == 1 ? group.sum : group.half_sums[part];
}

}  // namespace
}  // namespace hearth::cpu
