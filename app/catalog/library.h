#pragma once

#include "catalog/folder_walk.h"
#include "catalog/local_model.h"
#include "catalog/model_folders.h"
#include "catalog/model_inspection.h"
#include "catalog/mounts.h"
#include "transfers/download_set.h"
#include "transfers/file_operations.h"

#include <hearth/result.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hearth::catalog {

struct LibraryOptions {
    std::filesystem::path models_folder;  ///< Hearth's own: what lies there may be removed and moved
    std::string program_version{};        ///< what an older one could not run is looked at again
    Inspector inspect = inspect_model;
    MountReader mounts = read_mounts;
    Environment environment = process_environment();
    /// Files of versions before the database; the files added by hand are taken over once, the cache is
    /// removed.
    std::filesystem::path old_added_files{};
    std::filesystem::path old_cache{};
    /// The curated list: what a file of its names and sizes should be and where to get it, wherever such a
    /// file came from. Empty, or no such file: nothing is known of any.
    std::filesystem::path curated_list{};
    std::chrono::milliseconds busy_timeout{5000};
    /// Moves files to the trash.
    std::shared_ptr<transfers::FileOperations> files = transfers::system_file_operations();
};

/// How the list is kept, for one sentence to the person.
struct LibraryReport {
    enum class Outcome : std::uint8_t {
        opened,
        created,
        rebuilt,    ///< the file was damaged: it lies at `set_aside`, what was added by hand was kept where
                    ///< readable
        newer,      ///< a newer Hearth wrote it: it is only read, changes last for this run
        in_memory,  ///< it cannot be written (read-only folder, full disk): changes last for this run
    };
    Outcome outcome = Outcome::opened;
    std::optional<Error> cause{};
    std::filesystem::path set_aside{};
    std::size_t kept = 0;  ///< entries read from a damaged file

    bool lasting() const { return outcome < Outcome::newer; }
};

struct VerifiedFile {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    std::string sha256;    ///< of what is there
    std::string expected;  ///< empty: nothing to compare with
    bool differs() const { return !expected.empty() && sha256 != expected; }
};
struct Verification {
    Verdict verdict = Verdict::none;
    std::vector<VerifiedFile> files;
};

struct Removal {
    bool trashed = false;  ///< false: only forgotten, its files belong to others or are not here
    std::vector<std::filesystem::path> files;  ///< what went into the trash
};
enum class RemovalWay : std::uint8_t {
    trash,
    for_good,  ///< deletes our own files where no trash takes them; cannot be undone
};

struct ModelDiskUse {
    std::string id;
    std::uint64_t bytes = 0;  ///< of files that no model before it in the list uses too
};
struct VolumeDiskUse {
    std::filesystem::path mount;
    std::uint64_t model_bytes = 0;
    std::uint64_t free_bytes = 0;
    std::uint64_t total_bytes = 0;
};
struct DiskUse {
    std::uint64_t bytes = 0;      ///< all models that are here, each file once
    std::uint64_t own_bytes = 0;  ///< of it in Hearth's folder
    std::vector<ModelDiskUse> models;
    std::vector<VolumeDiskUse> volumes;
};

/// A move of the library that has not come to its end.
struct UnfinishedMove {
    std::filesystem::path from;
    std::filesystem::path to;
    bool switched = false;  ///< the new place is in use; only the old copies are left to delete
};

/// Told now and then, from the thread that works.
struct Progress {
    std::uint64_t done = 0;
    std::uint64_t total = 0;  ///< 0: not known
};
using ProgressSink = std::function<void(const Progress&)>;

/// The models of this computer, in a SQLite file (`library.db`) that several programs may use at once. A
/// model stays in the list until the person removes it: scans add and update, and tell `offline` (its drive
/// is not here) from `missing`. Files of other programs are read in place and never changed.
///
/// Thread-safe: any member from any thread. There is no writer thread: reading of folders, hashing and
/// copying happen outside of the database, and what they found is written in one short transaction; another
/// process waits for it at most (busy_timeout). None may be called from a GUI thread: all of them touch the
/// disk.
class Library {
 public:
    /// Opens or creates. A database that cannot be used is told in report(), not as an error. Errors:
    /// out_of_memory, write_failed where not even memory can hold one.
    static Result<Library> open(const std::filesystem::path& file, LibraryOptions options);
    Library(Library&&) noexcept;
    Library& operator=(Library&&) noexcept;
    ~Library();

