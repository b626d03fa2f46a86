#include "database/hardened.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

namespace hearth::database {

void harden(SQLite::Database& database, const Limits& limits) {
    constexpr int kLongestSql = 1024 * 1024;
    sqlite3* handle = database.getHandle();
    database.setBusyTimeout(static_cast<int>(limits.busy_timeout.count()));
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    for (const int off :
         {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
          SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
          SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML}) {
        sqlite3_db_config(handle, off, 0, nullptr);
    }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, limits.longest_value);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, kLongestSql);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0);
    database.exec("PRAGMA cell_size_check = ON");
    database.exec("PRAGMA mmap_size = 0");  // a file cut short under us must be an error, not a SIGBUS
    database.exec("PRAGMA temp_store = MEMORY");
}

}  // namespace hearth::database
