#pragma once

#include "hub/hub_model.h"
#include "transfers/failure.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::hub {

/// The files that `model.safetensors.index.json` (its "weight_map") says the weights lie in, each once.
/// Failures: error_text for what is no such index; bad_request, with the name in `file`, for a name that is
/// no safe path.
transfers::Outcome<std::vector<std::string>> weight_map_files(std::string_view index, std::string_view host);

/// Whether a group has all the files its index names; what is wrong becomes its problem.
void check_against_index(FileGroup& group, std::string_view index, std::string_view host);

/// What `config.json` tells beyond the hub's listing: quantization, type and context.
struct CheckpointConfig {
    std::string architecture;         ///< model_type
    std::string quantization_method;  ///< e.g. "awq"; empty: none
    std::optional<unsigned> quantized_bits;
    std::string weight_type;  ///< e.g. "BF16"; empty: not told
    std::optional<std::uint32_t> context_tokens;
};
transfers::Outcome<CheckpointConfig> read_checkpoint_config(std::string_view config, std::string_view host);

}  // namespace hearth::hub
