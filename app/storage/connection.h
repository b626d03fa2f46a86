#pragma once

#include "storage/storage_problem.h"

#include <hearth/result.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

namespace hearth::storage {

/// How long a commit lasts.
enum class Durability : std::uint8_t {
    program_crash,  ///< the program may die, the machine may not
    power_cut,      ///< on the drive when the commit returns
};

enum class Access : std::uint8_t {
    read_write,
    read_only,
    immutable,  ///< read-only, no other process writes, files beside the database are not touched
};

/// One open SQLite file, hardened against what a hostile one could hold (no triggers, views, extensions or
/// trusted schema; bounded values), with its prepared statements. Members throw SQLite::Exception; ChatStore
/// turns that into an Error at its edge. For one thread.
class Connection {
 public:
    /// Opens; creates for read_write. Nothing is read yet, so a damaged file opens. Throws.
    Connection(const std::filesystem::path& file, Access access, std::chrono::milliseconds busy_timeout,
               const std::string& vfs);
    /// A database in memory.
    Connection();

    SQLite::Database& database() { return *database_; }
    const std::string& name() const { return name_; }

    void execute(const char* sql) { database_->exec(sql); }
    std::int64_t integer(const std::string& sql);
    std::string text(const std::string& sql);

    using Idle = std::vector<std::unique_ptr<SQLite::Statement>>;

    /// A statement in use: reset when it goes out of scope so that it holds no lock. Bindings stay from the
    /// use before: bind every parameter.
    class Use {
     public:
        Use(std::unique_ptr<SQLite::Statement> statement, Idle& home);
        ~Use();
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        SQLite::Statement* operator->() { return statement_.get(); }
        SQLite::Statement& operator*() { return *statement_; }

     private:
        std::unique_ptr<SQLite::Statement> statement_;
        Idle& home_;
    };
    /// Prepares `sql` or takes the prepared one.
    Use prepare(const std::string& sql);

    /// Sets when commits are synced; outside of a transaction.
    void set_durability(Durability durability);

    /// Remembers the errno of a failure before anything else is done; SQLite does not for a failing COMMIT.
    void note_system_error();

    /// While it lives SQLite lets the schema and FTS5's own tables be changed, and reads on where the file is
    /// shorter than it says or its schema has holes. For mending and salvaging only.
    class UnguardedSchema {
     public:
        explicit UnguardedSchema(Connection& connection);
        ~UnguardedSchema();
        UnguardedSchema(const UnguardedSchema&) = delete;
        UnguardedSchema& operator=(const UnguardedSchema&) = delete;

     private:
        Connection& connection_;
    };

    /// The Error for an exception of SQLite while doing `what`.
    Error error(const SQLite::Exception& exception, std::string_view what);

 private:
    void harden(std::chrono::milliseconds busy_timeout);

    std::string name_;
    std::unique_ptr<SQLite::Database> database_;
    std::unordered_map<std::string, Idle> idle_;
    std::optional<Durability> durability_;
    int system_error_ = 0;
};

/// Everything between construction and commit happens whole or not at all. Takes the write lock at once, so
/// it fails with busy at the beginning and never in the middle.
class WriteTransaction {
 public:
    WriteTransaction(Connection& connection, Durability durability);
    ~WriteTransaction();
    WriteTransaction(const WriteTransaction&) = delete;
    WriteTransaction& operator=(const WriteTransaction&) = delete;
    void commit();

 private:
    Connection& connection_;
    bool open_ = true;
};

/// Several reads of one state of the file, whatever other processes write meanwhile.
class ReadTransaction {
 public:
    explicit ReadTransaction(Connection& connection);
    ~ReadTransaction();
    ReadTransaction(const ReadTransaction&) = delete;
    ReadTransaction& operator=(const ReadTransaction&) = delete;

 private:
    Connection& connection_;
};

/// The problem behind a code of SQLite and the errno that came with it.
StorageProblem problem_of_sqlite(int extended_code, int system_error);

}  // namespace hearth::storage
