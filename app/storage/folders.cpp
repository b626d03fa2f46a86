#include "storage/store_state.h"

#include <algorithm>

// ChatStore: folders of the sidebar.

namespace hearth::storage {
namespace {

std::vector<Folder> all_folders(StoreState& state) {
    auto query = state.connection.prepare("SELECT id, name, position FROM folder ORDER BY position, id");
    std::vector<Folder> folders;
    while (query->executeStep()) {
        folders.push_back({FolderId{query->getColumn(0).getInt64()}, query->getColumn(1).getString(),
                           query->getColumn(2).getInt64()});
    }
    return folders;
}

Error no_such_folder(const StoreState& state, FolderId id, std::string_view what) {
    return state.error(StorageProblem::not_found, what, "folder " + std::to_string(id.value));
}

}  // namespace

Result<Folder> ChatStore::create_folder(const std::string& name) {
    constexpr const char* kWhat = "create the folder";
    HEARTH_TRY(check_text(*state_, name, kLongestName, kWhat));
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Result<Folder> {
        const std::int64_t position =
            state_->connection.integer("SELECT coalesce(max(position) + 1, 0) FROM folder");
        change(*state_, "INSERT INTO folder(position, name) VALUES(?, ?)", position, name);
        return Folder{FolderId{state_->connection.database().getLastInsertRowid()}, name, position};
    });
}

Status ChatStore::rename_folder(FolderId id, const std::string& name) {
    constexpr const char* kWhat = "rename the folder";
    HEARTH_TRY(check_text(*state_, name, kLongestName, kWhat));
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        if (change(*state_, "UPDATE folder SET name = ? WHERE id = ?", name, id.value) == 0) {
            return no_such_folder(*state_, id, kWhat);
        }
        return {};
    });
}

Status ChatStore::delete_folder(FolderId id) {
    constexpr const char* kWhat = "delete the folder";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        change(*state_, "UPDATE conversation SET folder = NULL WHERE folder = ?", id.value);
        if (change(*state_, "DELETE FROM folder WHERE id = ?", id.value) == 0) {
            return no_such_folder(*state_, id, kWhat);
        }
        return {};
    });
}

Result<std::vector<Folder>> ChatStore::folders() {
    return attempt(*state_, "list the folders",
                   [&]() -> Result<std::vector<Folder>> { return all_folders(*state_); });
}

}  // namespace hearth::storage
