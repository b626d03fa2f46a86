#include "catalog/added_files.h"
#include "catalog/known_inspections.h"
#include "catalog/library_merge.h"
#include "catalog/library_state.h"
#include "catalog/local_models.h"
#include "catalog/shard_set.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hearth::catalog {

namespace {

using nlohmann::json;

constexpr std::size_t kSaveEvery = 64;  ///< headers; what a cut-off scan has to read again at most
constexpr const char* kScan = "save the list of models";
constexpr std::string_view kChosenFolders = "folders";
constexpr std::string_view kImported = "imported";

Error cancelled_error() {
    return Error{ErrorCode::cancelled, "the scan was cancelled"};
}

/// Why a path leads to nothing that could be added.
Error not_there(const std::filesystem::path& path, const std::error_code& error) {
    constexpr std::array kMeansNothing{std::errc::no_such_file_or_directory, std::errc::not_a_directory,
                                       std::errc::filename_too_long,
                                       std::errc::too_many_symbolic_link_levels};
    const bool missing =
        !error || std::ranges::any_of(kMeansNothing, [&](std::errc condition) { return error == condition; });
    Error failure{missing ? ErrorCode::file_not_found : ErrorCode::read_failed,
                  fmt::format("{}: {}", escaped(path.string(), 4096),
                              missing ? std::string("there is no such file") : error.message())};
    failure.details.file = path.string();
    return failure;
}

Error no_model(const std::filesystem::path& path) {
    Error error{ErrorCode::bad_value, fmt::format("{}: this is not a model", escaped(path.string(), 4096))};
    error.details.file = path.string();
    return error;
}

/// What the database says before a scan.
struct Before {
    std::vector<ModelRecord> known;
    KnownInspections inspections;
    KnownDownloads downloads;
    std::int64_t stamp = 0;
    bool imported = false;
};

Before read_before(LibraryDatabase& database, const std::string& engine) {
    return {read_models(database), KnownInspections::read(database, engine), read_downloads(database),
            last_stamp(database), !database.setting(std::string(kImported)).empty()};
}

void write_merged(LibraryDatabase& database, const MergeResult& merged, std::int64_t scan_stamp) {
    const auto is_newer = [&](const std::string& id) {
        const auto now = read_model(database, id);
        return !now || now->stamp > scan_stamp;  // the person, or another program, has changed it meanwhile
    };
    for (const std::string& id : merged.deleted) {
        if (!is_newer(id)) {
            delete_model(database, id);
        }
    }
    for (ModelRecord record : merged.written) {
        if (record.model.id.empty()) {
            if (const auto same = read_model_at(database, record.model.path)) {
                continue;  // another program's scan was faster; the next one brings both together
            }
            record.model.id = new_id(database, record.model.path);
        } else if (is_newer(record.model.id)) {
            continue;
        } else if (const auto other = read_model_at(database, record.model.path);
                   other && other->model.id != record.model.id) {
            continue;
        }
        write_model(database, record);
    }
    database.execute("DELETE FROM inspection WHERE path NOT IN (SELECT path FROM model)");
}

/// Records of what was removed are kept as long as the trash holds something of it, and a day for an undo.
void forget_emptied_trash(LibraryDatabase& database) {
    constexpr std::int64_t kDay = 24 * 60 * 60;
    for (const std::string& id : removed_before(database, database.integer("SELECT unixepoch()") - kDay)) {
        std::error_code error;
        if (std::ranges::none_of(read_trashed(database, id), [&](const TrashedFile& file) {
                return std::filesystem::exists(file.trash_path, error);
            })) {
            delete_model(database, id);
        }
    }
}

std::vector<LocalModel> listed(const std::vector<ModelRecord>& records,
                               const std::set<std::filesystem::path>& roots) {
    std::vector<LocalModel> models;
    for (const ModelRecord& record : records) {
        if (is_listed(record, roots)) {
            models.push_back(record.model);
        }
    }
    std::ranges::stable_sort(models, [](const LocalModel& a, const LocalModel& b) {
        return std::tie(a.source, a.name, a.path) < std::tie(b.source, b.name, b.path);
    });
    return models;
}

}  // namespace

