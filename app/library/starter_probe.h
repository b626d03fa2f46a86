#pragma once

#include "catalog/catalog.h"

#include <hearth/error.h>

#include <filesystem>
#include <optional>
#include <vector>

namespace hearth {

/// What a look at the model list and at our folder found. Made on a worker thread.
struct StarterProbe {
    std::optional<catalog::CatalogModel> model;
    std::filesystem::path target;
    std::vector<catalog::CatalogSuggestion> suggestions;  ///< of the list, for Discover
    bool here = false;                                    ///< a file of the right name and size is there
    std::optional<Error> problem;                         ///< why there is no model to offer
};

StarterProbe probeStarter(const std::filesystem::path& catalogFile,
                          const std::filesystem::path& modelsFolder);

}  // namespace hearth
