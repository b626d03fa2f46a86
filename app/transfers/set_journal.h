#pragma once

#include "transfers/download_set.h"
#include "transfers/file_operations.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace hearth::transfers {

/// What is kept in the folder of a set until it has finished, so that another run knows of all its files,
/// also of those that still wait for their turn.
struct SetJournal {
    DownloadSetRequest request;
    /// Files that had their final name before: they stay when the set is given up.
    std::vector<std::filesystem::path> here_before;

    friend bool operator==(const SetJournal&, const SetJournal&) = default;
};

/// A hidden file in the set's folder, named after what the set fetches.
std::filesystem::path set_journal_path(const DownloadSetRequest& request);

/// Atomically. errno.
SystemStatus write_set_journal(FileOperations& files, const SetJournal& journal);
/// Nothing where it is missing or damaged, or names a file outside its folder.
std::optional<SetJournal> read_set_journal(FileOperations& files, const std::filesystem::path& path);

/// What earlier runs left unfinished in a folder and the folders below it: sets, and single files that no set
/// names. Reads names and journals only.
std::vector<SetJournal> find_unfinished_sets(FileOperations& files, const std::filesystem::path& folder);

}  // namespace hearth::transfers
