#pragma once

#include "storage/open_report.h"

#include <hearth/result.h>

#include <filesystem>

namespace hearth::storage {

/// Copies every row that can be read of a damaged chats file into a new one at `target`, which must not
/// exist. Messages whose parent is lost hang below the newest older message of their conversation; those
/// whose conversation is lost come into a new one. The damaged file is only read. Errors are
/// about the new file; a damaged file of which nothing can be read is a Salvage with no rows.
Result<Salvage> salvage(const std::filesystem::path& damaged, const std::filesystem::path& target,
                        const OpenOptions& options);

}  // namespace hearth::storage
