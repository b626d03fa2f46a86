#pragma once

#include "cli/console.h"
#include "hub/endpoint.h"
#include "transfers/download_set.h"
#include "transfers/fetcher.h"

#include <hearth/result.h>

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace hearth::cli {

/// What a person asks to download, as it was typed.
struct WantedModel {
    std::string name;                 ///< a curated name, owner/name, or an address
    std::optional<std::string> file;  ///< of the repository
    hub::Endpoint endpoint;           ///< for names without a host
    std::filesystem::path models_folder;
    std::filesystem::path cache_folder;
};

/// The files of the wanted model and where they go, asked of its hub where the list does not tell. Remarks go
/// to the console; a failure has its exit code set there already. Throws WrongValue for what is no name.
Result<transfers::DownloadSetRequest> find_model(const WantedModel& wanted, transfers::Fetcher& fetcher,
                                                 Console& console, std::stop_token stop);

/// The hub that `name` belongs to, whose token may be used: that of its address, else `preferred`.
hub::Endpoint endpoint_of(const std::string& name, const hub::Endpoint& preferred);

}  // namespace hearth::cli
