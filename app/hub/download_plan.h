#pragma once

#include "hub/endpoint.h"
#include "hub/hub_model.h"
#include "transfers/download_set.h"
#include "transfers/failure.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::hub {

/// The folder of a model below the models folder: "owner--name", or the same with a part of the id's hash
/// where a name holds "--" itself, so that no two models share one. `id` must be a model id.
std::string folder_name_of(std::string_view id);

/// Where each of the files goes below the model's folder: its own path, or a name of its hash (with part
/// number and ending) where paths differ in case alone. In the order of `paths`.
std::vector<std::string> target_names(const std::vector<std::string>& paths);

/// Where each file of a group of the page goes, in the order of the files. Their names are safe paths, as of
/// groups without a problem they are.
std::vector<std::filesystem::path> targets_of(const HubModelPage& page, const FileGroup& group,
                                              const std::filesystem::path& models_folder);

/// All files of a group as one download into `models_folder`/folder_name_of(id). Mirrors are hubs of the same
/// kind that are asked for a file after the page's own hub failed. Creates nothing. Failures: bad_request,
/// with the name in `file`, for names that are no safe paths, files without a SHA-256
/// (HubClient::with_hashes() adds those that a hub leaves out) and groups with a problem other than
/// unsupported_type: whether a file loads is for its header to say.
transfers::Outcome<transfers::DownloadSetRequest> download_of(const HubModelPage& page,
                                                              const FileGroup& group,
                                                              const std::filesystem::path& models_folder,
                                                              std::span<const Endpoint> mirrors = {});

}  // namespace hearth::hub
