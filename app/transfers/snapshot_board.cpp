#include "transfers/snapshot_board.h"

namespace hearth::transfers {

SnapshotBoard::Numbers SnapshotBoard::numbers_of(const DownloadSetRequest& request) {
    const std::scoped_lock lock(mutex_);
    Numbers numbers;
    std::string key;
    for (const DownloadRequest& file : request.files) {
        const auto [known, is_new] = targets_.emplace(file.target, DownloadId{last_file_ + 1});
        last_file_ += is_new ? 1 : 0;
        numbers.files.push_back(known->second);
        key += file.target.string();
        key += '\0';
    }
    const auto [known, is_new] = keys_.emplace(std::move(key), DownloadSetId{last_set_ + 1});
    last_set_ += is_new ? 1 : 0;
    numbers.set = known->second;
    return numbers;
}

void SnapshotBoard::show(const DownloadSnapshot& snapshot) {
    const std::scoped_lock lock(mutex_);
    files_.insert_or_assign(snapshot.id, snapshot);
}

void SnapshotBoard::show(const DownloadSetSnapshot& snapshot) {
    const std::scoped_lock lock(mutex_);
    sets_.insert_or_assign(snapshot.id, snapshot);
}

void SnapshotBoard::remove(DownloadId id) {
    const std::scoped_lock lock(mutex_);
    files_.erase(id);
    std::erase_if(targets_, [&](const auto& target) { return target.second == id; });
}

void SnapshotBoard::remove(DownloadSetId id) {
    const std::scoped_lock lock(mutex_);
    sets_.erase(id);
    std::erase_if(keys_, [&](const auto& key) { return key.second == id; });
}

std::vector<DownloadSnapshot> SnapshotBoard::files() const {
    const std::scoped_lock lock(mutex_);
    std::vector<DownloadSnapshot> files;
    for (const auto& [id, snapshot] : files_) {
        files.push_back(snapshot);
    }
    return files;
}

std::vector<DownloadSetSnapshot> SnapshotBoard::sets() const {
    const std::scoped_lock lock(mutex_);
    std::vector<DownloadSetSnapshot> sets;
    for (const auto& [id, snapshot] : sets_) {
        sets.push_back(snapshot);
    }
    return sets;
}

}  // namespace hearth::transfers
