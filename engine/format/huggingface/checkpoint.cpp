#include "format/huggingface/checkpoint.h"

#include "format/file_error.h"
#include "format/huggingface/chat_files.h"
#include "format/huggingface/checkpoint_tensors.h"
#include "format/huggingface/config.h"
#include "format/huggingface/json_file.h"
#include "format/huggingface/tokenizer_json.h"
#include "format/huggingface/weight_files.h"
#include "format/safetensors_header.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hearth {

namespace {

bool is_there(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

/// What to call the model: its folder, or what the download cache of the hub keeps in
/// models--OWNER--NAME/snapshots/REVISION.
std::string name_of(const std::filesystem::path& folder) {
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::absolute(folder, ignored).lexically_normal();
    const std::filesystem::path clean = whole.has_filename() ? whole : whole.parent_path();
    const std::string repository = clean.parent_path().parent_path().filename().string();
    if (clean.parent_path().filename() == "snapshots" && repository.starts_with("models--")) {
        return repository.substr(repository.rfind("--") + 2);
    }
    return clean.filename().string();
}

Status read_tokenizer(const std::filesystem::path& folder, Metadata& metadata) {
    const std::filesystem::path path = folder / "tokenizer.json";
    if (is_there(path)) {
        return read_tokenizer_json(path, metadata);
    }
    for (const char* const other : {"tokenizer.model", "vocab.json", "vocab.txt"}) {
        if (is_there(folder / other)) {
            return file_error(
                ErrorCode::unsupported_tokenizer, path, "tokenizer.json",
                fmt::format("the file is not there; the tokenizer as {} alone is not supported", other));
        }
    }
    return file_error(ErrorCode::file_not_found, path, "tokenizer.json",
                      "there is no such file, which a model needs: get it as well");
}

/// Older checkpoints describe their quantization in a file of its own. `read` gives the JSON of a name, or
/// nothing where there is no such file.
template <class Read>
Status add_quantization(Read read, nlohmann::json& config) {
    if (config.contains("quantization_config")) {
        return {};
    }
    for (const auto& [name, method] :
         {std::pair{"quantize_config.json", "gptq"}, std::pair{"quant_config.json", "awq"}}) {
        HEARTH_TRY_ASSIGN(std::optional<nlohmann::json> quantization, read(name));
        if (quantization) {
            quantization->emplace("quant_method", method);
            if (quantization->contains("q_group_size")) {
                quantization->emplace("group_size", (*quantization)["q_group_size"]);
            }
            config["quantization_config"] = *std::move(quantization);
            return {};
        }
    }
    return {};
}

}  // namespace

bool is_checkpoint(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::string name = path.filename().string();
    if (std::filesystem::is_directory(path, ignored) || name.ends_with(".safetensors")) {
        return true;
    }
    if (name.ends_with(".gguf")) {
        return false;
    }
    // Files of a download cache are named by their digest.
    const auto file = File::open(path);
    std::array<std::byte, 9> head{};
    return file && file->size() >= head.size() && file->read_at(0, head) &&
           looks_like_safetensors(head, file->size());
}

Result<OpenedModel> open_checkpoint(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(std::vector<WeightFile> weights, open_weight_files(path));
    OpenedModel model;
    model.format = ModelFormat::safetensors;
    model.metadata = Metadata(path.string());
    std::vector<TensorInfo> stored;
    for (WeightFile& weight : weights) {
        for (TensorInfo& tensor : weight.header.tensors) {
            tensor.shard = static_cast<std::uint32_t>(model.files.size());
            stored.push_back(std::move(tensor));
        }
        model.files.push_back(std::move(weight.file));
    }
    std::error_code ignored;
    const bool is_folder = std::filesystem::is_directory(path, ignored);
    const std::filesystem::path folder = is_folder ? path : path.parent_path();
    const std::filesystem::path config_path = folder / "config.json";
    if (!is_folder && !is_there(config_path)) {
        model.tensors = std::move(stored);
        model.warnings.push_back(
            fmt::format("{}: without config.json beside it this is no model that can run.",
                        escaped(path.string(), 4096)));
        return model;
    }
    HEARTH_TRY_ASSIGN(nlohmann::json json, read_json_file(config_path));
    const auto read = [&](const char* name) -> Result<std::optional<nlohmann::json>> {
        if (!is_there(folder / name)) {
            return std::optional<nlohmann::json>();
        }
        HEARTH_TRY_ASSIGN(nlohmann::json found, read_json_file(folder / name));
        return std::optional(std::move(found));
    };
    HEARTH_TRY(add_quantization(read, json));
    HEARTH_TRY_ASSIGN(const CheckpointConfig config, read_config(json, config_path, model.metadata));
    model.metadata.set("general.name", MetadataValue::of(name_of(folder)));
    HEARTH_TRY(read_tokenizer(folder, model.metadata));
    HEARTH_TRY(read_chat_files(folder, config, model.metadata));
    HEARTH_TRY(translate_tensors(config, std::move(stored), model));
    return model;
}

Result<OpenedModel> describe_checkpoint(const std::string& name, const CheckpointTexts& texts,
                                        std::vector<SafetensorsHeader> headers) {
    OpenedModel model;
    model.format = ModelFormat::safetensors;
    model.metadata = Metadata(name);
    std::vector<TensorInfo> stored;
    for (std::uint32_t shard = 0; shard < headers.size(); ++shard) {
        for (TensorInfo& tensor : headers[shard].tensors) {
            tensor.shard = shard;
            stored.push_back(std::move(tensor));
        }
    }
    const std::filesystem::path path = "config.json";
    const auto read = [&](std::string_view file) -> Result<std::optional<nlohmann::json>> {
        const auto text = texts.find(file);
        if (text == texts.end()) {
            return std::optional<nlohmann::json>();
        }
        HEARTH_TRY_ASSIGN(nlohmann::json found, parse_json(text->second, file));
        return std::optional(std::move(found));
    };
    HEARTH_TRY_ASSIGN(std::optional<nlohmann::json> config, read(path.native()));
    if (!config) {
        return file_error(
            ErrorCode::file_not_found, path, "config.json",
            fmt::format("{}: safetensors files are a model together with their config.json alone, "
                        "and there is none",
                        escaped(name)));
    }
    nlohmann::json& json = *config;
    HEARTH_TRY(add_quantization(read, json));
    HEARTH_TRY_ASSIGN(const CheckpointConfig described, read_config(json, path, model.metadata));
    model.metadata.set("general.name", MetadataValue::of(name));
    HEARTH_TRY(translate_tensors(described, std::move(stored), model));
    return model;
}

}  // namespace hearth
