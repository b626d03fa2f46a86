#include "storage/search_index.h"

#include "storage/folded_text.h"
#include "storage/schema.h"
#include "storage/search_term.h"

#include <string_view>

#include <sqlite3.h>

namespace hearth::storage {
namespace {

void set_indexed(Connection& connection, MessageId message, bool indexed) {
    auto mark = connection.prepare("UPDATE message SET indexed = ? WHERE id = ?");
    mark->bind(1, indexed ? 1 : 0);
    mark->bind(2, message.value);
    mark->exec();
}

bool is_indexed(Connection& connection, MessageId message) {
    auto query = connection.prepare("SELECT indexed FROM message WHERE id = ?");
    query->bind(1, message.value);
    return query->executeStep() && query->getColumn(0).getInt() != 0;
}

void run(Connection& connection, const char* sql, MessageId message, const std::string& text) {
    auto change = connection.prepare(sql);
    change->bind(1, message.value);
    change->bindNoCopy(2, text);
    change->exec();
}

}  // namespace

void add_to_index(Connection& connection, MessageId message, const std::string& text) {
    if (is_indexed(connection, message)) {
        return;
    }
    run(connection, "INSERT INTO message_trigram(rowid, text) VALUES(?, ?)", message, folded_utf8(text));
    run(connection, "INSERT INTO message_short(rowid, text) VALUES(?, ?)", message, short_tokens(text));
    set_indexed(connection, message, true);
}

void remove_from_index(Connection& connection, MessageId message, const std::string& text) {
    if (!is_indexed(connection, message)) {
        return;
    }
    run(connection, "INSERT INTO message_trigram(message_trigram, rowid, text) VALUES('delete', ?, ?)",
        message, folded_utf8(text));
    run(connection, "INSERT INTO message_short(message_short, rowid, text) VALUES('delete', ?, ?)", message,
        short_tokens(text));
    set_indexed(connection, message, false);
}

bool is_index_damage(const SQLite::Exception& exception) {
    if (exception.getExtendedErrorCode() == SQLITE_CORRUPT_VTAB) {
        return true;
    }
    const std::string_view text = exception.what();  // "vtable constructor failed: message_trigram"
    return text.find("message_trigram") != text.npos || text.find("message_short") != text.npos;
}

void rebuild_index(Connection& connection) {
    // DROP TABLE would have FTS5 open what it cannot read. Its tables go one by one instead, then its own
    // line in the schema, which has no pages.
    const Connection::UnguardedSchema open(connection);
    WriteTransaction transaction(connection, Durability::program_crash);
    for (const char* const table : {"message_trigram", "message_short"}) {
        for (const char* const part : {"_data", "_idx", "_config", "_content", "_docsize"}) {
            connection.execute(("DROP TABLE IF EXISTS " + std::string(table) + part).c_str());
        }
    }
    connection.execute("DELETE FROM sqlite_schema WHERE name IN ('message_trigram', 'message_short')");
    connection.execute("PRAGMA writable_schema = RESET");
    connection.execute(search_tables_sql());
    connection.execute("UPDATE message SET indexed = 0");
    transaction.commit();
}

}  // namespace hearth::storage
