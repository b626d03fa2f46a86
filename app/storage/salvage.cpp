#include "storage/salvage.h"

#include "storage/connection.h"
#include "storage/migration.h"
#include "storage/private_file.h"
#include "storage/schema.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sqlite3.h>

namespace hearth::storage {
namespace {

constexpr std::int64_t kMostSingleRows =
    200'000;  // ids tried one by one between two readable ends of a table

/// The damaged file, open for as much as can be read of it.
struct DamagedFile {
    DamagedFile(const std::filesystem::path& file, Access access, const OpenOptions& options)
        : connection(file, access, options.busy_timeout, options.vfs), reads_on(connection) {
        connection.integer("SELECT count(*) FROM sqlite_schema");
    }

    Connection connection;
    Connection::UnguardedSchema reads_on;
};

std::unique_ptr<DamagedFile> open_damaged(const std::filesystem::path& file, const OpenOptions& options) {
    for (const Access access : {Access::read_only, Access::immutable}) {
        try {
            return std::make_unique<DamagedFile>(file, access, options);
        } catch (const SQLite::Exception&) {
            continue;  // without its write-ahead log it may still open
        }
    }
    return nullptr;
}

std::vector<std::string> columns_of(Connection& connection, const std::string& table) {
    std::vector<std::string> columns;
    SQLite::Statement query(connection.database(), "SELECT name FROM pragma_table_info(?)");
    query.bind(1, table);
    while (query.executeStep()) {
        columns.push_back(query.getColumn(0).getString());
    }
    return columns;
}

/// Copies one table as far as it can be read.
class TableCopy {
 public:
    TableCopy(Connection& source, Connection& target, const std::string& table)
        : source_(source), target_(target) {
        std::vector<std::string> there;
        try {
            there = columns_of(source, table);
        } catch (const SQLite::Exception&) {
            complete_ = false;
        }
        const std::vector<std::string> here = columns_of(target, table);
        std::string names;
        std::string marks;
        for (const std::string& column : here) {
            if (column != "indexed" && std::ranges::find(there, column) != there.end()) {
                names += (names.empty() ? "" : ", ") + column;
                marks += marks.empty() ? "?" : ", ?";
                ++column_count_;
            }
        }
        if (column_count_ == 0) {
            complete_ = false;
            return;
        }
        select_ = "SELECT rowid, " + names + " FROM " + table;
        insert_.emplace(target.database(),
                        "INSERT OR IGNORE INTO " + table + "(" + names + ") VALUES(" + marks + ")");
    }

    /// Forward to the first row that cannot be read, backward from the end to the last one, and what lies
    /// between by its number: SQLite's b-trees give all but the rows on the damaged pages.
    void run() {
        if (!insert_) {
            return;
        }
        const std::optional<std::int64_t> stopped_at = read(select_ + " ORDER BY rowid", {});
        if (!stopped_at) {
            return;
        }
        complete_ = false;
        const std::int64_t low = *stopped_at;
        const std::optional<std::int64_t> from_end =
            read(select_ + " WHERE rowid > ? ORDER BY rowid DESC", {low});
        const std::int64_t high = from_end.value_or(low);
        for (std::int64_t id = low + 1; id < high && id - low <= kMostSingleRows; ++id) {
            read(select_ + " WHERE rowid = ?", {id});
        }
    }

    std::uint64_t rows() const { return rows_; }
    bool complete() const { return complete_; }

 private:
    /// The last row number read before the failure; none when all went well.
    std::optional<std::int64_t> read(const std::string& sql, std::optional<std::int64_t> parameter) {
        std::int64_t last = parameter.value_or(0);
        try {
            SQLite::Statement query(source_.database(), sql);
            if (parameter) {
                query.bind(1, *parameter);
            }
            while (query.executeStep()) {
                last = query.getColumn(0).getInt64();
                copy(query);
            }
            return std::nullopt;
        } catch (const SQLite::Exception& exception) {
            if (exception.getErrorCode() == SQLITE_FULL || exception.getErrorCode() == SQLITE_NOMEM) {
                throw;  // about the new file
            }
            return last;
        }
    }

