#pragma once

#include "catalog/model_folders.h"

#include <hearth/result.h>

#include <filesystem>

namespace hearth::catalog {

/// The system's trash, as freedesktop.org's Trash specification 1.0 lays it out: the person sees our files
/// there and can put them back with any file manager. Files never travel between drives: each drive has its
/// own trash.
class Trash {
 public:
    explicit Trash(Environment environment) : environment_(std::move(environment)) {}

    /// Moves a file there; returns where it lies now. Errors: write_failed, details.actual "no_trash" where
    /// the drive has none and none can be made.
    Result<std::filesystem::path> put(const std::filesystem::path& file) const;
    /// Moves it back to `path`, whose folders are made again. Errors: file_not_found (no longer in the
    /// trash), write_failed (something else lies there now).
    static Status take_back(const std::filesystem::path& trashed, const std::filesystem::path& path);

 private:
    Environment environment_;
};

}  // namespace hearth::catalog
