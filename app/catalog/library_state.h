#pragma once

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
