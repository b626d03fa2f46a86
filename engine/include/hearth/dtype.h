#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hearth {

/// Element type of a tensor. Block types follow the GGUF layouts of the same name (github.com/ggml-org/ggml,
/// docs/gguf.md and ggml-common.h); the affine ones are ours (tensor/blocks.h): what GPTQ and AWQ checkpoints
/// hold, value for value.
enum class DType : std::uint8_t {
    f32,
    f16,
    bf16,
    q4_0,
    q4_1,
    q5_0,
    q5_1,
    q8_0,
    q2_k,
    q3_k,
    q4_k,
    q5_k,
    q6_k,
    iq4_nl,
    iq4_xs,
    mxfp4,
    q4_affine,
    q8_affine,
};

/// The type number of what GGUF has no type for.
inline constexpr std::uint32_t kNoGgufType = 0xFFFF'FFFF;

/// Facts of a DType: `block_values` consecutive values of a row are stored in `block_bytes` bytes.
struct DTypeInfo {
    DType type;
    std::string_view name;    ///< as llama.cpp prints it, e.g. "Q4_K"
    std::uint32_t gguf_type;  ///< ggml_type number in GGUF files, or kNoGgufType
    std::uint32_t block_values;
    std::uint32_t block_bytes;
};

const DTypeInfo& dtype_info(DType type);

/// The DType of a GGUF type number, if this engine can compute with it.
std::optional<DType> dtype_from_gguf(std::uint32_t gguf_type);

/// Name, block size in values and bytes of every type number the GGUF format has defined and not removed,
/// also those that cannot be computed with: a file that holds them is a valid container (`inspect` lists it).
struct GgufTypeInfo {
    std::uint32_t gguf_type;
    std::string_view name;
    std::uint32_t block_values;
    std::uint32_t block_bytes;
};
const GgufTypeInfo* gguf_type_info(std::uint32_t gguf_type);

}  // namespace hearth
