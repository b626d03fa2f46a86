#include "catalog/library_opening.h"

#include "catalog/file_lock.h"
#include "catalog/library_state.h"
#include "catalog/local_models.h"

#include <ctime>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sqlite3.h>

namespace hearth::catalog {

namespace {

namespace fs = std::filesystem;
using Access = LibraryDatabase::Access;
using Outcome = LibraryReport::Outcome;

/// How to open.
struct Way {
    std::chrono::milliseconds busy_timeout;
    bool network = false;  ///< the drive is shared with other computers
};

bool is_on_network(const fs::path& file, const Mounts& mounts) {
    return mounts.place_of(real_path(file)).volume.starts_with("share:");
}

struct Opened {
    std::unique_ptr<LibraryDatabase> database;
    LibraryReport report;
};

/// A database in memory with what the file holds, as far as it can be read.
Opened in_memory(const fs::path& file, Outcome outcome, Error cause, const Way& way) {
    Opened opened{std::make_unique<LibraryDatabase>(), {}};
    opened.database->migrate();
    opened.report.outcome = outcome;
    opened.report.cause = std::move(cause);
    std::error_code error;
    if (!fs::exists(file, error)) {
        return opened;
    }
    // On a full disk there is no room for the files that WAL has beside the database, not even to read.
    for (const Access access : {Access::read_only, Access::frozen}) {
        try {
            LibraryDatabase source(file, access, way.busy_timeout);
            static_cast<void>(source.version());
            copy_readable(source, *opened.database, true);
            return opened;
        } catch (const SQLite::Exception&) {
            continue;  // where nothing can be read at all, the next scan fills the list
        }
    }
    return opened;
}

fs::path free_name_for(const fs::path& file) {
    const std::string stamp = fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
    for (int number = 1;; ++number) {
        fs::path name = file;
        name.replace_filename(fmt::format("{}.damaged-{}{}{}", file.stem().string(), stamp,
                                          number == 1 ? "" : fmt::format("-{}", number),
                                          file.extension().string()));
        std::error_code error;
        if (!fs::exists(name, error)) {
            return name;
        }
    }
}

/// Renames the database and the files beside it. Empty where that is not possible.
fs::path set_aside(const fs::path& file) {
    const fs::path aside = free_name_for(file);
    for (const char* const suffix : {"", "-wal", "-shm"}) {
        fs::path from = file;
        fs::path to = aside;
        from += suffix;
        to += suffix;
        std::error_code error;
        std::error_code unknown;
        fs::rename(from, to, error);
        if (error && fs::exists(from, unknown)) {
            return {};
        }
    }
    return aside;
}

/// Throws SQLite::Exception where it cannot be used.
Opened open_file(const fs::path& file, const Way& way) {
    Opened opened{std::make_unique<LibraryDatabase>(file, Access::read_write, way.busy_timeout), {}};
    LibraryDatabase& database = *opened.database;
    const std::uint32_t newest = library_schema().back().to;
    const std::uint32_t version = database.version();
    const std::int64_t application = database.integer("PRAGMA application_id");
    if (version > 0 && application != kLibraryApplicationId) {
        throw SQLite::Exception("this is another program's database", SQLITE_NOTADB);
    }
    if (version > newest) {
        opened.report.outcome = Outcome::newer;
        return opened;
    }
    if (const std::string check = database.text("PRAGMA quick_check(1)"); check != "ok") {
        throw SQLite::Exception(check, SQLITE_CORRUPT);
    }
    // The shared memory of WAL does not reach the other computers of a network drive.
    database.execute(way.network ? "PRAGMA journal_mode = TRUNCATE" : "PRAGMA journal_mode = WAL");
    database.execute("PRAGMA synchronous = NORMAL");
    opened.report.outcome = version == 0 ? Outcome::created : Outcome::opened;
    database.migrate();
    database.write([] {});  // tells here, not at the first change, that it cannot be written
    return opened;
}

Opened rebuilt(const fs::path& file, Error cause, const Way& way) {
    const fs::path aside = set_aside(file);
    if (aside.empty()) {
        return in_memory(file, Outcome::in_memory, std::move(cause), way);
    }
    Opened opened = open_file(file, way);
    opened.report.outcome = Outcome::rebuilt;
    opened.report.cause = std::move(cause);
    opened.report.set_aside = aside;
    try {
        LibraryDatabase damaged(aside, Access::read_only, way.busy_timeout);
        opened.database->write([&] { opened.report.kept = copy_readable(damaged, *opened.database, false); });
    } catch (const SQLite::Exception&) {
        opened.report.kept =
            0;  // not even its beginning can be read: the scan and the old list give what there is
    }
    return opened;
}

Opened open_database(const fs::path& file, const Way& way) {
    constexpr const char* kOpen = "open the list of models";
    try {
        Opened opened = open_file(file, way);
        if (opened.report.outcome == Outcome::newer) {
            Error cause{ErrorCode::bad_version,
                        fmt::format("{}: a newer Hearth wrote it", escaped(file.string(), 4096))};
            cause.details.file = file.string();
            opened.database.reset();
            return in_memory(file, Outcome::newer, std::move(cause), way);
        }
        return opened;
    } catch (const SQLite::Exception& exception) {
        Error cause = database_error(exception, file, kOpen);
        if (problem_of(exception) == DatabaseProblem::damaged) {
            try {
                return rebuilt(file, cause, way);
            } catch (const SQLite::Exception&) {
                return in_memory(file, Outcome::in_memory, std::move(cause), way);
            }
        }
        return in_memory(file, Outcome::in_memory, std::move(cause), way);
    }
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    if (!folder.empty() && fs::create_directories(folder, error)) {
        fs::permissions(folder, fs::perms::owner_all, error);  // chats come to lie beside it
    }
}

}  // namespace

Result<Library> Library::open(const std::filesystem::path& file, LibraryOptions options) {
    make_folder(file.parent_path());
    try {
        // One at a time: two programs must not both set a damaged file aside.
        const FileLock lock = FileLock::wait(file.string() + ".lock");
        const Way way{options.busy_timeout, is_on_network(file, options.mounts())};
        Opened opened = open_database(file, way);
        auto state = std::make_unique<State>();
        state->file = file;
        state->options = std::move(options);
        state->database = std::move(opened.database);
        state->report = std::move(opened.report);
        Library library(std::move(state));
        library.state_->roots = roots_of(library.folders());
        return library;
    } catch (const SQLite::Exception& exception) {
        return database_error(exception, file, "open the list of models");
    }
}

bool Library::State::go_on_in_memory(const Error& cause) {
    try {
        auto memory = std::make_unique<LibraryDatabase>();
        memory->migrate();
        copy_readable(*database, *memory, true);
        database = std::move(memory);
    } catch (const SQLite::Exception&) {
        return false;
    }
    report.outcome = Outcome::in_memory;
    report.cause = cause;
    return true;
}

Library::Library(std::unique_ptr<State> state) : state_(std::move(state)) {}
Library::Library(Library&&) noexcept = default;
Library& Library::operator=(Library&&) noexcept = default;
Library::~Library() = default;

LibraryReport Library::report() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->report;
}

}  // namespace hearth::catalog
