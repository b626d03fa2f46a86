#pragma once

#include "catalog/library_schema.h"

#include <hearth/result.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

namespace hearth::catalog {

/// What keeps a database from being used.
enum class DatabaseProblem : std::uint8_t {
    damaged,
    full,
    failing,  ///< the drive refuses to write for another reason
    read_only,
    busy,
    other,
};

DatabaseProblem problem_of(const SQLite::Exception& exception);
/// The same as an error: read_failed for what is damaged, write_failed otherwise, with the problem's name in
/// details.actual
/// ("damaged", "full", "failing", "read_only", "busy", "other").
Error database_error(const SQLite::Exception& exception, const std::filesystem::path& file,
                     std::string_view what);

/// One connection to library.db, hardened against what a hostile file could hold (no triggers, views,
/// extensions or trusted schema; bounded values). Members throw SQLite::Exception. For one thread at a time.
class LibraryDatabase {
 public:
    enum class Access : std::uint8_t {
        read_write,
        read_only,
        frozen,  ///< reads the file alone, without the files beside it that WAL needs room for
    };

    /// Opens; creates for read_write. Nothing is read yet, so a damaged file opens.
    LibraryDatabase(const std::filesystem::path& file, Access access, std::chrono::milliseconds busy_timeout);
    /// In memory.
    LibraryDatabase();

    void execute(const char* sql) { database_->exec(sql); }
    std::int64_t integer(const char* sql);
    std::string text(const char* sql);
    SQLite::Statement prepare(const std::string& sql) { return SQLite::Statement(*database_, sql); }
    SQLite::Database& handle() { return *database_; }

    std::string setting(const std::string& name);
    void set_setting(const std::string& name, const std::string& value);

    /// Brings the schema up to date, each step whole or not at all; another process may do the same at once.
    void migrate(std::span<const SchemaStep> steps = library_schema());
    std::uint32_t version() { return static_cast<std::uint32_t>(integer("PRAGMA user_version")); }

    /// Everything that `change` does happens whole or not at all. The write lock is taken at once, so that it
    /// waits at the beginning and never fails in the middle.
    template <class Change>
    void write(Change&& change) {
        execute("BEGIN IMMEDIATE");
        try {
            std::forward<Change>(change)();
            execute("COMMIT");
        } catch (...) {
            database_->tryExec("ROLLBACK");  // fails where SQLite has rolled back by itself
            throw;
        }
    }

 private:
    std::unique_ptr<SQLite::Database> database_;
};

}  // namespace hearth::catalog
