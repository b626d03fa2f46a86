#pragma once

#include "transfers/download_set.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace hearth::transfers {

/// What any thread may see of the downloads: their numbers and last snapshots. Thread-safe; written by the
/// transfers thread, but for the numbers, which whoever adds a download gets at once.
class SnapshotBoard {
 public:
    struct Numbers {
        DownloadSetId set{};
        std::vector<DownloadId> files{};  ///< in the order of the request
    };
    /// A target keeps its number as long as it is in the list or on its way there, and so does a set of the
    /// same targets. arrived() follows.
    Numbers numbers_of(const DownloadSetRequest& request);
    /// The request, which was given its numbers, is in the list now.
    void arrived(const DownloadSetRequest& request);

    void show(const DownloadSnapshot& snapshot);
    void show(const DownloadSetSnapshot& snapshot);
    void remove(DownloadId id);
    void remove(DownloadSetId id);

    /// In the order they were added.
    std::vector<DownloadSnapshot> files() const;
    std::vector<DownloadSetSnapshot> sets() const;

 private:
    template <class Id>
    struct Number {
        Id id{};
        std::uint32_t on_their_way = 0;  ///< requests that have it and have not arrived
    };

    mutable std::mutex mutex_;
    std::uint64_t last_file_ = 0;
    std::uint64_t last_set_ = 0;
    std::map<std::filesystem::path, Number<DownloadId>> targets_;
    std::map<std::string, Number<DownloadSetId>> keys_;
    std::map<DownloadId, DownloadSnapshot> files_;
    std::map<DownloadSetId, DownloadSetSnapshot> sets_;
};

}  // namespace hearth::transfers
