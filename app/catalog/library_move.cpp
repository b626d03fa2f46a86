#include "catalog/file_lock.h"
#include "catalog/library_state.h"
#include "catalog/local_models.h"
#include "catalog/tree_copy.h"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace hearth::catalog {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kMoveModels = "move the models";
constexpr std::string_view kMove = "move";

/// What a crash must not lose: written before anything is done.
struct Plan {
    fs::path from;      ///< where the files really lie
    fs::path to;        ///< where they go; Hearth's own folder brings them back
    bool made = false;  ///< the folder `to` was not there before
};

std::string to_text(const Plan& plan) {
    return json{{"from", plan.from.string()}, {"to", plan.to.string()}, {"made", plan.made}}.dump(
        -1, ' ', false, json::error_handler_t::replace);
}

std::optional<Plan> plan_from(const std::string& text) {
    const json value = json::parse(text, nullptr, false);
    const auto path = [&](const char* key) -> fs::path {
        return value.is_object() && value.contains(key) && value[key].is_string()
                   ? value[key].get<std::string>()
                   : std::string();
    };
    Plan plan{path("from"), path("to"), value.is_object() && value.value("made", json()) == true};
    return plan.from.is_absolute() && plan.to.is_absolute() ? std::optional(std::move(plan)) : std::nullopt;
}

Error refusal(const fs::path& to, std::string_view kind, std::string_view why) {
    Error error{ErrorCode::bad_value,
                fmt::format("{}: the models cannot be moved there: {}", escaped(to.string(), 4096), why)};
    error.details.file = to.string();
    error.details.field = "to";
    error.details.actual = kind;
    return error;
}

Error failed(const fs::path& path, std::string_view why) {
    Error error{ErrorCode::write_failed, fmt::format("{}: {}", escaped(path.string(), 4096), why)};
    error.details.file = path.string();
    return error;
}

Error moving_already() {
    Error error{ErrorCode::write_failed, "another program is moving the models"};
    error.details.actual = "moving";
    return error;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

bool is_empty_or_absent(const fs::path& folder) {
    std::error_code error;
    return !fs::exists(fs::symlink_status(folder, error)) ||
           (fs::is_directory(folder, error) && fs::is_empty(folder, error) && !error);
}

Status check_space(const fs::path& copy, std::uint64_t needed) {
    fs::path there = copy;
    std::error_code error;
    while (!fs::exists(there, error) && there != there.parent_path()) {
        there = there.parent_path();
    }
    struct statvfs status {};
    if (::statvfs(there.c_str(), &status) != 0) {
        return failed(there, std::generic_category().message(errno));
    }
    const std::uint64_t available = std::uint64_t{status.f_bavail} * status.f_frsize;
    if (needed <= available) {
        return {};
    }
    Error full = failed(copy, fmt::format("{} bytes are needed, {} are free", needed, available));
    full.details.field = "space";
    full.details.bytes_needed = needed;
    full.details.bytes_available = available;
    return full;
}

/// Names around Hearth's folder. `name` is what everyone uses: a folder, or a link to where the models were
/// moved.
class Places {
 public:
    explicit Places(fs::path name) : name_(std::move(name)), beside_(name_) { beside_ += ".moving"; }

    const fs::path& name() const { return name_; }
    bool comes_back(const Plan& plan) const { return plan.to == name_; }
    /// Where the copy grows.
    fs::path copy(const Plan& plan) const { return comes_back(plan) ? beside_ : plan.to; }

    /// Whether the name leads to the new place.
    bool is_switched(const Plan& plan) const {
        std::error_code error;
        if (comes_back(plan)) {
            return fs::is_directory(fs::symlink_status(name_, error));
        }
        return fs::is_symlink(name_, error) && fs::read_symlink(name_, error) == plan.to;
    }

    /// Where the old files lie after the switch.
    fs::path old(const Plan& plan) const { return plan.from == name_ ? beside_ : plan.from; }

    /// Ends a switch that a crash cut off between two renames.
    void settle() const {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(name_, error)) && fs::exists(fs::symlink_status(beside_, error))) {
            fs::rename(beside_, name_, error);
        }
    }

    /// Of a switch that did not come to its end.
    void remove_link() const {
        std::error_code error;
        if (fs::is_symlink(beside_, error)) {
            fs::remove(beside_, error);
        }
    }

    /// Puts the new place where the name is: at once where the file system can exchange names.
    Status switch_over(const Plan& plan) const {
        std::error_code error;
        if (!comes_back(plan)) {
            remove_link();
            fs::create_directory_symlink(plan.to, beside_, error);
            if (error) {
                return failed(beside_, error.message());
            }
            if (fs::is_symlink(name_, error)) {
                fs::rename(beside_, name_, error);
                return error ? Status(failed(name_, error.message())) : Status();
            }
        }
        if (::renameat2(AT_FDCWD, beside_.c_str(), AT_FDCWD, name_.c_str(), RENAME_EXCHANGE) != 0) {
            return switch_in_steps();
        }
        if (comes_back(plan)) {
            fs::remove(beside_, error);  // the link
        }
        return {};
    }

 private:
    /// A crash in between leaves no `name_`, which settle() makes good.
    Status switch_in_steps() const {
        fs::path third = name_;
        third += ".moved";
        std::error_code error;
        fs::rename(name_, third, error);
        if (error) {
            return failed(name_, error.message());
        }
        fs::rename(beside_, name_, error);
        if (error) {
            std::error_code ignored;
            fs::rename(third, name_, ignored);
            return failed(name_, error.message());
        }
        if (fs::is_symlink(third, error)) {
            fs::remove(third, error);
        } else {
            fs::rename(third, beside_, error);
        }
        return {};
    }

    fs::path name_;
    fs::path beside_;
};

