#include "hub/safetensors_settings.h"

#include "hub/answer_failure.h"
#include "hub/json_reader.h"
#include "hub/safe_name.h"

#include <hearth/error.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace hearth::hub {

namespace {

using nlohmann::json;

std::string type_of(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kTypes{
        {{"bfloat16", "BF16"}, {"float16", "F16"}, {"float32", "F32"}}};
    for (const auto& [theirs, ours] : kTypes) {
        if (name == theirs) {
            return std::string(ours);
        }
    }
    return {};
}

std::string either(std::string first, std::string second) {
    return first.empty() ? std::move(second) : std::move(first);
}

}  // namespace

transfers::Outcome<std::vector<std::string>> weight_map_files(std::string_view index, std::string_view host) {
    const std::optional<json> value = parse_json(index);
    if (!value) {
        return unexpected_answer(host, index, "a list of weights");
    }
    std::set<std::string> names;
    for (const json& name : object_of(*value, "weight_map")) {
        if (!name.is_string()) {
            return unexpected_answer(host, index, "a list of weights");
        }
        names.insert(name.get<std::string>());
    }
    if (names.empty()) {
        return unexpected_answer(host, index, "a list of weights");
    }
    for (const std::string& name : names) {
        if (!is_safe_path(name)) {
            return bad_request("safe name of a file", name);
        }
    }
    return std::vector<std::string>(names.begin(), names.end());
}

void check_against_index(FileGroup& group, std::string_view index, std::string_view host) {
    const auto names = weight_map_files(index, host);
    if (!names && names.failure().kind == transfers::FailureKind::bad_request) {
        group.problem = GroupProblem::unsafe_name;
        group.problem_detail = escaped(names.failure().file);
    }
    if (!names || group.problem) {
        return;
    }
    for (const std::string& name : *names) {
        if (std::ranges::find(group.files, name, &HubFile::path) == group.files.end()) {
            group.problem = GroupProblem::parts_missing;
            group.problem_detail = escaped(name);
            return;
        }
    }
}

transfers::Outcome<CheckpointConfig> read_checkpoint_config(std::string_view config, std::string_view host) {
    const std::optional<json> value = parse_json(config);
    if (!value || !value->is_object()) {
        return unexpected_answer(host, config, "the settings of a model");
    }
    // Models that also see keep what is about text apart.
    const json& text = object_of(*value, "text_config");
    const json& quantization = object_of(*value, "quantization_config");
    CheckpointConfig result;
    result.architecture = text_of(*value, "model_type", 60);
    result.quantization_method = text_of(quantization, "quant_method", 40);
    if (const auto bits = number_of(quantization, "bits"); bits && *bits <= 64) {
        result.quantized_bits = static_cast<unsigned>(*bits);
    }
    for (const json* object : {&*value, &text}) {
        result.weight_type = either(
            result.weight_type, type_of(either(text_of(*object, "dtype"), text_of(*object, "torch_dtype"))));
        const auto context = number_of(*object, "max_position_embeddings");
        if (!result.context_tokens && context && *context > 0 && *context <= UINT32_MAX) {
            result.context_tokens = static_cast<std::uint32_t>(*context);
        }
    }
    return result;
}

}  // namespace hearth::hub
