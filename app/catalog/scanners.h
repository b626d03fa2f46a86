#pragma once

#include "catalog/folder_walk.h"
#include "catalog/local_model.h"
#include "catalog/model_inspection.h"

#include <filesystem>
#include <vector>

namespace hearth::catalog {

/// What every scanner gets and fills. Scanners open files for reading only and never write, lock or touch
/// anything.
struct ScanContext {
    const Inspector& inspect;
    const CancelCheck& cancelled;
    ScanReport& report;
};

/// Every *.gguf below a folder; `source` says whose it is.
void scan_folder(const std::filesystem::path& folder, ModelSource source, const ScanContext& context);

/// Ollama's models folder: manifests/REGISTRY/NAMESPACE/MODEL/TAG name layers, blobs/sha256-… hold them.
void scan_ollama(const std::filesystem::path& folder, const ScanContext& context);

/// A hub cache: models--ORGANIZATION--NAME/snapshots/REVISION/… are links into its blobs.
void scan_hugging_face(const std::filesystem::path& folder, const ScanContext& context);

/// Adds the models that some files make up.
void add_models(const std::vector<std::filesystem::path>& files, ModelSource source,
                const std::string& origin, const ScanContext& context);

}  // namespace hearth::catalog
