#pragma once

#include "hub/hub_model.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::hub {

inline constexpr std::string_view kConfig = "config.json";  ///< of a checkpoint

/// What a hub tells about a repository, before its files are put into groups.
struct Listing {
    HubModel model;
    std::string revision;
    std::string description{};
    std::vector<HubFile> files{};       ///< paths exactly as the hub gives them: not checked yet
    std::string quantization_method{};  ///< of a safetensors repository, e.g. "awq"; empty: unknown or none
    std::optional<unsigned> quantized_bits{};
    std::string weight_type{};  ///< of most weights of a safetensors repository, e.g. "BF16"; empty: unknown
};

}  // namespace hearth::hub
