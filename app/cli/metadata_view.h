#pragma once

#include <hearth/metadata.h>

#include <string>

#include <nlohmann/json.hpp>

namespace hearth::cli {

/// {key: value}; keys escaped, so that two different ones stay different. A list is {type, length, first},
/// its first eight elements.
nlohmann::ordered_json metadata_json(const Metadata& metadata);

/// One value on one line, escaped and shortened.
std::string metadata_text(const MetadataValue& value);

}  // namespace hearth::cli
