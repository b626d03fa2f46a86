#include <hearth/dtype.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace hearth {

namespace {

/// In the order of DType.
constexpr std::array kDTypes = {
    DTypeInfo{DType::f32, "F32", 0, 1, 4},
    DTypeInfo{DType::f16, "F16", 1, 1, 2},
    DTypeInfo{DType::bf16, "BF16", 30, 1, 2},
    DTypeInfo{DType::q4_0, "Q4_0", 2, 32, 18},
    DTypeInfo{DType::q4_1, "Q4_1", 3, 32, 20},
    DTypeInfo{DType::q5_0, "Q5_0", 6, 32, 22},
    DTypeInfo{DType::q5_1, "Q5_1", 7, 32, 24},
    DTypeInfo{DType::q8_0, "Q8_0", 8, 32, 34},
    DTypeInfo{DType::q2_k, "Q2_K", 10, 256, 84},
    DTypeInfo{DType::q3_k, "Q3_K", 11, 256, 110},
    DTypeInfo{DType::q4_k, "Q4_K", 12, 256, 144},
    DTypeInfo{DType::q5_k, "Q5_K", 13, 256, 176},
    DTypeInfo{DType::q6_k, "Q6_K", 14, 256, 210},
    DTypeInfo{DType::iq4_nl, "IQ4_NL", 20, 32, 18},
    DTypeInfo{DType::iq4_xs, "IQ4_XS", 23, 256, 136},
    DTypeInfo{DType::mxfp4, "MXFP4", 39, 32, 17},
    DTypeInfo{DType::q4_affine, "Q4_AFFINE", kNoGgufType, 32, 20},
    DTypeInfo{DType::q8_affine, "Q8_AFFINE", kNoGgufType, 32, 36},
};

/// Every ggml_type number (ggml.h of github.com/ggml-org/ggml) but the removed ones: 4, 5, 31 to 33, 36
/// to 38.
constexpr std::array kGgufTypes = {
    GgufTypeInfo{0, "F32", 1, 4},         GgufTypeInfo{1, "F16", 1, 2},
    GgufTypeInfo{2, "Q4_0", 32, 18},      GgufTypeInfo{3, "Q4_1", 32, 20},
    GgufTypeInfo{6, "Q5_0", 32, 22},      GgufTypeInfo{7, "Q5_1", 32, 24},
    GgufTypeInfo{8, "Q8_0", 32, 34},      GgufTypeInfo{9, "Q8_1", 32, 36},
    GgufTypeInfo{10, "Q2_K", 256, 84},    GgufTypeInfo{11, "Q3_K", 256, 110},
    GgufTypeInfo{12, "Q4_K", 256, 144},   GgufTypeInfo{13, "Q5_K", 256, 176},
    GgufTypeInfo{14, "Q6_K", 256, 210},   GgufTypeInfo{15, "Q8_K", 256, 292},
    GgufTypeInfo{16, "IQ2_XXS", 256, 66}, GgufTypeInfo{17, "IQ2_XS", 256, 74},
    GgufTypeInfo{18, "IQ3_XXS", 256, 98}, GgufTypeInfo{19, "IQ1_S", 256, 50},
    GgufTypeInfo{20, "IQ4_NL", 32, 18},   GgufTypeInfo{21, "IQ3_S", 256, 110},
    GgufTypeInfo{22, "IQ2_S", 256, 82},   GgufTypeInfo{23, "IQ4_XS", 256, 136},
    GgufTypeInfo{24, "I8", 1, 1},         GgufTypeInfo{25, "I16", 1, 2},
    GgufTypeInfo{26, "I32", 1, 4},        GgufTypeInfo{27, "I64", 1, 8},
    GgufTypeInfo{28, "F64", 1, 8},        GgufTypeInfo{29, "IQ1_M", 256, 56},
    GgufTypeInfo{30, "BF16", 1, 2},       GgufTypeInfo{34, "TQ1_0", 256, 54},
    GgufTypeInfo{35, "TQ2_0", 256, 66},   GgufTypeInfo{39, "MXFP4", 32, 17},
    GgufTypeInfo{40, "NVFP4", 64, 36},    GgufTypeInfo{41, "Q1_0", 128, 18},
    GgufTypeInfo{42, "Q2_0", 64, 18},
};

}  // namespace

const DTypeInfo& dtype_info(DType type) {
    const auto index = static_cast<std::size_t>(type);
    if (index >= kDTypes.size()) {
        throw std::invalid_argument("dtype_info: not a DType");
    }
    return kDTypes[index];
}

std::optional<DType> dtype_from_gguf(std::uint32_t gguf_type) {
    const auto* const found = std::ranges::find(kDTypes, gguf_type, &DTypeInfo::gguf_type);
    return found == kDTypes.end() || gguf_type == kNoGgufType ? std::nullopt : std::optional(found->type);
}

const GgufTypeInfo* gguf_type_info(std::uint32_t gguf_type) {
    const auto* const found = std::ranges::find(kGgufTypes, gguf_type, &GgufTypeInfo::gguf_type);
    return found == kGgufTypes.end() ? nullptr : found;
}

}  // namespace hearth
