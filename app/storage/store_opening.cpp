#include "storage/migration.h"
#include "storage/private_file.h"
#include "storage/record_columns.h"
#include "storage/salvage.h"
#include "storage/schema.h"
#include "storage/store_state.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <system_error>
#include <utility>

#include <sqlite3.h>

// ChatStore: the ways in.

namespace hearth::storage {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOpen = "open the chats";
constexpr std::int64_t kQuickCheckBytes = 32 * 1024 * 1024;  // checked whole at each start; about 60 ms

UtcTime system_time() {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

Error damaged(const Connection& connection, std::string_view cause) {
    return storage_error(StorageProblem::damaged, connection.name(), kOpen, cause);
}

/// The file is one of ours, of whatever version, or empty. What SQLite cannot read it throws.
Result<std::uint32_t> read_version(Connection& connection) {
    const std::int64_t objects = connection.integer("SELECT count(*) FROM sqlite_schema");
    const std::int64_t version = connection.integer("PRAGMA user_version");
    const std::int64_t application = connection.integer("PRAGMA application_id");
    if (objects == 0 && version == 0) {
        return 0U;
    }
    if (application != kChatApplicationId || version < 1) {
        return damaged(connection, "not a chats file of Hearth");
    }
    return static_cast<std::uint32_t>(version);
}

Status check_pages(Connection& connection) {
    const std::string found = connection.text("PRAGMA quick_check(1)");
    if (found == "ok") {
        return {};
    }
    // A page that could not be read is reported as text too; that says nothing about what is on it.
    constexpr std::string_view kUnread = "error code=";
    const std::size_t at = found.find(kUnread);
    const int code =
        at == std::string::npos ? SQLITE_CORRUPT : std::atoi(found.c_str() + at + kUnread.size());
    return storage_error(problem_of_sqlite(code, 0), connection.name(), kOpen, found);
}

/// Its tables are plain tables and, where it does not take long, every page is as it should be.
Status check_contents(Connection& connection) {
    for (const char* const table : chat_tables()) {
        SQLite::Statement query(connection.database(), "SELECT type, sql FROM sqlite_schema WHERE name = ?");
        query.bind(1, table);
        if (!query.executeStep() || query.getColumn(0).getString() != "table" ||
            query.getColumn(1).getString().starts_with("CREATE VIRTUAL")) {
            return damaged(connection, "the table " + std::string(table) + " is missing");
        }
    }
    const std::int64_t bytes =
        connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size");
    if (bytes <= kQuickCheckBytes) {
        return check_pages(connection);
    }
    for (const char* const table : chat_tables()) {
        connection.integer("SELECT count(*) FROM " +
                           std::string(table));  // walks an index and so finds a file cut short
    }
    return {};
}

/// Answers whose writer is gone become interrupted; what they had stays.
std::uint64_t mark_interrupted(StoreState& state) {
    std::vector<std::pair<std::int64_t, std::int64_t>> streaming;
    {
        auto query = state.connection.prepare(
            "SELECT id, coalesce(writer, 0) FROM message WHERE status = 'streaming'");
        while (query->executeStep()) {
            streaming.emplace_back(query->getColumn(0).getInt64(), query->getColumn(1).getInt64());
        }
    }
    std::erase_if(streaming, [&](const auto& row) { return state.writer.is_alive(row.second); });
    if (streaming.empty()) {
        return 0;
    }
    WriteTransaction transaction(state.connection, Durability::program_crash);
    for (const auto& [id, writer] : streaming) {
        change(
            state,
            "UPDATE message SET status = 'interrupted', finished = ? WHERE id = ? AND status = 'streaming'",
            state.now(), id);
    }
    transaction.commit();
    return streaming.size();
}

std::unique_ptr<StoreState> make_state(Connection connection, WriterLock writer, const OpenOptions& options) {
    return std::unique_ptr<StoreState>(new StoreState{std::move(connection),
                                                      std::move(writer),
                                                      options.clock ? options.clock : system_time,
                                                      {},
                                                      true,
                                                      false});
}

Result<Connection> connect(const fs::path& file, Access access, const OpenOptions& options) {
    try {
        return Connection(file, access, options.busy_timeout, options.vfs);
    } catch (const SQLite::Exception& exception) {
        std::error_code no_file;
        const fs::file_status status = fs::status(file, no_file);
        const bool folder = fs::is_directory(status);
        return storage_error(problem_of_sqlite(exception.getExtendedErrorCode(), 0), file.string(), kOpen,
                             folder ? "a folder is in its place" : exception.what());
    }
}

Result<std::unique_ptr<StoreState>> open_for_writing(const fs::path& file, const OpenOptions& options) {
    std::error_code unreadable;
    const bool existed = fs::exists(file, unreadable) && fs::file_size(file, unreadable) > 0;
    HEARTH_TRY_ASSIGN(WriterLock writer, WriterLock::acquire(file));
    create_private(file);
    HEARTH_TRY_ASSIGN(Connection opened, connect(file, Access::read_write, options));
    std::unique_ptr<StoreState> state = make_state(std::move(opened), std::move(writer), options);
    Connection& connection = state->connection;
    OpenReport& report = state->report;
    report.file = file;
    HEARTH_TRY(attempt(*state, kOpen, [&]() -> Status {
        if (sqlite3_db_readonly(connection.database().getHandle(), "main") == 1) {
            return state->error(StorageProblem::read_only, kOpen);
        }
        HEARTH_TRY_ASSIGN(report.file_version, read_version(connection));
        if (report.file_version > chat_schema_version()) {
            connection.execute("PRAGMA query_only = ON");
            state->writable = false;
            report.outcome = OpenOutcome::newer_version;
            return {};
        }
        const std::string mode = connection.text("PRAGMA journal_mode = WAL");
        if (mode != "wal") {
            return state->error(StorageProblem::cannot_open, kOpen,
                                "no write-ahead log on this drive: " + mode);
        }
        connection.execute("PRAGMA journal_size_limit = 16777216");
        connection.execute("PRAGMA cache_size = -16000");  // 16 MB
        const MigrationOutcome migration = migrate(connection, file, chat_migrations(), options.vfs);
        report.backup = migration.backup;
        report.outcome = !existed                    ? OpenOutcome::created
                         : !migration.backup.empty() ? OpenOutcome::migrated
                                                     : OpenOutcome::opened;
        HEARTH_TRY(check_contents(connection));
        report.interrupted_answers = mark_interrupted(*state);
        return {};
    }));
    return state;
}

/// A database and the two files that belong to it.
constexpr std::array<const char*, 3> kSuffixes{"", "-wal", "-shm"};

fs::path with_suffix(fs::path file, const char* suffix) {
    file += suffix;
    return file;
}

/// A second name for the file, or a copy on a drive that knows no second names.
std::error_code keep_also_as(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    fs::create_hard_link(from, to, failed);
    if (failed) {
        fs::copy_file(from, to, failed);
    }
    return failed;
}

/// chats.db is also chats.damaged-20260102T030405Z.db from now on, with the two files that belong to it.
Result<fs::path> keep_aside(const fs::path& file, UtcTime now) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    std::tm parts{};
#ifdef _WIN32
    gmtime_s(&parts, &seconds);
#else
    gmtime_r(&seconds, &parts);
#endif
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &parts);
    fs::path wanted = file;
    wanted.replace_filename(file.stem().string() + ".damaged-" + stamp + file.extension().string());
    const fs::path aside = free_name(wanted);
    for (const char* const suffix : kSuffixes) {
        const fs::path from = with_suffix(file, suffix);
        const std::error_code failed = keep_also_as(from, with_suffix(aside, suffix));
        std::error_code unknown;
        if (failed && fs::exists(from, unknown)) {
            for (const char* const made : kSuffixes) {
                fs::remove(with_suffix(aside, made), unknown);
            }
            return storage_error(StorageProblem::read_only, from.string(), "keep the damaged chats aside",
                                 failed.message());
        }
    }
    return aside;
}

