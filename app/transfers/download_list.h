#pragma once

#include "transfers/download_task.h"
#include "transfers/set_journal.h"
#include "transfers/snapshot_board.h"
#include "transfers/transfers.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace hearth::transfers {

/// The downloads of one service: sets and their files, the queue, and what is told to the outside. Owned and
/// called by the transfers thread.
class DownloadList {
 public:
    /// `board` outlives it.
    DownloadList(const DownloadContext& context, SnapshotBoard& board, Transfers::Listener listener,
                 Transfers::SetListener set_listener);

    void add(const SnapshotBoard::Numbers& numbers, DownloadSetRequest request, FirstState first);
    void restore(const std::filesystem::path& folder);
    void pause(DownloadSetId id);
    void resume(DownloadSetId id);
    void cancel(DownloadSetId id);
    void forget(DownloadSetId id);
    /// The set of one that has this file alone, or, where there is none, the first that has it.
    std::optional<DownloadSetId> set_of(DownloadId id) const;

    void pause_all(const Failure& why);
    /// Goes on with those that were paused for that reason.
    void resume_all(FailureKind why);
    void fail_all(const Failure& why);
    bool is_idle() const;

    /// Lets everything that runs do a bounded piece of work and tells what is new; returns when it wants to
    /// be called again.
    Time step(Time now);

 private:
    struct Entry {
        std::unique_ptr<DownloadTask> task;
        Time published{};
        bool pending = false;  ///< progress that was not published yet
    };
    struct Set {
        DownloadSetRequest request;
        std::vector<DownloadId> files;
        std::vector<std::filesystem::path> here_before;
        bool journaled = false;
        Time published{};
        bool pending = false;
        bool at_once = false;
    };

    void take_in(const SnapshotBoard::Numbers& numbers, SetJournal journal, FirstState first, bool journaled);
    void take_in_file(DownloadId id, DownloadRequest request, FirstState first);
    void note_here_before(Set& set);
    std::vector<std::filesystem::path> files_here(const Set& set) const;
    bool is_whole(const Set& set) const;
    void keep_journal(Set& set);
    void keep_for_good(const Set& whole);
    bool has_room() const;
    void begin_queued();
    Time step_file(DownloadId id, Entry& entry, Time now);
    void publish(DownloadId id, Entry& entry, Time now, bool at_once);
    Time publish_sets(Time now);
    void mark(DownloadId id, bool at_once);
    MaybeFailure remove_file(const Set& set, DownloadId id, bool with_finished);
    void drop(DownloadSetId id);
    std::size_t sets_with(DownloadId id) const;
    std::uint64_t also_needed(DownloadId id) const;
    bool has_begun(const Set& set) const;
    std::optional<std::uint64_t> drive_of(const std::filesystem::path& target) const;

    const DownloadContext context_;
    SnapshotBoard& board_;
    const Transfers::Listener listener_;
    const Transfers::SetListener set_listener_;
    std::map<DownloadId, Entry> files_;
    std::map<DownloadSetId, Set> sets_;
};

}  // namespace hearth::transfers
