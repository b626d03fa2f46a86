#pragma once

#include <hearth/result.h>

#include <filesystem>
#include <vector>

namespace hearth::catalog {

/// Model files that the person opened by hand and that lie in no folder of models: a list in one JSON file.
/// A missing or damaged list is an empty one.
std::vector<std::filesystem::path> read_added_files(const std::filesystem::path& list);

/// Atomically. Errors: write_failed.
Status write_added_files(const std::filesystem::path& list, const std::vector<std::filesystem::path>& files);

}  // namespace hearth::catalog
