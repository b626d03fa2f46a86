#include "format/huggingface/quantization_config.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace hearth {

namespace {

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

/// Unless absent, a member must say what we can do.
Status require(const JsonObject& config, std::string_view key, std::string_view value) {
    HEARTH_TRY_ASSIGN(const auto stated, config.text(key));
    if (stated && lower_case(*stated) != value) {
        return config.error(
            ErrorCode::unsupported_feature, key,
            fmt::format("is \"{}\", which is not supported: only \"{}\" is", escaped(*stated), value));
    }
    return {};
}

/// −1 means one group for all inputs.
Result<std::optional<std::uint32_t>> read_group(const JsonObject& config) {
    constexpr std::string_view key = "group_size";
    const nlohmann::json* const value = config.find(key);
    if (value == nullptr || (value->is_number_integer() && *value == -1)) {
        return std::optional<std::uint32_t>();
    }
    HEARTH_TRY_ASSIGN(const auto group, config.count(key));
    if (!group || *group == 0) {
        return config.wrong(key, "-1 or a number of inputs");
    }
    return group;
}

}  // namespace

Result<QuantizationConfig> read_quantization_config(const JsonObject& config) {
    QuantizationConfig out;
    HEARTH_TRY_ASSIGN(const auto method, config.text("quant_method"));
    const std::string name = lower_case(method.value_or(""));
    if (name != "gptq" && name != "awq") {
        return config.error(
            ErrorCode::unsupported_feature, "quant_method",
            fmt::format("is \"{}\": only weights quantized by GPTQ and AWQ are supported", escaped(name)));
    }
    out.method = name == "gptq" ? QuantizationConfig::Method::gptq : QuantizationConfig::Method::awq;
    // AutoAWQ's own file calls them so.
    const char* const bits_key = config.find("bits") == nullptr && config.find("w_bit") ? "w_bit" : "bits";
    HEARTH_TRY_ASSIGN(out.bits, config.required_count(bits_key));
    const bool gptq = out.method == QuantizationConfig::Method::gptq;
    if (out.bits != 4 && !(gptq && out.bits == 8)) {
        return config.error(
            ErrorCode::unsupported_feature, bits_key,
            fmt::format("is {}, but only {} bits are supported", out.bits, gptq ? "4 and 8" : "4"));
    }
    HEARTH_TRY_ASSIGN(out.group, read_group(config));
    if (gptq) {
        HEARTH_TRY_ASSIGN(const auto reorders, config.flag("desc_act"));
        out.reorders = reorders.value_or(false);
        HEARTH_TRY_ASSIGN(const auto format, config.text("checkpoint_format"));
        const std::string layout = lower_case(format.value_or("gptq"));
        if (layout != "gptq" && layout != "gptq_v2") {
            return config.error(
                ErrorCode::unsupported_feature, "checkpoint_format",
                fmt::format("is \"{}\", which is not supported: only \"gptq\" and \"gptq_v2\" are",
                            escaped(layout)));
        }
        out.zeros_less_one = layout == "gptq";
        const nlohmann::json* const dynamic = config.find("dynamic");
        if (dynamic != nullptr && !dynamic->empty()) {
            return config.error(ErrorCode::unsupported_feature, "dynamic",
                                "gives some matrices a width of their own, which is not supported");
        }
    } else {
        HEARTH_TRY(require(config, "version", "gemm"));
    }
    return out;
}

}  // namespace hearth
