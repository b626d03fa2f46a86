#pragma once

#include <cstdint>
#include <filesystem>

namespace hearth {

/// The last-level caches of all processors added up, in bytes; 0 where the system does not say. `root` is
/// another one for tests.
std::uint64_t last_level_cache_bytes(const std::filesystem::path& root = "/");

}  // namespace hearth
