#include "catalog/model_inspection.h"

#include <hearth/dtype.h>
#include <hearth/load_plan.h>
#include <hearth/model_file.h>
#include <hearth/prompt.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <string>

#include <fmt/format.h>

namespace hearth::catalog {

namespace {

constexpr std::size_t kLongestName = 200;

std::string text_of(const Metadata& metadata, std::string_view key) {
    const auto value = metadata.get<std::string>(key);
    if (!value || !value.value()) {
        return {};
    }
    return escaped(*value.value(), kLongestName);
}

/// "general.file_type": the mix of tensor types that most of a file has.
std::string_view quantization_name(std::uint32_t file_type) {
    switch (file_type) {
        case 0:
            return "F32";
        case 1:
            return "F16";
        case 2:
            return "Q4_0";
        case 3:
            return "Q4_1";
        case 7:
            return "Q8_0";
        case 8:
            return "Q5_0";
        case 9:
            return "Q5_1";
        case 10:
            return "Q2_K";
        case 11:
            return "Q3_K_S";
        case 12:
            return "Q3_K_M";
        case 13:
            return "Q3_K_L";
        case 14:
            return "Q4_K_S";
        case 15:
            return "Q4_K_M";
        case 16:
            return "Q5_K_S";
        case 17:
            return "Q5_K_M";
        case 18:
            return "Q6_K";
        case 25:
            return "IQ4_NL";
        case 30:
            return "IQ4_XS";
        case 32:
            return "BF16";
        case 38:
            return "MXFP4";
        default:
            return "";
    }
}

/// The type that most of the weights have, for files that do not say.
std::string most_common_type(std::span<const TensorInfo> tensors) {
    std::map<std::uint32_t, std::uint64_t> bytes;
    for (const TensorInfo& tensor : tensors) {
        bytes[tensor.gguf_type] += tensor.bytes;
    }
    const auto most = std::ranges::max_element(bytes, {}, [](const auto& type) { return type.second; });
    const GgufTypeInfo* info = most == bytes.end() ? nullptr : gguf_type_info(most->first);
    return info == nullptr ? std::string() : std::string(info->name);
}

std::uint64_t count_parameters(std::span<const TensorInfo> tensors) {
    return std::accumulate(
        tensors.begin(), tensors.end(), std::uint64_t{0},
        [](std::uint64_t sum, const TensorInfo& tensor) { return sum + tensor.columns() * tensor.rows(); });
}

ModelFacts read_facts(const ModelFile& file) {
    const Metadata& metadata = file.metadata();
    ModelFacts facts;
    facts.name = text_of(metadata, "general.name");
    facts.architecture = text_of(metadata, "general.architecture");
    facts.size_label = text_of(metadata, "general.size_label");
    facts.licence = text_of(metadata, "general.license");
    // What GGUF has no number for, e.g. "AWQ 4-bit" of a checkpoint.
    facts.quantization = text_of(metadata, "general.hearth.quantization");
    const auto type = metadata.get<std::uint32_t>("general.file_type");
    if (facts.quantization.empty() && type && type.value()) {
        facts.quantization = quantization_name(*type.value());
    }
    if (facts.quantization.empty()) {
        facts.quantization = most_common_type(file.tensors());
    }
    const auto context = metadata.get<std::uint32_t>(facts.architecture + ".context_length");
    if (context && context.value()) {
        facts.context_tokens = *context.value();
    }
    facts.parameters = count_parameters(file.tensors());
    const auto chat_template = read_chat_template(metadata);
    facts.has_chat_template = chat_template || chat_template.error().code != ErrorCode::no_chat_template;
    return facts;
}

Inspection failed(Error error) {
    Inspection inspection;
    inspection.state = means_incomplete(error) ? ModelState::incomplete : ModelState::unsupported;
    inspection.reason = std::move(error);
    return inspection;
}

}  // namespace

bool means_incomplete(const Error& error) {
    switch (error.code) {
        case ErrorCode::header_truncated:
        case ErrorCode::data_truncated:
        case ErrorCode::file_too_short:
        case ErrorCode::shard_missing:
        case ErrorCode::file_not_found:
        case ErrorCode::read_failed:
            return true;
        case ErrorCode::count_too_large:
        case ErrorCode::array_too_long:
        case ErrorCode::string_too_long:
            // More than there are bytes left: the header was cut. Without bytes it is more than any model
            // has.
            return error.details.bytes_available.has_value();
        default:
            return false;
    }
}

Inspection inspect_model(const std::filesystem::path& path) {
    const auto file = ModelFile::open(path);
    if (!file) {
        return failed(file.error());
    }
    LoadOptions options;
    options.memory = MemoryPolicy::force;  // whether it fits is a question of the moment, not of the model
    const auto plan = plan_load(file.value(), options);
    Inspection inspection = plan ? Inspection{} : failed(plan.error());
    inspection.facts = read_facts(file.value());
    inspection.bytes = file->file_bytes();
    return inspection;
}

}  // namespace hearth::catalog
