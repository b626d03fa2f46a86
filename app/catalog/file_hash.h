#pragma once

#include "catalog/folder_walk.h"

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace hearth::catalog {

struct FileHash {
    std::string sha256;  ///< 64 hexadecimal digits
    std::uint64_t bytes = 0;
};

/// Hashes a file while the system reads ahead. `progress` gets the bytes so far. Errors: file_not_found,
/// read_failed, cancelled.
Result<FileHash> hash_file(const std::filesystem::path& file, const CancelCheck& cancelled,
                           const std::function<void(std::uint64_t)>& progress = {});

}  // namespace hearth::catalog
