#pragma once

#include <hearth/dtype.h>

#include <cstddef>
#include <cstdint>

namespace hearth::cpu {

// What the kernels of an instruction set are given and what they export. Everything here is plain data: the
// units that are compiled with wider instruction sets share no function with the rest of the program, so that
// the linker cannot pick their copy of one for a processor that lacks the instructions.

/// 32 values of one input row. Value i is scale · quant[i]; with 16 bits quant = 256 · high + low, both
/// signed bytes.
struct InputGroup {
    union {
        struct {
            std::int8_t high[32];  ///< 0 with 8-bit activations
            std::int8_t low[32];
        } bytes;                 ///< VNNI kernels
        std::int16_t words[32];  ///< the others
    } quants;
    float scale;         ///< NaN where an input was not finite
    float sum;           ///< scale · Σ quant
    float half_sums[2];  ///< of columns 0…15 and 16…31
    std::int32_t bias;   ///< −128 · Σ quant
    std::int32_t half_biases[2];
    std::int32_t unused;
};
static_assert(sizeof(InputGroup) == 96);

/// Largest quant: 127 · 256 + 127 fits both bytes; 127 with 8 bits.
inline constexpr float kLargestQuant16 = 32639.0F;
inline constexpr float kLargestQuant8 = 127.0F;
/// A group whose magnitudes are all below it counts as zero: the inverse of its scale could overflow.
inline constexpr float kSmallestMagnitude = 0x1p-100F;

/// A product of a range of whole tiles with all input rows.
struct MultiplyJob {
    DType type;
    std::uint8_t terms;      ///< signed bytes per activation: 1 or 2
    bool add;                ///< y += instead of y =
    const std::byte* tiles;  ///< first tile of the range
    std::uint64_t tile_bytes;
    std::uint32_t tile_count;
    std::uint32_t last_tile_rows;  ///< rows of the last tile that exist, 1 to 16
    std::uint32_t columns;
    std::uint32_t input_count;  ///< at least 1
    const std::byte* inputs;    ///< InputGroup [input_count][columns / 32], rows `input_stride` bytes apart
    std::uint64_t input_stride;
    const float* values;  ///< f32 [input_count, columns], for the float formats
    float* out;           ///< y[i, r] at out[i · out_stride + r], r from the range's first row
    std::uint64_t out_stride;
    const float* bias;  ///< from the range's first row, or null
};

struct KernelTable {
    /// Quantizes one row of `columns` values into (columns + 31) / 32 groups; the last is padded with zeros.
    void (*quantize)(const float* values, std::uint32_t columns, std::uint8_t terms, InputGroup* groups);
    void (*multiply)(const MultiplyJob& job);
};

extern const KernelTable kPortableKernels;
#ifdef HEARTH_CPU_X86
extern const KernelTable kAvx2Kernels;
extern const KernelTable kAvx512VnniKernels;
#endif

}  // namespace hearth::cpu
