#pragma once

#include <hearth/result.h>

#include <cstddef>
#include <filesystem>
#include <string>

namespace hearth::catalog {

/// The whole text of a regular file of at most `most_bytes`. Errors: file_not_found, read_failed.
Result<std::string> read_small_file(const std::filesystem::path& path, std::size_t most_bytes);

}  // namespace hearth::catalog
