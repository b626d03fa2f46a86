#pragma once

#include "catalog/library_database.h"
#include "catalog/local_model.h"
#include "catalog/mounts.h"
#include "transfers/download.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hearth::catalog {

enum class Hidden : std::uint8_t {
    no,
    forgotten,  ///< by the person: a scan does not bring it back
    removed,    ///< with its files: a scan that finds them again does
};

/// What the database knows of a part besides what is shown.
struct PartRecord {
    std::filesystem::path real_path;  ///< without links
    std::string hash_source;          ///< "download", "name", "list", "verify"; empty without a hash

    friend bool operator==(const PartRecord&, const PartRecord&) = default;
};

/// A model as the database holds it.
struct ModelRecord {
    LocalModel model;
    std::vector<PartRecord> parts;  ///< as model.parts
    VolumePlace place;
    Hidden hidden = Hidden::no;
    std::int64_t hidden_at = 0;  ///< seconds since 1970
    std::int64_t stamp = 0;      ///< of the person's last change to it

    bool has_real_path(const std::filesystem::path& real) const;
    /// Whether the database would hold the same.
    friend bool operator==(const ModelRecord& a, const ModelRecord& b);
};

/// A file that lies in the trash.
struct TrashedFile {
    std::filesystem::path path;
    std::filesystem::path trash_path;
};

/// What files should be and where they came from. Of downloads of earlier versions the hash alone is known.
using KnownDownloads = std::map<std::filesystem::path, transfers::DownloadRequest>;

// All throw SQLite::Exception; values that no version wrote are read as the nearest sensible ones.
std::vector<ModelRecord> read_models(LibraryDatabase& database);
std::optional<ModelRecord> read_model(LibraryDatabase& database, const std::string& id);
std::optional<ModelRecord> read_model_at(LibraryDatabase& database, const std::filesystem::path& path);
/// Inserts it, or replaces the one of the same id.
void write_model(LibraryDatabase& database, const ModelRecord& record);
void delete_model(LibraryDatabase& database, const std::string& id);

/// Ids of models that were removed with their files before that time.
std::vector<std::string> removed_before(LibraryDatabase& database, std::int64_t time);
std::vector<TrashedFile> read_trashed(LibraryDatabase& database, const std::string& id);
void write_trashed(LibraryDatabase& database, const std::string& id, const std::vector<TrashedFile>& files);

/// Finished downloads, by the paths they went to.
KnownDownloads read_downloads(LibraryDatabase& database);
void write_download(LibraryDatabase& database, const transfers::DownloadRequest& request);

/// A new stamp, larger than all before it, from every process.
std::int64_t next_stamp(LibraryDatabase& database);
std::int64_t last_stamp(LibraryDatabase& database);

/// A short id for a model at `path` that no model has yet.
std::string new_id(LibraryDatabase& database, const std::filesystem::path& path);

}  // namespace hearth::catalog
