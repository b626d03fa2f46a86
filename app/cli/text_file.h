#pragma once

#include <hearth/result.h>

#include <string>

#include <nlohmann/json.hpp>

namespace hearth::cli {

/// The whole of a file. file_not_found or read_failed name it.
Result<std::string> read_text_file(const std::string& path);

/// A JSON file; bad_value names the file and where its text is no JSON.
Result<nlohmann::ordered_json> read_json_file(const std::string& path);

}  // namespace hearth::cli
