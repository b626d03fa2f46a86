#pragma once

#include <chrono>

namespace SQLite {
class Database;
}

namespace hearth::database {

/// What a connection accepts.
struct Limits {
    std::chrono::milliseconds busy_timeout{0};  ///< another process is waited for at most
    int longest_value = 0;                      ///< bytes of one value or row
};

/// Hardens an open connection against what a hostile or damaged file could hold: no triggers, views,
/// extensions or trusted schema, bounded values, nothing mapped into memory. Foreign keys hold. Before
/// anything is read. Throws SQLite::Exception.
void harden(SQLite::Database& database, const Limits& limits);

}  // namespace hearth::database
