#pragma once

#include "catalog/catalog.h"
#include "cli/console.h"
#include "hub/endpoint.h"
#include "hub/hub_model.h"
#include "transfers/download_set.h"
#include "transfers/fetcher.h"

#include <hearth/result.h>

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

namespace hearth::cli {

/// The model a person asks for, as it was typed.
struct WantedModel {
    std::string name;                 ///< a curated name, owner/name, or an address
    std::optional<std::string> file;  ///< of the repository
    hub::Endpoint endpoint;           ///< for names without a host
    std::filesystem::path models_folder;
    std::filesystem::path cache_folder;
};

/// Files of a hub's repository that are one model.
struct HubChoice {
    hub::Endpoint endpoint;
    hub::HubModelPage page;
    hub::FileGroup group;
};

/// A model of the curated list, or one of a hub.
using FoundModel = std::variant<catalog::CatalogModel, HubChoice>;

/// The wanted model, asked of its hub where the list does not tell. Remarks go to the console; a failure has
/// its exit code set there already. Throws WrongValue for what is no name.
Result<FoundModel> find_model(const WantedModel& wanted, transfers::Fetcher& fetcher, Console& console,
                              std::stop_token stop);

/// Its files and where they go; hashes that the hub did not tell are asked of it. Failures as above.
Result<transfers::DownloadSetRequest> download_of(const FoundModel& found, const WantedModel& wanted,
                                                  transfers::Fetcher& fetcher, Console& console,
                                                  std::stop_token stop);

/// The hub that `name` belongs to, whose token may be used: that of its address, else `preferred`.
hub::Endpoint endpoint_of(const std::string& name, const hub::Endpoint& preferred);

}  // namespace hearth::cli
