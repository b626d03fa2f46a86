#pragma once

#include "transfers/download.h"
#include "transfers/file_operations.h"

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace hearth::transfers {

/// The fields of a request but its target, which the place of a journal tells.
nlohmann::ordered_json request_fields(const DownloadRequest& request);
/// Throws nlohmann::json::exception where a field is missing or of another type.
DownloadRequest read_request(const nlohmann::json& json, std::filesystem::path target);
/// Size and hash can be right, and every source is an address.
bool is_sound_request(const DownloadRequest& request);

/// A file of at most `most_bytes`; nothing where it is longer, missing or cannot be read.
std::optional<std::string> read_small_file(FileOperations& files, const std::filesystem::path& path,
                                           std::uint64_t most_bytes);

}  // namespace hearth::transfers
