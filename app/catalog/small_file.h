#pragma once

#include <hearth/result.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace hearth::catalog {

/// The whole text of a regular file of at most `most_bytes`. Errors: file_not_found, read_failed.
Result<std::string> read_small_file(const std::filesystem::path& path, std::size_t most_bytes);

/// Writes the text under the name at once or not at all, and makes the folder where it is missing. Errors:
/// write_failed.
Status replace_small_file(const std::filesystem::path& path, std::string_view text);

}  // namespace hearth::catalog
