#include "storage/connection.h"

#include "database/hardened.h"

#include <cerrno>
#include <utility>

#include <sqlite3.h>

namespace hearth::storage {
namespace {

constexpr int kLongestValue = 128 * 1024 * 1024;  // bytes; the store itself refuses texts over 32 MiB

std::string utf8(const std::filesystem::path& path) {
    const auto text = path.u8string();
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

/// A path as part of a file: URI, where ? # and % mean something.
std::string uri_of(const std::string& path, std::string_view query) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string uri = "file:";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || byte == '/' || byte == '.' || byte == '-' ||
                           byte == '_';
        if (plain) {
            uri += c;
        } else {
            uri += '%';
            uri += kHex[byte >> 4];
            uri += kHex[byte & 15];
        }
    }
    uri += '?';
    uri += query;
    return uri;
}

std::unique_ptr<SQLite::Database> open_database(const std::string& name, Access access,
                                                const std::string& vfs) {
    if (access == Access::immutable) {
        return std::make_unique<SQLite::Database>(
            uri_of(name, "immutable=1"), SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX, 0,
            vfs);
    }
    const int mode =
        access == Access::read_only ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
    return std::make_unique<SQLite::Database>(name, mode | SQLite::OPEN_NOMUTEX, 0, vfs);
}

}  // namespace

Connection::Connection(const std::filesystem::path& file, Access access,
                       std::chrono::milliseconds busy_timeout, const std::string& vfs)
    : name_(utf8(file)), database_(open_database(name_, access, vfs)) {
    harden(busy_timeout);
}

Connection::Connection()
    : name_(":memory:"),
      database_(std::make_unique<SQLite::Database>(
          ":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX)) {
    harden(std::chrono::milliseconds{0});
}

void Connection::harden(std::chrono::milliseconds busy_timeout) {
    database::harden(*database_, {.busy_timeout = busy_timeout, .longest_value = kLongestValue});
}

std::int64_t Connection::integer(const std::string& sql) {
    SQLite::Statement statement(*database_, sql);
    return statement.executeStep() ? statement.getColumn(0).getInt64() : 0;
}

std::string Connection::text(const std::string& sql) {
    SQLite::Statement statement(*database_, sql);
    return statement.executeStep() ? statement.getColumn(0).getString() : std::string{};
}

Connection::Use Connection::prepare(const std::string& sql) {
    Idle& idle = idle_[sql];
    if (idle.empty()) {
        idle.reserve(4);  // so that giving one back needs no memory
        return Use(std::make_unique<SQLite::Statement>(*database_, sql), idle);
    }
    auto statement = std::move(idle.back());
    idle.pop_back();
    return Use(std::move(statement), idle);
}

Connection::Use::Use(std::unique_ptr<SQLite::Statement> statement, Idle& home)
    : statement_(std::move(statement)), home_(home) {}

Connection::Use::~Use() {
    statement_->tryReset();  // its code repeats the failure that executeStep has thrown already
    if (home_.size() < home_.capacity()) {
        home_.push_back(std::move(statement_));
    }
}

void Connection::set_durability(Durability durability) {
    if (durability_ != durability) {
        execute(durability == Durability::power_cut ? "PRAGMA synchronous = FULL"
                                                    : "PRAGMA synchronous = NORMAL");
        durability_ = durability;
    }
}

void Connection::note_system_error() {
    sqlite3_vfs* vfs = nullptr;
    sqlite3_file_control(database_->getHandle(), "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
    system_error_ = vfs && vfs->xGetLastError ? vfs->xGetLastError(vfs, 0, nullptr) : 0;
}

Connection::UnguardedSchema::UnguardedSchema(Connection& connection) : connection_(connection) {
    sqlite3_db_config(connection_.database().getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    connection_.execute("PRAGMA writable_schema = ON");
}

Connection::UnguardedSchema::~UnguardedSchema() {
    connection_.database().tryExec("PRAGMA writable_schema = OFF");
    sqlite3_db_config(connection_.database().getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

Error Connection::error(const SQLite::Exception& exception, std::string_view what) {
    const int noted = std::exchange(system_error_, 0);
    const int system_error = noted != 0 ? noted : sqlite3_system_errno(database_->getHandle());
    return storage_error(problem_of_sqlite(exception.getExtendedErrorCode(), system_error), name_, what,
                         exception.what());
}

WriteTransaction::WriteTransaction(Connection& connection, Durability durability) : connection_(connection) {
    connection_.set_durability(durability);
    connection_.execute("BEGIN IMMEDIATE");
}

WriteTransaction::~WriteTransaction() {
    if (open_) {
        connection_.database().tryExec("ROLLBACK");  // fails where SQLite has rolled back by itself
    }
}

void WriteTransaction::commit() {
    try {
        connection_.execute("COMMIT");
    } catch (const SQLite::Exception&) {
        connection_.note_system_error();
        throw;
    }
    open_ = false;
}

ReadTransaction::ReadTransaction(Connection& connection) : connection_(connection) {
    connection_.execute("BEGIN");
}

ReadTransaction::~ReadTransaction() {
    connection_.database().tryExec("ROLLBACK");
}

StorageProblem problem_of_sqlite(int extended_code, int system_error) {
    const bool no_space = system_error == ENOSPC
#ifdef EDQUOT
                          || system_error == EDQUOT
#endif
        ;
    const bool not_allowed = system_error == EACCES || system_error == EPERM || system_error == EROFS;
    switch (extended_code & 0xff) {
        case SQLITE_FULL:
            return StorageProblem::disk_full;
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return StorageProblem::read_only;
        case SQLITE_CANTOPEN:
            return no_space      ? StorageProblem::disk_full
                   : not_allowed ? StorageProblem::read_only
                                 : StorageProblem::cannot_open;
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return StorageProblem::damaged;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_PROTOCOL:
            return StorageProblem::busy;
        case SQLITE_NOMEM:
            return StorageProblem::out_of_memory;
        case SQLITE_TOOBIG:
            return StorageProblem::too_large;
        case SQLITE_IOERR:
            if (extended_code == SQLITE_IOERR_NOMEM) {
                return StorageProblem::out_of_memory;
            }
            return no_space      ? StorageProblem::disk_full
                   : not_allowed ? StorageProblem::read_only
                                 : StorageProblem::device_failed;
        default:
            return StorageProblem::internal;
    }
}

}  // namespace hearth::storage
