#include "catalog/library_opening.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hearth::catalog {

namespace {

/// Parents before children.
constexpr std::array kTables{"setting", "model", "part", "download", "inspection", "trashed"};

std::vector<std::string> columns_of(LibraryDatabase& database, const std::string& table) {
    std::vector<std::string> columns;
    SQLite::Statement statement =
        database.prepare(fmt::format("SELECT name FROM pragma_table_info('{}')", table));
    while (statement.executeStep()) {
        columns.push_back(statement.getColumn(0).getString());
    }
    return columns;
}

std::vector<std::string> common_columns(LibraryDatabase& from, LibraryDatabase& to,
                                        const std::string& table) {
    const std::vector<std::string> there = columns_of(from, table);
    std::vector<std::string> columns = columns_of(to, table);
    std::erase_if(columns,
                  [&](const std::string& name) { return std::ranges::find(there, name) == there.end(); });
    return columns;
}

void bind_column(SQLite::Statement& insert, int index, const SQLite::Column& column) {
    if (column.isNull()) {
        insert.bind(index);
    } else if (column.isInteger()) {
        insert.bind(index, column.getInt64());
    } else {
        insert.bind(index, column.getString());
    }
}

/// Copies rows in the order that `select` gives; ends at the first one that cannot be read.
void copy_rows(LibraryDatabase& from, LibraryDatabase& to, const std::string& select,
               const std::string& insert, int columns) {
    try {
        SQLite::Statement rows = from.prepare(select);
        while (rows.executeStep()) {
            try {
                SQLite::Statement statement = to.prepare(insert);
                for (int i = 0; i < columns; ++i) {
                    bind_column(statement, i + 1, rows.getColumn(i));
                }
                statement.exec();
            } catch (const SQLite::Exception&) {
                continue;  // a row that the rules of the schema refuse is damaged too
            }
        }
    } catch (const SQLite::Exception&) {
        return;
    }
}

}  // namespace

std::size_t copy_readable(LibraryDatabase& from, LibraryDatabase& to, bool everything) {
    for (const std::string table : kTables) {
        if (table == "inspection" && !everything) {
            continue;  // only saves time, and may be damaged too
        }
        try {
            const std::vector<std::string> columns = common_columns(from, to, table);
            if (columns.empty()) {
                continue;
            }
            const std::string names = fmt::format("{}", fmt::join(columns, ", "));
            const std::vector<std::string> marks(columns.size(), "?");
            const std::string insert =
                fmt::format("INSERT OR IGNORE INTO {}({}) VALUES({})", table, names, fmt::join(marks, ", "));
            const bool models = table == std::string("model") && !everything;
            const std::string select = fmt::format("SELECT {} FROM {}{}", names, table,
                                                   models ? " WHERE added <> 0 OR hidden <> ''" : "");
            copy_rows(from, to, select, insert, static_cast<int>(columns.size()));
            if (table == std::string("model") || table == std::string("download")) {
                // From the other end, past what cannot be read.
                copy_rows(from, to, select + " ORDER BY rowid DESC", insert,
                          static_cast<int>(columns.size()));
            }
        } catch (const SQLite::Exception&) {
            continue;
        }
    }
    return static_cast<std::size_t>(to.integer("SELECT count(*) FROM model"));
}

}  // namespace hearth::catalog
