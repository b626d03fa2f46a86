#pragma once

#include "hub/hub_model.h"
#include "transfers/failure.h"

#include <filesystem>
#include <string_view>

namespace hearth::transfers {
struct DownloadSetRequest;
}

namespace hearth::hub {

/// The folder of a model below the models folder: "owner--name". `id` must be a model id.
std::string folder_name_of(std::string_view id);

/// All files of a group as one download into `models_folder`/owner--name; every name is checked, paths that
/// differ in case alone get names of their hash. Creates nothing. Failures: bad_request, with the name in
/// `file`, for names that are no safe paths, files without a hash and groups that cannot be taken.
transfers::Outcome<transfers::DownloadSetRequest> download_of(const HubModelPage& page,
                                                              const FileGroup& group,
                                                              const std::filesystem::path& models_folder);

}  // namespace hearth::hub
