#include "storage/migration.h"

#include "storage/private_file.h"

#include <string>
#include <system_error>

#include <SQLiteCpp/Backup.h>
#include <sqlite3.h>

namespace hearth::storage {
namespace {

void copy_aside(Connection& connection, const std::filesystem::path& backup, const std::string& vfs) {
    // Under another name until it is whole: a copy cut short must not pass for one.
    std::filesystem::path partial = backup;
    partial += ".partial";
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    create_private(partial);
    {
        const auto name = partial.u8string();
        SQLite::Database copy(std::string(name.begin(), name.end()),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 0, vfs);
        SQLite::Backup run(copy, connection.database());
        run.executeStep(-1);
    }
    std::error_code failed;
    std::filesystem::rename(partial, backup, failed);
    if (failed) {
        throw SQLite::Exception("cannot name the copy " + backup.string() + ": " + failed.message(),
                                SQLITE_CANTOPEN);
    }
}

std::uint32_t version_of(Connection& connection) {
    return static_cast<std::uint32_t>(connection.integer("PRAGMA user_version"));
}

}  // namespace

std::filesystem::path free_name(const std::filesystem::path& wanted) {
    std::filesystem::path name = wanted;
    std::error_code unknown;
    for (int number = 2; std::filesystem::exists(name, unknown); ++number) {
        name = wanted;
        name += "-" + std::to_string(number);
    }
    return name;
}

MigrationOutcome migrate(Connection& connection, const std::filesystem::path& file,
                         std::span<const Migration> steps, const std::string& vfs) {
    MigrationOutcome outcome;
    outcome.from = version_of(connection);
    if (outcome.from >= steps.back().to) {
        return outcome;
    }
    if (outcome.from > 0 && !file.empty()) {
        std::filesystem::path wanted = file;
        wanted += ".v" + std::to_string(outcome.from) + "-backup";
        outcome.backup = free_name(wanted);
        copy_aside(connection, outcome.backup, vfs);
    }
    // A step that rebuilds a table must not cascade into others; the check below sees to it that nothing
    // dangles.
    connection.execute("PRAGMA foreign_keys = OFF");
    {
        WriteTransaction transaction(connection, Durability::power_cut);
        const std::uint32_t now = version_of(connection);  // another process may have come first
        for (const Migration& step : steps) {
            if (step.to > now) {
                connection.execute(step.sql);
                connection.execute(("PRAGMA user_version = " + std::to_string(step.to)).c_str());
                outcome.migrated = true;
            }
        }
        connection.execute(("PRAGMA application_id = " + std::to_string(kChatApplicationId)).c_str());
        SQLite::Statement dangling(connection.database(), "PRAGMA foreign_key_check");
        if (dangling.executeStep()) {
            throw SQLite::Exception("a row of " + dangling.getColumn(0).getString() + " points nowhere",
                                    SQLITE_CORRUPT);
        }
        dangling.reset();
        transaction.commit();
    }
    connection.execute("PRAGMA foreign_keys = ON");
    return outcome;
}

}  // namespace hearth::storage
