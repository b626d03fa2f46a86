#pragma once

#include "catalog/catalog.h"
#include "transfers/download_set.h"

#include <filesystem>

namespace hearth::catalog {

/// A model of the curated list as a download into the models folder, its sources in the order of the list.
transfers::DownloadSetRequest download_of(const CatalogModel& model,
                                          const std::filesystem::path& models_folder);

}  // namespace hearth::catalog
