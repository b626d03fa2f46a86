#pragma once

#include "catalog/catalog.h"
#include "catalog/library.h"
#include "catalog/library_database.h"
#include "catalog/library_rows.h"

#include <hearth/result.h>

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace hearth::catalog {

/// Behind Library: the connection and what is known in this process. `mutex` guards all but the options and
/// is held for the length of one transaction.
struct Library::State {
    std::filesystem::path file;
    LibraryOptions options;
    mutable std::mutex mutex;
    std::unique_ptr<LibraryDatabase> database;
    LibraryReport report;
    std::set<std::filesystem::path> roots;  ///< of the folders that were looked through last
    mutable std::mutex curated_mutex;       ///< guards the next alone
    mutable std::optional<Result<Catalog>> curated_read;

    /// Reads in one transaction. `read`: LibraryDatabase& → T.
    template <class Read>
    auto read(std::string_view what, Read&& read) const -> Result<decltype(read(*database))> {
        const std::scoped_lock lock(mutex);
        try {
            database->execute("BEGIN");
            auto value = std::forward<Read>(read)(*database);
            database->execute("COMMIT");
            return value;
        } catch (const SQLite::Exception& exception) {
            database->handle().tryExec("ROLLBACK");
            return database_error(exception, file, what);
        }
    }

    /// Changes in one transaction; where the disk takes nothing any more the list goes on in memory, with the
    /// change. `change`: LibraryDatabase& → void; may run twice.
    template <class Change>
    Status write(std::string_view what, Change&& change) {
        const std::scoped_lock lock(mutex);
        try {
            database->write([&] { change(*database); });
            return {};
        } catch (const SQLite::Exception& exception) {
            const Error error = database_error(exception, file, what);
            const DatabaseProblem problem = problem_of(exception);
            const bool cannot_be_written = problem == DatabaseProblem::full ||
                                           problem == DatabaseProblem::failing ||
                                           problem == DatabaseProblem::read_only;
            if (!cannot_be_written || !report.lasting() || !go_on_in_memory(error)) {
                return error;
            }
        }
        try {
            database->write([&] { change(*database); });
        } catch (const SQLite::Exception& exception) {
            return database_error(exception, file, what);
        }
        return {};
    }

    /// The curated list, read when it is first asked for; an empty one where there is no such file.
    const Result<Catalog>& curated() const;
    /// What a file of the model should be, as it was seen now; empty: nobody knows. Errors: those of
    /// read_catalog.
    Result<std::string> expected_hash(const ModelRecord& record, std::size_t part,
                                      const ModelPart& seen) const;
    /// How to get the files of a model in Hearth's folder again; nothing where that is not known. A list that
    /// cannot be read knows nothing.
    std::optional<transfers::DownloadSetRequest> download_of(const ModelRecord& record,
                                                             const KnownDownloads& downloads) const;

    /// Fills in what is known of a model by where it came from: title and source_known.
    void tell_origin(ModelRecord& record, const KnownDownloads& downloads) const;

    /// Copies what the file holds into memory and uses that from now on; false where it cannot be read.
    bool go_on_in_memory(const Error& cause);

    /// Whether the file lies in Hearth's own folder, links followed.
    bool owns(const std::filesystem::path& path) const;
};

/// The error of an id that no model has.
Error no_such_model(const std::string& id);
/// Folders as the places through which models are found.
std::set<std::filesystem::path> roots_of(const ModelFolders& folders);
/// Whether a model is shown with these folders.
bool is_listed(const ModelRecord& record, const std::set<std::filesystem::path>& roots);

}  // namespace hearth::catalog
