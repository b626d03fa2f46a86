#pragma once

#include "catalog/folder_walk.h"
#include "catalog/local_model.h"
#include "catalog/model_folders.h"
#include "catalog/model_inspection.h"

namespace hearth::catalog {

/// Every model on this computer that the folders hold, used in place. Reads only; may take seconds: call it
/// on a worker thread. A file that several folders lead to is listed once, for the first of them.
ScanReport find_local_models(
    const ModelFolders& folders, const Inspector& inspect = inspect_model,
    const CancelCheck& cancelled = [] { return false; });

}  // namespace hearth::catalog
