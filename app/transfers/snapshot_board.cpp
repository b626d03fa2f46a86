#include "transfers/snapshot_board.h"

namespace hearth::transfers {

namespace {

std::string key_of(const DownloadSetRequest& request) {
    std::string key;
    for (const DownloadRequest& file : request.files) {
        key += file.target.string();
        key += '\0';
    }
    return key;
}

}  // namespace

SnapshotBoard::Numbers SnapshotBoard::numbers_of(const DownloadSetRequest& request) {
    const std::scoped_lock lock(mutex_);
    Numbers numbers;
    for (const DownloadRequest& file : request.files) {
        const auto [known, is_new] = targets_.try_emplace(file.target, DownloadId{last_file_ + 1});
        last_file_ += is_new ? 1 : 0;
        ++known->second.on_their_way;
        numbers.files.push_back(known->second.id);
    }
    const auto [known, is_new] = keys_.try_emplace(key_of(request), DownloadSetId{last_set_ + 1});
    last_set_ += is_new ? 1 : 0;
    ++known->second.on_their_way;
    numbers.set = known->second.id;
    return numbers;
}

void SnapshotBoard::arrived(const DownloadSetRequest& request) {
    const std::scoped_lock lock(mutex_);
    for (const DownloadRequest& file : request.files) {
        --targets_.at(file.target).on_their_way;
    }
    --keys_.at(key_of(request)).on_their_way;
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
    std::erase_if(targets_, [&](const auto& target) {
        return target.second.id == id && target.second.on_their_way == 0;
    });
}

void SnapshotBoard::remove(DownloadSetId id) {
    const std::scoped_lock lock(mutex_);
    sets_.erase(id);
    std::erase_if(keys_,
                  [&](const auto& key) { return key.second.id == id && key.second.on_their_way == 0; });
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
