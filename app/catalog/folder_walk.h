#pragma once

#include "catalog/local_model.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hearth::catalog {

/// Asked between entries; true: give up quietly.
using CancelCheck = std::function<bool()>;

/// Limits of one walk: a folder tree is somebody else's and may be of any shape.
struct WalkLimits {
    std::size_t depth = 8;
    std::size_t entries = 50'000;
};

/// Calls `visit` for every regular file below a folder, links followed, each folder once whatever links lead
/// to it, in order of names. A missing folder holds nothing; what cannot be read, and limits that were hit,
/// become problems.
void walk_files(const std::filesystem::path& folder, const WalkLimits& limits, const CancelCheck& cancelled,
                std::vector<ScanProblem>& problems,
                const std::function<void(const std::filesystem::path&)>& visit);

}  // namespace hearth::catalog
