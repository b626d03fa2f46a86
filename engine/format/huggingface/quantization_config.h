#pragma once

#include "format/huggingface/json_object.h"

#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace hearth {

/// How the matrices of a checkpoint were quantized (`quantization_config` of config.json).
struct QuantizationConfig {
    enum class Method : std::uint8_t { gptq, awq };
    Method method = Method::gptq;
    std::uint32_t bits = 4;              ///< 4, for GPTQ also 8
    std::optional<std::uint32_t> group;  ///< inputs that share a scale; absent: all of a row
    bool reorders = false;               ///< desc_act: inputs may belong to groups in any order
    bool zeros_less_one = false;         ///< zero points are stored minus one (GPTQ before version 2)

    std::string_view name() const { return method == Method::gptq ? "GPTQ" : "AWQ"; }
};

/// Reads the description; another method, version or width than those above is unsupported_feature, by name.
Result<QuantizationConfig> read_quantization_config(const JsonObject& config);

}  // namespace hearth
