#pragma once

#include <filesystem>

namespace hearth::storage {

/// Makes an empty file that only its owner may read and write, where there is none; SQLite gives the files
/// beside it the same rights. Where that fails nothing is said: whoever opens the file next finds out why.
void create_private(const std::filesystem::path& file);

}  // namespace hearth::storage
