#pragma once

#include <filesystem>
#include <vector>

namespace hearth::catalog {

/// Model files that the person had opened by hand, as versions before the database kept them: a list in one
/// JSON file. A missing or damaged list is an empty one.
std::vector<std::filesystem::path> read_added_files(const std::filesystem::path& list);

}  // namespace hearth::catalog
