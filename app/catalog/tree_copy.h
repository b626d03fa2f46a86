#pragma once

#include "catalog/folder_walk.h"

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace hearth::catalog {

/// An entry of a folder tree; links are entries themselves, never followed.
struct TreeEntry {
    enum class Kind : std::uint8_t { folder, file, link };
    std::filesystem::path relative;
    Kind kind = Kind::file;
    std::uint64_t bytes = 0;
    std::int64_t changed = 0;  ///< nanoseconds since 1970
};

/// Everything below a folder, folders before what they hold. Other kinds (pipes, sockets) are left out.
/// Errors: read_failed.
Result<std::vector<TreeEntry>> list_tree(const std::filesystem::path& folder);

/// Whether the entry has its like in `folder`: a file of the same size and time, which the copy below gives
/// only to a whole and verified copy.
bool is_copied(const TreeEntry& entry, const std::filesystem::path& folder);

/// Whether `folder` has something of that name that is no older.
bool is_superseded(const TreeEntry& entry, const std::filesystem::path& folder);

/// Copies one entry from one tree to another: as a second name of the same file where both are on one drive,
/// else byte by byte, on the drive (fsync), read back and compared, and only then under its name. Replaces
/// what lies there. `progress` gets bytes written and read back: twice the size in all. Errors: read_failed,
/// write_failed (details.field "space" where the drive is full; "content" where it reads back something
/// else), cancelled.
Status copy_entry(const TreeEntry& entry, const std::filesystem::path& from, const std::filesystem::path& to,
                  const CancelCheck& cancelled, const std::function<void(std::uint64_t)>& progress);

/// Deletes the entries of a tree, then its folders that have become empty; what else lies there stays.
/// Errors: write_failed for the first that cannot be deleted; the rest is deleted.
Status delete_tree(const std::vector<TreeEntry>& entries, const std::filesystem::path& folder);

/// Writes names to the drive.
void sync_folder(const std::filesystem::path& folder);

}  // namespace hearth::catalog
