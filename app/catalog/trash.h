#pragma once

#include "catalog/model_folders.h"
#include "transfers/file_operations.h"

#include <hearth/result.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace hearth::catalog {

/// The system's trash, as freedesktop.org's Trash specification 1.0 lays it out: the person sees our files
/// there and can put them back with any file manager. Files never travel between drives: each drive has its
/// own trash.
class Trash {
 public:
    explicit Trash(Environment environment,
                   std::shared_ptr<transfers::FileOperations> files = transfers::system_file_operations())
        : environment_(std::move(environment)), files_(std::move(files)) {}

    /// Moves a file there; returns where it lies now. Errors: write_failed with details.field "trash",
    /// details.actual "no_trash" where the drive has none and none can be made, "full" where it has no room
    /// for the note that every file in the trash has.
    Result<std::filesystem::path> put(const std::filesystem::path& file) const;
    /// Moves it back to `path`, whose folders are made again. Errors: file_not_found (no longer in the
    /// trash), write_failed (something else lies there now).
    static Status take_back(const std::filesystem::path& trashed, const std::filesystem::path& path);

 private:
    Environment environment_;
    std::shared_ptr<transfers::FileOperations> files_;
};

}  // namespace hearth::catalog