    /// By value: it turns to in_memory when the disk fills up while it is open.
    LibraryReport report() const;

    /// The person's folders and whether other programs' are looked at; kept, so that every program sees the
    /// same.
    Status choose_folders(const std::vector<std::filesystem::path>& added, bool other_programs);
    /// Where to look: Hearth's folder and what was chosen.
    ModelFolders folders() const;

    /// Looks through the folders and the files added by hand; headers are read only of files that changed.
    /// The list changes at the end, at once. Errors: cancelled (the list is as before; headers that were read
    /// are kept).
    Result<ScanReport> scan(const ModelFolders& folders, const CancelCheck& cancelled,
                            const ProgressSink& progress);
    /// What is known, without a look at the disk: models below the folders of the last scan, and those added
    /// by hand.
    Result<std::vector<LocalModel>> list() const;
    Result<LocalModel> find(const std::string& id) const;

    /// Takes a model file (any shard), a checkpoint's folder, or every model below a folder into the list,
    /// also such as were removed from it. Errors: file_not_found, bad_value (nothing there is a model).
    Result<std::vector<LocalModel>> add(const std::filesystem::path& path);
    /// What a finished download was checked against and where it came from.
    Status note_download(const transfers::DownloadRequest& request);

    /// Hashes every file of the model, at the speed of the disk, and keeps what it finds. Errors:
    /// file_not_found (no such model, or a file of it is not here), read_failed, cancelled; those of
    /// read_catalog, where only the curated list could say what a file should be.
    Result<Verification> verify(const std::string& id, const CancelCheck& cancelled,
                                const ProgressSink& progress);
    /// The download of a model in Hearth's folder, from where its files came or the curated list has them:
    /// files that are not what they should be are replaced, those that are gone come back. Errors:
    /// file_not_found (no such model), bad_value (nobody knows where all that it needs came from), those of
    /// read_catalog.
    Result<transfers::DownloadSetRequest> download_again(const std::string& id) const;

    /// Takes the model off the list: its own files in Hearth's folder go to the system's trash; files of
    /// others stay and are only forgotten. Errors: file_not_found (no such model), write_failed (nothing has
    /// changed).
    Result<Removal> remove(const std::string& id, RemovalWay way = RemovalWay::trash);
    /// Undoes it. Errors: file_not_found (the trash was emptied), write_failed.
    Result<LocalModel> restore(const std::string& id);

    Result<DiskUse> disk_use() const;

    /// Where Hearth's models folder really lies: elsewhere once it was moved.
    std::filesystem::path place() const;
    /// Whether it is Hearth's own folder, or where that leads.
    bool is_own_folder(const std::filesystem::path& folder) const;
    /// Moves Hearth's models folder: copies, reads back and compares, then puts a link to the new place where
    /// the folder was, so that every path stays valid, and deletes the old copies at the end. A failure or a
    /// cancel leaves everything as it was. After a crash the same call goes on where it was. `to`: a folder
    /// that does not exist or is empty; Hearth's own folder brings everything back. Errors: bad_value
    /// (details.field "to": it cannot be used, details.actual "not_empty", "inside" or "taken"), write_failed
    /// (details.field "space" with bytes_needed and bytes_available; details.actual "moving": another program
    /// is at it), read_failed, cancelled.
    Status move_library(const std::filesystem::path& to, const CancelCheck& cancelled,
                        const ProgressSink& progress);
    /// A move that was cut off by a crash, to be offered again.
    std::optional<UnfinishedMove> unfinished_move() const;
    /// Gives such a move up: deletes the copies; after the switch it deletes the old ones instead.
    Status give_up_move();

 private:
    struct State;
    explicit Library(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace hearth::catalog