/// Copies what has no like there yet; `done` and `total` go on from entry to entry.
Status copy_missing(const std::vector<TreeEntry>& entries, const fs::path& from, const fs::path& to,
                    const CancelCheck& cancelled, const std::function<void(std::uint64_t)>& progress) {
    for (const TreeEntry& entry : entries) {
        if (cancelled()) {
            return Error{ErrorCode::cancelled, "the move was cancelled"};
        }
        if (is_copied(entry, to)) {
            progress(2 * entry.bytes);
            continue;
        }
        HEARTH_TRY(copy_entry(entry, from, to, cancelled, progress));
    }
    for (const TreeEntry& entry : entries) {
        if (entry.kind == TreeEntry::Kind::folder) {
            sync_folder(to / entry.relative);
        }
    }
    sync_folder(to);
    return {};
}

/// Deletes the old files; one that came or changed since it was copied is copied first.
Status delete_old(const Places& places, const Plan& plan, const CancelCheck& step) {
    const fs::path old = places.old(plan);
    const fs::path now = places.comes_back(plan) ? places.name() : plan.to;
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(old, error))) {
        return {};
    }
    HEARTH_TRY_ASSIGN(const std::vector<TreeEntry> entries, list_tree(old));
    for (const TreeEntry& entry : entries) {
        static_cast<void>(step());
        if (!is_copied(entry, now) && !is_superseded(entry, now)) {
            HEARTH_TRY(copy_entry(
                entry, old, now, [] { return false; }, [](std::uint64_t) {}));
        }
    }
    static_cast<void>(step());
    return delete_tree(entries, old);
}

/// Takes away what a move has copied. `entries`: of the source.
Status roll_back(const Places& places, const Plan& plan, const std::vector<TreeEntry>& entries) {
    const fs::path copy = places.copy(plan);
    std::error_code error;
    places.remove_link();
    if (!fs::is_directory(fs::symlink_status(copy, error))) {
        return {};
    }
    HEARTH_TRY(delete_tree(entries, copy));
    if (!plan.made && !places.comes_back(plan)) {
        fs::create_directory(copy, error);  // it was there before, empty
    }
    return {};
}

std::uint64_t bytes_of(const std::vector<TreeEntry>& entries) {
    std::uint64_t bytes = 0;
    for (const TreeEntry& entry : entries) {
        bytes += entry.bytes;
    }
    return bytes;
}

/// What has to be written: nothing where both are on one drive, and not what is there already.
std::uint64_t bytes_to_write(const std::vector<TreeEntry>& entries, const fs::path& from,
                             const fs::path& to) {
    struct stat source {};
    struct stat target {};
    fs::path there = to;
    while (::stat(there.c_str(), &target) != 0 && there != there.parent_path()) {
        there = there.parent_path();
    }
    if (::stat(from.c_str(), &source) == 0 && source.st_dev == target.st_dev) {
        return 0;
    }
    std::uint64_t bytes = 0;
    for (const TreeEntry& entry : entries) {
        bytes += is_copied(entry, to) ? 0 : entry.bytes;
    }
    return bytes;
}

fs::path tidy(const fs::path& path) {
    const fs::path normal = path.lexically_normal();
    return normal.has_filename() ? normal : normal.parent_path();
}

/// Whether the models can go there.
Status check_target(const Places& places, const fs::path& from, const fs::path& to) {
    if (!to.is_absolute() || to == to.root_path()) {
        return refusal(to, "taken", "this is no folder for them");
    }
    const fs::path real = to == places.name() ? to : real_path(to);
    if (is_inside(real, from) || is_inside(from, real)) {
        return refusal(to, "inside", "one folder lies in the other");
    }
    if (to != places.name() && is_inside(real, places.name())) {
        return refusal(to, "inside", "one folder lies in the other");
    }
    if (!is_empty_or_absent(to == places.name() ? places.copy({{}, to, false}) : to)) {
        return refusal(to, "not_empty", "it is not an empty folder");
    }
    return {};
}

}  // namespace

