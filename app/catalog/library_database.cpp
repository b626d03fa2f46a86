#include "catalog/library_database.h"

#include "database/hardened.h"

#include <array>
#include <cerrno>

#include <fmt/format.h>
#include <sqlite3.h>

namespace hearth::catalog {

namespace {

constexpr int kLongestValue = 16 * 1024 * 1024;

std::string_view problem_name(DatabaseProblem problem) {
    constexpr std::array<std::string_view, 6> kNames{"damaged",   "full", "failing",
                                                     "read_only", "busy", "other"};
    return kNames.at(static_cast<std::size_t>(problem));
}

}  // namespace

DatabaseProblem problem_of(const SQLite::Exception& exception) {
    switch (exception.getErrorCode() & 0xff) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return DatabaseProblem::damaged;
        case SQLITE_FULL:
            return DatabaseProblem::full;
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_CANTOPEN:
        case SQLITE_AUTH:
            return DatabaseProblem::read_only;
        case SQLITE_IOERR:
            return DatabaseProblem::failing;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_PROTOCOL:
            return DatabaseProblem::busy;
        default:
            return DatabaseProblem::other;
    }
}

Error database_error(const SQLite::Exception& exception, const std::filesystem::path& file,
                     std::string_view what) {
    const DatabaseProblem problem = problem_of(exception);
    Error error{
        problem == DatabaseProblem::damaged ? ErrorCode::read_failed : ErrorCode::write_failed,
        fmt::format("{}: cannot {}: {}", escaped(file.string(), 4096), what, escaped(exception.what()))};
    error.details.file = file.string();
    error.details.actual = problem_name(problem);
    return error;
}

namespace {

/// sqlite.org/uri.html
std::string immutable_uri(const std::filesystem::path& file) {
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        const bool special = c == '%' || c == '?' || c == '#';
        uri += special ? fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)))
                       : std::string(1, c);
    }
    return uri + "?immutable=1";
}

}  // namespace

LibraryDatabase::LibraryDatabase(const std::filesystem::path& file, Access access,
                                 std::chrono::milliseconds busy_timeout)
    : database_(std::make_unique<SQLite::Database>(
          access == Access::frozen ? immutable_uri(file) : file.string(),
          (access == Access::read_write ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE
                                        : SQLite::OPEN_READONLY) |
              (access == Access::frozen ? SQLite::OPEN_URI : 0) | SQLite::OPEN_NOMUTEX)) {
    database::harden(*database_, {.busy_timeout = busy_timeout, .longest_value = kLongestValue});
}

LibraryDatabase::LibraryDatabase()
    : database_(std::make_unique<SQLite::Database>(
          ":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX)) {
    database::harden(*database_, {.longest_value = kLongestValue});
}

std::int64_t LibraryDatabase::integer(const char* sql) {
    SQLite::Statement statement(*database_, sql);
    return statement.executeStep() ? statement.getColumn(0).getInt64() : 0;
}

std::string LibraryDatabase::text(const char* sql) {
    SQLite::Statement statement(*database_, sql);
    return statement.executeStep() ? statement.getColumn(0).getString() : std::string();
}

std::string LibraryDatabase::setting(const std::string& name) {
    SQLite::Statement statement = prepare("SELECT value FROM setting WHERE name = ?");
    statement.bind(1, name);
    return statement.executeStep() ? statement.getColumn(0).getString() : std::string();
}

void LibraryDatabase::set_setting(const std::string& name, const std::string& value) {
    SQLite::Statement statement = prepare("INSERT OR REPLACE INTO setting(name, value) VALUES(?, ?)");
    statement.bind(1, name);
    statement.bind(2, value);
    statement.exec();
}

void LibraryDatabase::migrate(std::span<const SchemaStep> steps) {
    for (const SchemaStep& step : steps) {
        if (version() >= step.to) {
            continue;
        }
        write([&] {
            if (version() >= step.to) {
                return;  // another process was faster
            }
            execute(step.sql);
            execute(fmt::format("PRAGMA user_version = {}", step.to).c_str());
            execute(fmt::format("PRAGMA application_id = {}", kLibraryApplicationId).c_str());
        });
    }
}

}  // namespace hearth::catalog
