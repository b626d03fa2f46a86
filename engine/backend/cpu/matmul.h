#pragma once

#include <hearth/dtype.h>
#include <hearth/load.h>
#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace hearth::cpu {

/// A weight matrix [rows, columns] repacked for the kernels: tiles of 16 rows, 4 consecutive columns of a row
/// together, the bits of the source format kept, so it is about as large as in the file. Immutable.
class PackedMatrix {
 public:
    /// Reads `rows × columns` values of `type` through `read`, which copies the source bytes
    /// [first_byte, first_byte + destination.size()); bounded memory besides the result.
    using Read = std::function<Status(std::uint64_t first_byte, std::span<std::byte> destination)>;
    static Result<PackedMatrix> pack(DType type, std::uint32_t rows, std::uint32_t columns, const Read& read);
    /// Bytes that pack() will occupy.
    static std::uint64_t packed_bytes(DType type, std::uint32_t rows, std::uint32_t columns);

    PackedMatrix(PackedMatrix&&) noexcept;
    PackedMatrix& operator=(PackedMatrix&&) noexcept;
    ~PackedMatrix();

    DType type() const;
    std::uint32_t rows() const;
    std::uint32_t columns() const;
    std::uint64_t bytes() const;
    /// The exact values of one row (embedding lookup).
    void row(std::uint32_t row, std::span<float> out) const;

    struct State;
    const State& state() const { return *state_; }

 private:
    explicit PackedMatrix(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Inputs of matrix products: `row_count` vectors of `columns` values, quantized once and used by several
/// matrices. Per 32 values one scale; each value is scale · (256 · high + low), both signed bytes (8 bits:
/// `low` alone). Keeps the floats too, for the formats that multiply in float (F32, F16, BF16).
class MatmulInput {
 public:
    MatmulInput(std::uint32_t max_rows, std::uint32_t max_columns, ActivationBits bits);
    MatmulInput(MatmulInput&&) noexcept;
    MatmulInput& operator=(MatmulInput&&) noexcept;
    ~MatmulInput();

    /// Sets the shape of what follows. `values` f32 [row_count, columns] must live until the last multiply.
    void begin(const float* values, std::uint32_t row_count, std::uint32_t columns);
    /// Quantizes rows [first, last); threads take disjoint ranges, then meet at a barrier.
    void quantize(std::uint32_t first_row, std::uint32_t last_row);
    std::uint64_t bytes() const;
    /// Bytes that one of this size will hold.
    static std::uint64_t planned_bytes(std::uint32_t max_rows, std::uint32_t max_columns);

    struct State;
    const State& state() const { return *state_; }

 private:
    std::unique_ptr<State> state_;
};

/// Rows of the result that one unit of work computes; ranges given to multiply() start at multiples of it.
inline constexpr std::uint32_t kRowTile = 16;

/// Where results go: y[i, r] for input row i and weight row r at `values[i · stride + r]`.
struct MatmulOutput {
    enum class Mode : std::uint8_t { overwrite, add };
    float* values = nullptr;
    std::uint64_t stride = 0;
    Mode mode = Mode::overwrite;
    const float* bias = nullptr;  ///< f32 [weight rows], or none
};

/// y = x · wᵀ (+ bias) for weight rows [first_row, last_row): first_row a multiple of kRowTile, last_row too
/// or the matrix's end. Threads take disjoint row ranges. Allocates nothing. Uses the kernels chosen for this
/// processor.
void multiply(const PackedMatrix& weight, const MatmulInput& input, std::uint32_t first_row,
              std::uint32_t last_row, const MatmulOutput& output);

/// Instruction sets with kernels of their own, best last.
enum class Isa : std::uint8_t { portable, avx2, avx512_vnni };
std::string_view isa_name(Isa isa);
/// Whether this processor (and its operating system) runs it.
bool isa_supported(Isa isa);
/// The one in use: the best supported, or what use_isa() set.
Isa current_isa();
/// For tests and benchmarks, before any work starts; the environment variable HEARTH_ISA sets it from
/// outside. An unsupported one is refused (unsupported_feature).
Status use_isa(Isa isa);
/// unsupported_feature if HEARTH_ISA is set to something this processor does not run (the best is then used).
/// Whoever loads a model calls it, so that a wish is never dropped silently.
Status check_environment_isa();

}  // namespace hearth::cpu
