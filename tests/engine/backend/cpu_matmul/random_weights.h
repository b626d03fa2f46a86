#pragma once

#include "backend/cpu/matmul.h"

#include <hearth/dtype.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace hearth::cpu {

/// Every type that a matrix can have.
inline constexpr DType kAllTypes[] = {
    DType::f32,  DType::f16,    DType::bf16,   DType::q4_0,  DType::q4_1,      DType::q5_0,
    DType::q5_1, DType::q8_0,   DType::q2_k,   DType::q3_k,  DType::q4_k,      DType::q5_k,
    DType::q6_k, DType::iq4_nl, DType::iq4_xs, DType::mxfp4, DType::q4_affine, DType::q8_affine};

/// A matrix [rows, columns] as a model file has it: random quants, scales of either sign around 1/100.
struct RandomWeights {
    DType type = DType::f32;
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::vector<std::byte> bytes;
    std::vector<float> values;       ///< what the codec says [rows, columns]
    std::vector<float> zero_quants;  ///< the same with every quant 0: the minimum where the format has one

    static RandomWeights make(DType type, std::uint32_t rows, std::uint32_t columns, std::mt19937& random);
    PackedMatrix packed() const;
};

}  // namespace hearth::cpu