std::set<std::filesystem::path> roots_of(const ModelFolders& folders) {
    std::set<std::filesystem::path> roots{folders.hearth};
    for (const auto* list : {&folders.added, &folders.ollama, &folders.lm_studio, &folders.hugging_face,
                             &folders.jan, &folders.gpt4all}) {
        roots.insert(list->begin(), list->end());
    }
    return roots;
}

bool is_listed(const ModelRecord& record, const std::set<std::filesystem::path>& roots) {
    return record.hidden == Hidden::no && (record.model.added || roots.contains(record.model.root));
}

Error no_such_model(const std::string& id) {
    Error error{ErrorCode::file_not_found, fmt::format("there is no model {}", escaped(id))};
    error.details.field = "id";
    error.details.actual = id;
    return error;
}

Status Library::choose_folders(const std::vector<std::filesystem::path>& added, bool other_programs) {
    json value{{"added", json::array()}, {"other_programs", other_programs}};
    for (const std::filesystem::path& folder : added) {
        value["added"].push_back(folder.string());
    }
    const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    HEARTH_TRY_ASSIGN(const std::string kept, state_->read(kScan, [](LibraryDatabase& database) {
        return database.setting(std::string(kChosenFolders));
    }));
    if (kept == text) {
        return {};
    }
    return state_->write(
        kScan, [&](LibraryDatabase& database) { database.set_setting(std::string(kChosenFolders), text); });
}

ModelFolders Library::folders() const {
    const LibraryOptions& options = state_->options;
    const auto text = state_->read(
        kScan, [](LibraryDatabase& database) { return database.setting(std::string(kChosenFolders)); });
    const json value = text ? json::parse(text.value(), nullptr, false) : json();
    const bool others = !value.is_object() || !value.contains("other_programs") ||
                        !value["other_programs"].is_boolean() || value["other_programs"].get<bool>();
    ModelFolders folders = others ? default_model_folders(options.models_folder, options.environment)
                                  : ModelFolders{.hearth = options.models_folder};
    if (value.is_object() && value.contains("added") && value["added"].is_array()) {
        for (const json& folder : value["added"]) {
            if (folder.is_string()) {
                folders.added.emplace_back(folder.get<std::string>());
            }
        }
    }
    return folders;
}

Result<ScanReport> Library::scan(const ModelFolders& folders, const CancelCheck& cancelled,
                                 const ProgressSink& progress) {
    const LibraryOptions& options = state_->options;
    HEARTH_TRY_ASSIGN(Before before, state_->read(kScan, [&](LibraryDatabase& database) {
        return read_before(database, options.program_version);
    }));
    ModelFolders all = folders;
    for (const ModelRecord& record : before.known) {
        if (record.model.added && record.hidden == Hidden::no) {
            all.files.push_back(record.model.path);
        }
    }
    if (!before.imported) {
        for (const std::filesystem::path& file : read_added_files(options.old_added_files)) {
            all.files.push_back(file);
        }
    }
    const auto save = [&] {
        // Where it cannot be written, the headers are read once more the next time.
        static_cast<void>(
            state_->write(kScan, [&](LibraryDatabase& database) { before.inspections.save(database); }));
        before.inspections.mark_saved();
    };
    const ModelInspector inspect = [&](const LocalModel& model) {
        Inspection inspection = before.inspections.inspect(model, options.inspect);
        if (before.inspections.unsaved() >= kSaveEvery) {
            save();
        }
        return inspection;
    };
    std::uint64_t done = 0;
    ScanReport report = find_local_models(all, inspect, cancelled, [&] {
        if (progress) {
            progress({++done, 0});
        }
    });
    save();
    ScanView view{options.mounts(), roots_of(folders), std::move(before.downloads), {}};
    view.look_at = [&](const std::filesystem::path& path) -> std::optional<FoundModel> {
        ScanReport there = find_models_at(path, inspect, cancelled);
        if (there.models.size() != 1) {
            return std::nullopt;
        }
        return located(std::move(there.models.front()), view.mounts);
    };
    std::vector<FoundModel> found;
    for (LocalModel& model : report.models) {
        if (cancelled()) {
            return cancelled_error();
        }
        model.added = model.root.empty();
        found.push_back(located(std::move(model), view.mounts));
    }
    const MergeResult merged = merge(before.known, std::move(found), view);
    if (cancelled()) {
        return cancelled_error();
    }
    HEARTH_TRY(state_->write(kScan, [&](LibraryDatabase& database) {
        write_merged(database, merged, before.stamp);
        forget_emptied_trash(database);
        if (!before.imported) {
            database.set_setting(std::string(kImported), "1");
        }
    }));
    if (!before.imported && !options.old_cache.empty()) {
        std::error_code error;
        std::filesystem::remove(options.old_cache, error);  // headers are kept in the database now
    }
    {
        const std::scoped_lock lock(state_->mutex);
        state_->roots = view.roots;
    }
    HEARTH_TRY_ASSIGN(report.models, list());
    return report;
}

