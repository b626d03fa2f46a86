#pragma once

#include "catalog/folder_walk.h"
#include "catalog/local_model.h"
#include "catalog/local_models.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace hearth::catalog {

/// What every scanner gets and fills. Scanners open files for reading only and never write, lock or touch
/// anything.
struct ScanContext {
    const ModelInspector& inspect;
    const CancelCheck& cancelled;
    const std::function<void()>& found;  ///< after each model
    ScanReport& report;

    /// Looks into a model whose files are known and takes it into the report.
    void add(LocalModel model) const;
};

/// Whose models, and through which folder they are found.
struct ScanPlace {
    ModelSource source = ModelSource::hearth;
    std::filesystem::path root{};  ///< empty: added by hand
};

/// Every model below a folder.
void scan_folder(const ScanPlace& place, const ScanContext& context);

/// Ollama's models folder: manifests/REGISTRY/NAMESPACE/MODEL/TAG name layers, blobs/sha256-… hold them.
void scan_ollama(const std::filesystem::path& folder, const ScanContext& context);

/// A hub cache: models--ORGANIZATION--NAME/snapshots/REVISION/… are links into its blobs.
void scan_hugging_face(const std::filesystem::path& folder, const ScanContext& context);

/// Adds the models that some files of one folder make up: GGUF files and their shards, each with the
/// projectors beside it, and a checkpoint.
void add_models(const std::vector<std::filesystem::path>& files, const ScanPlace& place,
                const std::string& origin, const ScanContext& context);

/// Whether a scan of a folder cares for a file of that name.
bool is_of_interest(const std::filesystem::path& file);

/// The part that a file is, with its size and time of now; false in `here` where it is not there.
ModelPart part_of(const std::filesystem::path& path, FileRole role, bool* here = nullptr);

}  // namespace hearth::catalog
