#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::catalog {

/// Files of one model: one, or all shards of it that are here.
struct ModelFiles {
    std::filesystem::path first;  ///< what to open
    std::string stem;             ///< name without ending and shard number, for people
    std::uint32_t present = 1;
    std::uint32_t count = 1;  ///< as the names say
    std::uint64_t bytes = 0;  ///< of those that are here
};

/// Joins `NAME-00001-of-00003.gguf` and its siblings of one folder; other files stay alone. In order of
/// names.
std::vector<ModelFiles> join_shards(const std::vector<std::filesystem::path>& files);

/// Whether the name ends in ".gguf", in any case, and is not hidden.
bool is_model_file_name(std::string_view name);

}  // namespace hearth::catalog
