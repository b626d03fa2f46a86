#pragma once

#include "catalog/folder_walk.h"
#include "catalog/local_model.h"
#include "catalog/model_folders.h"
#include "catalog/model_inspection.h"

#include <functional>

namespace hearth::catalog {

/// Looks into a model whose files are known (path, parts).
using ModelInspector = std::function<Inspection(const LocalModel& model)>;

/// Every model on this computer that the folders hold, used in place. Reads only; may take seconds: call it
/// on a worker thread. A file that several folders lead to is listed once, for the first of them. `found` is
/// called after each model.
ScanReport find_local_models(
    const ModelFolders& folders, const ModelInspector& inspect,
    const CancelCheck& cancelled = [] { return false; }, const std::function<void()>& found = [] {});

/// The same for what a person points at: a model file (any of its shards), a checkpoint's folder, or a folder
/// with models below it.
ScanReport find_models_at(
    const std::filesystem::path& path, const ModelInspector& inspect,
    const CancelCheck& cancelled = [] { return false; });

/// `path` with every link followed as far as it leads; as it is where it leads to nothing.
std::filesystem::path real_path(const std::filesystem::path& path);

}  // namespace hearth::catalog
