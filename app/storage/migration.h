#pragma once

#include "storage/connection.h"
#include "storage/schema.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace hearth::storage {

/// What migrate found and did.
struct MigrationOutcome {
    std::uint32_t from = 0;
    bool migrated = false;
    std::filesystem::path backup;  ///< the file as it was; empty where there was none to keep
};

/// Brings a file up to the last step in one transaction, after copying it to `<file>.v<old>-backup` (a free
/// name like it where that exists). A failing step leaves the file as it was. `file` is empty for a database
/// in memory. A file that is newer than the last step is left alone. Throws SQLite::Exception.
MigrationOutcome migrate(Connection& connection, const std::filesystem::path& file,
                         std::span<const Migration> steps, const std::string& vfs);

/// `wanted`, or the first of "wanted-2", "wanted-3", … that does not exist.
std::filesystem::path free_name(const std::filesystem::path& wanted);

}  // namespace hearth::storage
