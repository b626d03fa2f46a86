#pragma once

#include "format/huggingface/architecture_table.h"
#include "format/huggingface/quantization_config.h"

#include <hearth/metadata.h>
#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth {

/// What config.json says beyond the metadata.
struct CheckpointConfig {
    const CheckpointArchitecture* architecture = nullptr;
    bool ties_embeddings = false;  ///< the output matrix is the embedding, whatever the files hold
    std::uint32_t head_dim = 0;
    std::vector<float>
        rope_divisors;        ///< of Llama 3's scaling, one for each rotated pair; empty where there is none
    bool has_vision = false;  ///< the text model is a part of one that also sees
    std::vector<std::uint32_t> end_tokens;  ///< `eos_token_id`
    std::optional<std::uint32_t> bos_token;
    std::optional<QuantizationConfig> quantization;
};

/// Translates the JSON of config.json (`file`, for errors) to `<architecture>.*` keys in `metadata`, as GGUF
/// files of the same model have them. Errors: unsupported_architecture, unsupported_feature, missing_key,
/// bad_value.
Result<CheckpointConfig> read_config(const nlohmann::json& json, const std::filesystem::path& file,
                                     Metadata& metadata);

/// The ids of a member that is one token or a list of them; empty where it is absent, bad_value otherwise.
Result<std::vector<std::uint32_t>> read_token_ids(const JsonObject& object, std::string_view key);

}  // namespace hearth
