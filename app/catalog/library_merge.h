#pragma once

#include "catalog/library_rows.h"
#include "catalog/local_model.h"
#include "catalog/mounts.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hearth::catalog {

/// A model that a scan found, with where its files really lie.
struct FoundModel {
    LocalModel model;
    std::vector<PartRecord> parts;
    VolumePlace place;
};

/// What a scan knows of the world around the list.
struct ScanView {
    Mounts mounts;
    std::set<std::filesystem::path> roots;  ///< folders that were looked through
    KnownDownloads downloads;
    /// Looks at a place on its own: a drive that is mounted elsewhere now.
    std::function<std::optional<FoundModel>(const std::filesystem::path&)> look_at;
};

/// What a scan changes. Records without id are new.
struct MergeResult {
    std::vector<ModelRecord> written;
    std::vector<std::string> deleted;  ///< ids of records whose files are now those of another model
};

/// Resolves links and says where each file lies.
FoundModel located(LocalModel model, const Mounts& mounts);

/// Joins what was found with what was known. A known model is found again by its path, by its place on its
/// volume, or by its real file; one that was not found is offline where its drive is not here and missing
/// where it is. Never drops a model whose files no other one has. Looks at the disk, not at the database.
MergeResult merge(const std::vector<ModelRecord>& known, std::vector<FoundModel> found, const ScanView& view);

/// Takes over what was found into a record: what the person decided and hashes that still hold stay.
void take_found(ModelRecord& record, FoundModel found, const KnownDownloads& downloads);

}  // namespace hearth::catalog