    void copy(SQLite::Statement& row) {
        insert_->tryReset();
        for (int column = 0; column < column_count_; ++column) {
            const SQLite::Column value = row.getColumn(column + 1);
            if (value.isNull()) {
                insert_->bind(column + 1);
            } else if (value.isInteger()) {
                insert_->bind(column + 1, value.getInt64());
            } else {
                insert_->bind(column + 1, value.getString());
            }
        }
        const int code = insert_->tryExecuteStep();
        insert_->tryReset();
        if (code == SQLITE_DONE) {
            rows_ += target_.database().getChanges() > 0 ? 1 : 0;
        } else if ((code & 0xff) == SQLITE_CONSTRAINT || (code & 0xff) == SQLITE_MISMATCH) {
            complete_ = false;  // a row that no Hearth wrote
        } else {
            throw SQLite::Exception("cannot write the copy", code == SQLITE_CORRUPT ? SQLITE_INTERNAL : code);
        }
    }

    Connection& source_;
    Connection& target_;
    std::string select_;
    std::optional<SQLite::Statement> insert_;
    int column_count_ = 0;
    std::uint64_t rows_ = 0;
    bool complete_ = true;
};

/// Gives every row a place again after others are gone. A chat whose own row is lost is called by what its
/// person said first.
void mend(Connection& target) {
    target.execute("UPDATE conversation SET folder = NULL WHERE folder NOT IN (SELECT id FROM folder)");
    target.execute(
        "INSERT OR IGNORE INTO conversation(id, created, updated, title, title_source) "
        "SELECT conversation, min(created), max(created), coalesce((SELECT trim(replace(substr(said.text, 1, "
        "60), char(10), ' ')) FROM message said WHERE said.conversation = message.conversation AND said.role "
        "= "
        "'user' ORDER BY said.id LIMIT 1), ''), 'automatic' FROM message WHERE conversation NOT IN (SELECT "
        "id FROM conversation) GROUP BY conversation");
    target.execute(
        "UPDATE message SET parent = (SELECT max(older.id) FROM message older WHERE older.conversation = "
        "message.conversation AND older.id < message.id) WHERE parent IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM message above WHERE above.id = message.parent AND above.conversation = "
        "message.conversation)");
    target.execute("DELETE FROM attachment WHERE message NOT IN (SELECT id FROM message)");
    target.execute(
        "DELETE FROM draft WHERE conversation <> 0 AND conversation NOT IN (SELECT id FROM conversation)");
    target.execute(
        "UPDATE conversation SET active_leaf = (SELECT max(id) FROM message WHERE message.conversation = "
        "conversation.id AND message.deleted_at IS NULL) WHERE NOT EXISTS (SELECT 1 FROM message WHERE "
        "message.id = conversation.active_leaf AND message.conversation = conversation.id)");
}

}  // namespace

Result<Salvage> salvage(const std::filesystem::path& damaged, const std::filesystem::path& target,
                        const OpenOptions& options) {
    std::unique_ptr<Connection> copy;
    try {
        create_private(target);
        copy = std::make_unique<Connection>(target, Access::read_write, options.busy_timeout, options.vfs);
        migrate(*copy, {}, chat_migrations(), options.vfs);
        Salvage salvage;
        salvage.complete = true;
        const std::unique_ptr<DamagedFile> source = open_damaged(damaged, options);
        salvage.complete = source != nullptr;
        if (source) {
            copy->execute("PRAGMA foreign_keys = OFF");
            WriteTransaction transaction(*copy, Durability::power_cut);
            for (const char* const table : chat_tables()) {
                TableCopy rows(source->connection, *copy, table);
                rows.run();
                salvage.complete = salvage.complete && rows.complete();
                const std::string_view name = table;
                (name == "conversation" ? salvage.conversations
                 : name == "message"    ? salvage.messages
                                        : salvage.other_rows) += rows.rows();
            }
            mend(*copy);
            transaction.commit();
        }
        return salvage;
    } catch (const SQLite::Exception& exception) {
        if (copy) {
            return copy->error(exception, "copy what can be read of the damaged chats");
        }
        return storage_error(problem_of_sqlite(exception.getExtendedErrorCode(), 0), target.string(),
                             "copy what can be read of the damaged chats", exception.what());
    }
}

}  // namespace hearth::storage