Result<std::vector<LocalModel>> Library::list() const {
    KnownDownloads downloads;
    HEARTH_TRY_ASSIGN(std::vector<ModelRecord> records,
                      state_->read("read the list of models", [&](LibraryDatabase& database) {
                          downloads = read_downloads(database);
                          return read_models(database);
                      }));
    for (ModelRecord& record : records) {
        state_->tell_origin(record, downloads);
    }
    const std::scoped_lock lock(state_->mutex);
    return listed(records, state_->roots);
}

Result<LocalModel> Library::find(const std::string& id) const {
    KnownDownloads downloads;
    HEARTH_TRY_ASSIGN(std::optional<ModelRecord> record,
                      state_->read("read the list of models", [&](LibraryDatabase& database) {
                          downloads = read_downloads(database);
                          return read_model(database, id);
                      }));
    if (!record || record->hidden != Hidden::no) {
        return no_such_model(id);
    }
    state_->tell_origin(*record, downloads);
    return std::move(record->model);
}

Result<std::vector<LocalModel>> Library::add(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path absolute = std::filesystem::absolute(path, error).lexically_normal();
    if (!absolute.has_filename()) {
        absolute = absolute.parent_path();
    }
    const std::filesystem::file_status there = std::filesystem::status(absolute, error);
    if (!std::filesystem::exists(there)) {
        return not_there(path, error);
    }
    if (!std::filesystem::is_regular_file(there) && !std::filesystem::is_directory(there)) {
        return no_model(path);
    }
    const bool checkpoint = is_checkpoint_weights_name(absolute.filename().string());
    if (checkpoint) {
        absolute = absolute.parent_path();  // its weights alone are no model
    }
    const Mounts mounts = state_->options.mounts();
    std::vector<FoundModel> found;
    ScanReport report = find_models_at(
        absolute, [&](const LocalModel& model) { return state_->options.inspect(model.path); });
    if (checkpoint) {
        std::erase_if(report.models, [&](const LocalModel& model) { return model.path != absolute; });
    }
    for (LocalModel& model : report.models) {
        model.added = true;
        found.push_back(located(std::move(model), mounts));
    }
    if (found.empty()) {
        return no_model(path);
    }
    std::vector<LocalModel> models;
    HEARTH_TRY(state_->write("add a model", [&](LibraryDatabase& database) {
        models.clear();
        const KnownDownloads downloads = read_downloads(database);
        const std::vector<ModelRecord> known = read_models(database);
        for (const FoundModel& one : found) {
            const auto same = std::ranges::find_if(known, [&](const ModelRecord& record) {
                return record.model.path == one.model.path ||
                       (!one.parts.empty() && record.has_real_path(one.parts.front().real_path));
            });
            ModelRecord record = same == known.end() ? ModelRecord() : *same;
            const LocalModel before = record.model;
            take_found(record, one, downloads);
            if (same == known.end()) {
                record.model.id = new_id(database, record.model.path);
            } else {
                // It stays what it was: a file that a folder leads to.
                record.model.path = before.path;
                record.model.root = before.root;
                record.model.source = before.source;
                record.model.name = before.name;
                record.model.origin = before.origin;
            }
            record.hidden = Hidden::no;
            record.stamp = next_stamp(database);
            write_model(database, record);
            models.push_back(record.model);
        }
    }));
    return models;
}

}  // namespace hearth::catalog
