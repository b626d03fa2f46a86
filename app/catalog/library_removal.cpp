#include "catalog/library_state.h"
#include "catalog/local_models.h"
#include "catalog/trash.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace hearth::catalog {

namespace {

namespace fs = std::filesystem;

/// Files of the model that no other one uses and that lie in Hearth's folder.
template <class Owns>
std::vector<fs::path> own_files(const ModelRecord& record, const std::vector<ModelRecord>& all,
                                const Owns& owns) {
    std::vector<fs::path> files;
    for (std::size_t i = 0; i < record.parts.size(); ++i) {
        const fs::path& real = record.parts[i].real_path;
        const bool shared = std::ranges::any_of(all, [&](const ModelRecord& other) {
            return other.model.id != record.model.id && other.hidden == Hidden::no &&
                   std::ranges::find(other.parts, real, &PartRecord::real_path) != other.parts.end();
        });
        std::error_code error;
        if (!shared && owns(record.model.parts[i].path) &&
            fs::is_regular_file(record.model.parts[i].path, error)) {
            files.push_back(record.model.parts[i].path);
        }
    }
    return files;
}

/// Folders below Hearth's that have become empty go too.
void remove_empty_folders(const std::vector<TrashedFile>& files, const fs::path& models_folder) {
    for (const TrashedFile& file : files) {
        fs::path folder = file.path.parent_path();
        std::error_code error;
        while (folder != models_folder && folder != folder.parent_path() &&
               folder.native().starts_with(models_folder.native()) && fs::remove(folder, error)) {
            folder = folder.parent_path();
        }
    }
}

Status delete_files(const std::vector<fs::path>& files) {
    for (const fs::path& file : files) {
        std::error_code error;
        if (!fs::remove(file, error) && error) {
            Error failure{
                ErrorCode::write_failed,
                fmt::format("{}: cannot delete: {}", escaped(file.string(), 4096), error.message())};
            failure.details.file = file.string();
            return failure;
        }
    }
    return {};
}

}  // namespace

bool Library::State::owns(const fs::path& path) const {
    const fs::path folder = real_path(options.models_folder);
    const fs::path lexical = path.lexically_relative(options.models_folder);
    const fs::path real = real_path(path).lexically_relative(folder);
    const auto inside = [](const fs::path& relative) {
        return !relative.empty() && *relative.begin() != ".." && *relative.begin() != ".";
    };
    return inside(lexical) && inside(real);
}

Result<Removal> Library::remove(const std::string& id, RemovalWay way) {
    constexpr const char* kWhat = "remove a model";
    HEARTH_TRY_ASSIGN(const std::vector<ModelRecord> all,
                      state_->read(kWhat, [](LibraryDatabase& database) { return read_models(database); }));
    const auto record = std::ranges::find_if(all, [&](const ModelRecord& one) { return one.model.id == id; });
    if (record == all.end() || record->hidden != Hidden::no) {
        return no_such_model(id);
    }
    const std::vector<fs::path> files =
        own_files(*record, all, [&](const fs::path& path) { return state_->owns(path); });
    Removal removal;
    std::vector<TrashedFile> trashed;
    const auto hide = [&](LibraryDatabase& database, const std::vector<TrashedFile>& kept) {
        auto now = read_model(database, id);
        if (!now) {
            return;
        }
        const bool absent = now->model.state == ModelState::missing;
        now->hidden = files.empty() && !absent ? Hidden::forgotten : Hidden::removed;
        now->hidden_at = database.integer("SELECT unixepoch()");
        now->stamp = next_stamp(database);
        write_model(database, *now);
        write_trashed(database, id, kept);
    };
    // Hidden first: a crash in between leaves files that the next scan lists again, never a row without its
    // files.
    HEARTH_TRY(state_->write(kWhat, [&](LibraryDatabase& database) { hide(database, {}); }));
    const auto show_again = [&] {
        return state_->write(kWhat, [&](LibraryDatabase& database) {
            if (auto now = read_model(database, id)) {
                now->hidden = Hidden::no;
                now->stamp = next_stamp(database);
                write_model(database, *now);
                write_trashed(database, id, {});
            }
        });
    };
    if (way == RemovalWay::for_good) {
        if (const Status deleted = delete_files(files); !deleted) {
            static_cast<void>(show_again());  // the failure that matters is the first one
            return deleted.error();
        }
        for (const fs::path& file : files) {
            trashed.push_back({file, {}});
        }
    } else {
        const Trash trash(state_->options.environment, state_->options.files);
        for (const fs::path& file : files) {
            auto placed = trash.put(file);
            if (!placed) {
                for (const TrashedFile& back : trashed) {
                    static_cast<void>(Trash::take_back(back.trash_path, back.path));
                }
                static_cast<void>(show_again());
                return std::move(placed).error();
            }
            trashed.push_back({file, *std::move(placed)});
        }
        HEARTH_TRY(state_->write(kWhat, [&](LibraryDatabase& database) { hide(database, trashed); }));
        removal.trashed = !files.empty();
    }
    removal.files = files;
    remove_empty_folders(trashed, state_->options.models_folder);
    return removal;
}

Result<LocalModel> Library::restore(const std::string& id) {
    constexpr const char* kWhat = "restore a model";
    struct Hid {
        std::optional<ModelRecord> record;
        std::vector<TrashedFile> trashed;
    };
    HEARTH_TRY_ASSIGN(const Hid hidden, state_->read(kWhat, [&](LibraryDatabase& database) {
        return Hid{read_model(database, id), read_trashed(database, id)};
    }));
    if (!hidden.record || hidden.record->hidden == Hidden::no) {
        return no_such_model(id);
    }
    std::vector<TrashedFile> back;
    for (const TrashedFile& file : hidden.trashed) {
        if (const Status moved = Trash::take_back(file.trash_path, file.path); !moved) {
            // All or nothing: what came back goes into the trash again.
            const Trash trash(state_->options.environment, state_->options.files);
            std::vector<TrashedFile> again = hidden.trashed;
            for (std::size_t i = 0; i < back.size(); ++i) {
                if (auto placed = trash.put(back[i].path)) {
                    again[i].trash_path = *std::move(placed);
                }
            }
            static_cast<void>(
                state_->write(kWhat, [&](LibraryDatabase& database) { write_trashed(database, id, again); }));
            return moved.error();
        }
        back.push_back(file);
    }
    LocalModel model;
    HEARTH_TRY(state_->write(kWhat, [&](LibraryDatabase& database) {
        if (auto now = read_model(database, id)) {
            now->hidden = Hidden::no;
            now->stamp = next_stamp(database);
            write_model(database, *now);
            write_trashed(database, id, {});
            model = now->model;
        }
    }));
    return model;
}

}  // namespace hearth::catalog
