#pragma once

#include "transfers/download.h"

#include <filesystem>

#include <nlohmann/json.hpp>

namespace hearth::transfers {

/// The fields of a request but its target, which the place of a journal tells.
nlohmann::ordered_json request_fields(const DownloadRequest& request);
/// Throws nlohmann::json::exception where a field is missing or of another type.
DownloadRequest read_request(const nlohmann::json& json, std::filesystem::path target);
/// Size and hash can be right, and every source is an address.
bool is_sound_request(const DownloadRequest& request);

}  // namespace hearth::transfers