/// Puts a new file with what can be read in the place of a damaged one. At every moment there is a file in
/// its place: were there none, the next start would begin an empty one.
Result<std::unique_ptr<StoreState>> replace_damaged(const fs::path& file, const OpenOptions& options,
                                                    Error cause) {
    {
        HEARTH_TRY_ASSIGN(const WriterLock writer, WriterLock::acquire(file));
        if (writer.others_are_alive()) {
            return cause;  // moving the file away under another Hearth would lose what it writes
        }
    }
    const fs::path rescued = with_suffix(file, ".salvaging");
    for (const char* const suffix : kSuffixes) {
        std::error_code ignored;
        fs::remove(with_suffix(rescued, suffix), ignored);  // of an attempt that did not come to its end
    }
    HEARTH_TRY_ASSIGN(Salvage found, salvage(file, rescued, options));
    found.cause = cause.message;
    const UtcTime now = options.clock ? options.clock() : system_time();
    HEARTH_TRY_ASSIGN(fs::path aside, keep_aside(file, now));
    std::error_code failed;
    for (const char* const suffix : {"-wal", "-shm"}) {
        if (!failed) {
            fs::remove(with_suffix(file, suffix),
                       failed);  // a log is played into whatever file lies beside it
        }
    }
    if (!failed) {
        fs::rename(rescued, file, failed);
    }
    if (failed) {
        return storage_error(StorageProblem::cannot_open, file.string(), kOpen, failed.message());
    }
    HEARTH_TRY_ASSIGN(std::unique_ptr<StoreState> state, open_for_writing(file, options));
    state->report.outcome = OpenOutcome::salvaged;
    state->report.kept_aside = std::move(aside);
    state->report.salvage = std::move(found);
    return state;
}

}  // namespace