fs::path Library::place() const {
    return real_path(state_->options.models_folder);
}

bool Library::is_own_folder(const fs::path& folder) const {
    return tidy(folder) == tidy(state_->options.models_folder) || real_path(folder) == place();
}

std::optional<UnfinishedMove> Library::unfinished_move() const {
    const auto text = state_->read(
        kMoveModels, [](LibraryDatabase& database) { return database.setting(std::string(kMove)); });
    const auto plan = text ? plan_from(text.value()) : std::nullopt;
    if (!plan) {
        return std::nullopt;
    }
    return UnfinishedMove{plan->from, plan->to, Places(state_->options.models_folder).is_switched(*plan)};
}

Status Library::give_up_move() {
    const auto lock = FileLock::try_now(state_->file.string() + ".move");
    if (!lock) {
        return moving_already();
    }
    HEARTH_TRY_ASSIGN(const std::string text, state_->read(kMoveModels, [](LibraryDatabase& database) {
        return database.setting(std::string(kMove));
    }));
    const auto plan = plan_from(text);
    if (!plan) {
        return {};
    }
    const Places places(state_->options.models_folder);
    places.settle();
    if (places.is_switched(*plan)) {
        HEARTH_TRY(delete_old(places, *plan, [] { return false; }));
    } else {
        HEARTH_TRY_ASSIGN(const std::vector<TreeEntry> entries, list_tree(plan->from));
        HEARTH_TRY(roll_back(places, *plan, entries));
    }
    return state_->write(kMoveModels,
                         [](LibraryDatabase& database) { database.set_setting(std::string(kMove), ""); });
}

Status Library::move_library(const fs::path& target, const CancelCheck& cancelled,
                             const ProgressSink& progress) {
    const auto lock = FileLock::try_now(state_->file.string() + ".move");
    if (!lock) {
        return moving_already();
    }
    const Places places(tidy(state_->options.models_folder));
    const fs::path to = tidy(target);
    places.settle();
    const auto set_plan = [&](const std::string& text) {
        return state_->write(
            kMoveModels, [&](LibraryDatabase& database) { database.set_setting(std::string(kMove), text); });
    };
    HEARTH_TRY_ASSIGN(const std::string kept, state_->read(kMoveModels, [](LibraryDatabase& database) {
        return database.setting(std::string(kMove));
    }));
    std::optional<Plan> plan = plan_from(kept);
    if (plan && places.is_switched(*plan)) {
        HEARTH_TRY(delete_old(places, *plan, cancelled));
        HEARTH_TRY(set_plan(""));
        if (plan->to == to) {
            return {};
        }
        plan.reset();
    }
    if (plan && plan->to != to) {
        HEARTH_TRY_ASSIGN(const std::vector<TreeEntry> entries, list_tree(plan->from));
        HEARTH_TRY(roll_back(places, *plan, entries));
        plan.reset();
    }
    std::error_code error;
    if (!plan) {
        fs::create_directories(places.name(), error);
        const fs::path from = fs::is_symlink(places.name(), error) ? real_path(places.name()) : places.name();
        if (from == (to == places.name() ? to : real_path(to))) {
            return set_plan("");
        }
        HEARTH_TRY(check_target(places, from, to));
        plan = Plan{from, to, !fs::exists(to, error)};
        HEARTH_TRY(set_plan(to_text(*plan)));
    }
    const fs::path copy = places.copy(*plan);
    HEARTH_TRY_ASSIGN(std::vector<TreeEntry> entries, list_tree(plan->from));
    const auto copy_all = [&]() -> Status {
        HEARTH_TRY(check_space(copy, bytes_to_write(entries, plan->from, copy)));
        fs::create_directories(copy, error);
        if (error) {
            return failed(copy, error.message());
        }
        Progress shown{0, 2 * bytes_of(entries)};
        const auto count = [&](std::uint64_t bytes) {
            shown.done += bytes;
            if (progress) {
                progress(shown);
            }
        };
        HEARTH_TRY(copy_missing(entries, plan->from, copy, cancelled, count));
        // What came or changed while that went on.
        HEARTH_TRY_ASSIGN(entries, list_tree(plan->from));
        HEARTH_TRY(copy_missing(entries, plan->from, copy, cancelled, [](std::uint64_t) {}));
        return places.switch_over(*plan);
    };
    if (const Status copied = copy_all(); !copied) {
        if (roll_back(places, *plan, entries)) {
            HEARTH_TRY(set_plan(""));
        }  // else the plan stays, so that it can be given up when the drive is back
        return copied;
    }
    sync_folder(places.name().parent_path());
    static_cast<void>(cancelled());
    HEARTH_TRY(delete_old(places, *plan, cancelled));
    return set_plan("");
}

}  // namespace hearth::catalog