Result<ChatStore> ChatStore::open(const std::filesystem::path& file, const OpenOptions& options) {
    if (file.has_parent_path()) {
        std::error_code failed;
        fs::create_directories(file.parent_path(), failed);
        std::error_code unknown;
        if (failed && !fs::is_directory(file.parent_path(), unknown)) {
            const bool full = failed == std::errc::no_space_on_device;
            const bool refused =
                failed == std::errc::permission_denied || failed == std::errc::read_only_file_system;
            return storage_error(full      ? StorageProblem::disk_full
                                 : refused ? StorageProblem::read_only
                                           : StorageProblem::cannot_open,
                                 file.parent_path().string(), "create the folder of the chats",
                                 failed.message());
        }
    }
    auto state = open_for_writing(file, options);
    if (!state && problem_of(state.error()) == StorageProblem::damaged) {
        Error cause = std::move(state).error();
        state = replace_damaged(file, options, std::move(cause));
    }
    if (!state) {
        return std::move(state).error();
    }
    return ChatStore(*std::move(state));
}

Result<ChatStore> ChatStore::open_read_only(const std::filesystem::path& file, const OpenOptions& options) {
    std::optional<Error> first;
    for (const Access access : {Access::read_only, Access::immutable}) {
        auto opened = connect(file, access, options);
        if (opened) {
            std::unique_ptr<StoreState> state = make_state(*std::move(opened), WriterLock::alone(), options);
            state->writable = false;
            state->report.file = file;
            state->report.outcome = OpenOutcome::read_only;
            const Status usable = attempt(*state, kOpen, [&]() -> Status {
                HEARTH_TRY_ASSIGN(state->report.file_version, read_version(state->connection));
                if (state->report.file_version < chat_schema_version()) {
                    return state->error(StorageProblem::read_only, kOpen,
                                        "an older Hearth wrote it, it must be changed to be read");
                }
                if (state->report.file_version > chat_schema_version()) {
                    state->report.outcome = OpenOutcome::newer_version;
                }
                return {};
            });
            if (usable) {
                return ChatStore(std::move(state));
            }
            if (!first) {
                first = usable.error();
            }
        } else if (!first) {
            first = std::move(opened).error();
        }
        // Where the files beside the database cannot be made, it is read as one that nobody writes. Not with
        // a log that holds something: that would show an older state.
        fs::path log = file;
        log += "-wal";
        std::error_code no_log;
        const auto log_bytes = fs::file_size(log, no_log);
        if (!no_log && log_bytes > 0) {
            break;
        }
    }
    return *std::move(first);
}

Result<ChatStore> ChatStore::open_in_memory(const OpenOptions& options) {
    try {
        std::unique_ptr<StoreState> state = make_state(Connection(), WriterLock::alone(), options);
        migrate(state->connection, {}, chat_migrations(), {});
        state->connection.database().exec("INSERT INTO sqlite_sequence(name, seq) VALUES('conversation', " +
                                          std::to_string(kFirstIdInMemory - 1) + ")");
        state->report.outcome = OpenOutcome::in_memory;
        state->report.file_version = chat_schema_version();
        return ChatStore(std::move(state));
    } catch (const SQLite::Exception& exception) {
        return storage_error(problem_of_sqlite(exception.getExtendedErrorCode(), 0), ":memory:", kOpen,
                             exception.what());
    }
}

}  // namespace hearth::storage
