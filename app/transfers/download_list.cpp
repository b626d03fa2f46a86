#include "transfers/download_list.h"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

namespace hearth::transfers {

namespace {

constexpr std::chrono::milliseconds kQuietInterval{1000};

/// Whether it uses the network or the drive now. One that waits for a lost network holds up nobody.
bool is_at_work(DownloadState state) {
    return is_running(state) && state != DownloadState::queued && state != DownloadState::retrying;
}

Failure internal_failure(const std::exception& error) {
    return {.kind = FailureKind::internal, .message = error.what(), .reason = error.what()};
}

Time step_task(DownloadTask& task, Time now) {
    try {
        return task.step(now);
    } catch (const std::exception& error) {
        task.fail(internal_failure(error));
        return Time::max();
    }
}

}  // namespace

DownloadList::DownloadList(const DownloadContext& context, SnapshotBoard& board, Transfers::Listener listener,
                           Transfers::SetListener set_listener)
    : context_(context),
      board_(board),
      listener_(std::move(listener)),
      set_listener_(std::move(set_listener)) {}

void DownloadList::add(const SnapshotBoard::Numbers& numbers, DownloadSetRequest request, FirstState first) {
    take_in(numbers, {std::move(request), {}}, first, false);
}

void DownloadList::restore(const std::filesystem::path& folder) {
    for (SetJournal& journal : find_unfinished_sets(context_.files, folder)) {
        const SnapshotBoard::Numbers numbers = board_.numbers_of(journal.request);
        take_in(numbers, std::move(journal), FirstState::paused, true);
    }
}

void DownloadList::take_in(const SnapshotBoard::Numbers& numbers, SetJournal journal, FirstState first,
                           bool journaled) {
    board_.arrived(journal.request);
    const auto [found, is_new] = sets_.try_emplace(numbers.set);
    Set& set = found->second;
    // One that was here as a whole is asked for anew: what is here now is not of this download.
    const bool was_whole = !is_new && is_whole(set);
    std::optional<std::filesystem::path> outdated;
    if (is_new) {
        set.files = numbers.files;
        set.here_before = std::move(journal.here_before);
        set.journaled = journaled;
    } else if (set.journaled && (was_whole || set.request != journal.request)) {
        outdated = set_journal_path(set.request);
        set.journaled = false;
    }
    // An earlier one may have better addresses to offer now; what runs is not disturbed.
    set.request = std::move(journal.request);
    if (was_whole) {
        set.here_before = files_here(set);
    } else if (is_new && !journaled) {
        note_here_before(set);
    }
    for (std::size_t i = 0; i < set.files.size(); ++i) {
        take_in_file(set.files[i], set.request.files[i], first);
    }
    keep_journal(set);
    if (outdated && set.journaled && *outdated != set_journal_path(set.request)) {
        static_cast<void>(context_.files.remove(*outdated));
    }
    set.pending = true;
    set.at_once = true;
}

/// An earlier run of the same set knows it better: what it brought itself is here by now.
void DownloadList::note_here_before(Set& set) {
    if (const auto earlier = read_set_journal(context_.files, set_journal_path(set.request))) {
        set.here_before = earlier->here_before;
    } else {
        set.here_before = files_here(set);
    }
}

std::vector<std::filesystem::path> DownloadList::files_here(const Set& set) const {
    std::vector<std::filesystem::path> here;
    for (const DownloadRequest& file : set.request.files) {
        if (const auto size = context_.files.size(file.target); size && size.value) {
            here.push_back(file.target);
        }
    }
    return here;
}

bool DownloadList::is_whole(const Set& set) const {
    return std::ranges::all_of(
        set.files, [&](DownloadId file) { return files_.at(file).task->state() == DownloadState::finished; });
}

void DownloadList::take_in_file(DownloadId id, DownloadRequest request, FirstState first) {
    Entry& entry = files_[id];
    const bool replaced = entry.task && !is_running(entry.task->state()) &&
                          (entry.task->state() == DownloadState::finished ||  // its file may have gone
                           entry.task->request() != request);
    if (!entry.task || replaced) {
        entry.task = std::make_unique<DownloadTask>(id, std::move(request), context_);
    }
    if (first == FirstState::running) {
        entry.task->run();
    }
    publish(id, entry, context_.clock(), true);
}

/// Without it the next run knows only of the files that have begun: no reason to stop.
void DownloadList::keep_journal(Set& set) {
    const std::vector<DownloadRequest>& files = set.request.files;
    const bool sound = !files.empty() && std::ranges::all_of(files, [](const DownloadRequest& file) {
        return !check_request(file);
    });
    if (sound && !set.journaled) {
        set.journaled =
            write_set_journal(context_.files, {.request = set.request, .here_before = set.here_before}) == 0;
    }
}

void DownloadList::pause(DownloadSetId id) {
    if (const auto set = sets_.find(id); set != sets_.end()) {
        for (const DownloadId file : set->second.files) {
            files_.at(file).task->pause();
        }
    }
}

void DownloadList::resume(DownloadSetId id) {
    if (const auto set = sets_.find(id); set != sets_.end()) {
        for (const DownloadId file : set->second.files) {
            files_.at(file).task->run();
        }
        keep_journal(set->second);
    }
}

void DownloadList::pause_all(const Failure& why) {
    for (auto& [id, entry] : files_) {
        entry.task->pause(why);
    }
}

void DownloadList::resume_all(FailureKind why) {
    for (auto& [id, entry] : files_) {
        const MaybeFailure& failure = entry.task->failure();
        if (entry.task->state() == DownloadState::paused && failure && failure->kind == why) {
            entry.task->run();
        }
    }
}

void DownloadList::fail_all(const Failure& why) {
    for (auto& [id, entry] : files_) {
        if (is_running(entry.task->state())) {
            entry.task->fail(why);
        }
    }
}

bool DownloadList::is_idle() const {
    return std::ranges::none_of(files_,
                                [](const auto& item) { return is_running(item.second.task->state()); });
}

std::size_t DownloadList::sets_with(DownloadId id) const {
    return static_cast<std::size_t>(std::ranges::count_if(sets_, [&](const auto& item) {
        return std::ranges::find(item.second.files, id) != item.second.files.end();
    }));
}

std::optional<DownloadSetId> DownloadList::set_of(DownloadId id) const {
    std::optional<DownloadSetId> found;
    for (const auto& [set_id, set] : sets_) {
        if (std::ranges::find(set.files, id) != set.files.end()) {
            if (set.files.size() == 1) {
                return set_id;
            }
            found = found ? found : set_id;
        }
    }
    return found;
}

MaybeFailure DownloadList::remove_file(const Set& set, DownloadId id, bool with_finished) {
    DownloadTask& task = *files_.at(id).task;
    if (sets_with(id) > 1) {
        return {};  // another set still wants it
    }
    if (task.state() != DownloadState::finished) {
        return task.discard();
    }
    // What a repair finds or brings belongs to a model that the person has: giving up takes nothing of it.
    const std::filesystem::path& target = task.request().target;
    const bool ours =
        !task.request().replaces && std::ranges::find(set.here_before, target) == set.here_before.end();
    if (with_finished && ours) {
        if (const SystemStatus status = context_.files.remove(target); status != 0) {
            return file_failure(FailureKind::cannot_write, "remove the file", target, status);
        }
    }
    return {};
}

void DownloadList::cancel(DownloadSetId id) {
    const auto found = sets_.find(id);
    if (found == sets_.end()) {
        return;
    }
    Set& set = found->second;
    const bool unfinished = !is_whole(set);
    bool removed = true;
    for (const DownloadId file : set.files) {
        if (MaybeFailure failure = remove_file(set, file, unfinished)) {
            files_.at(file).task->fail(*std::move(failure));
            removed = false;
        }
    }
    if (removed) {
        if (set.journaled) {
            static_cast<void>(context_.files.remove(set_journal_path(set.request)));
        }
        drop(id);
    }
}

void DownloadList::forget(DownloadSetId id) {
    const auto found = sets_.find(id);
    if (found != sets_.end() && std::ranges::none_of(found->second.files, [&](DownloadId file) {
            return is_running(files_.at(file).task->state());
        })) {
        drop(id);
    }
}

/// Its files are of a model that is whole: giving up another set that has some of them takes none of these.
void DownloadList::keep_for_good(const Set& whole) {
    for (auto& [id, set] : sets_) {
        const std::size_t before = set.here_before.size();
        for (std::size_t i = 0; &set != &whole && i < set.files.size(); ++i) {
            const std::filesystem::path& target = set.request.files[i].target;
            if (std::ranges::find(whole.files, set.files[i]) != whole.files.end() &&
                std::ranges::find(set.here_before, target) == set.here_before.end()) {
                set.here_before.push_back(target);
            }
        }
        if (set.journaled && set.here_before.size() != before) {
            set.journaled = false;
            keep_journal(set);
        }
    }
}

void DownloadList::drop(DownloadSetId id) {
    const std::vector<DownloadId> files = sets_.at(id).files;
    sets_.erase(id);
    board_.remove(id);
    for (const DownloadId file : files) {
        if (sets_with(file) == 0) {
            files_.erase(file);
            board_.remove(file);
        }
    }
}

/// What the other files of its sets still need of the drive, for a model that does not fit as a whole is not
/// begun, and what sets that have begun will take of it.
std::uint64_t DownloadList::also_needed(DownloadId id) const {
    const auto drive = drive_of(files_.at(id).task->request().target);
    std::set<DownloadId> others;
    for (const auto& [set_id, set] : sets_) {
        const bool mine = std::ranges::find(set.files, id) != set.files.end();
        if (!mine && (!drive || !has_begun(set))) {
            continue;
        }
        for (const DownloadId other : set.files) {
            const DownloadTask& task = *files_.at(other).task;
            const bool takes = is_running(task.state()) && drive_of(task.request().target) == drive;
            if (other != id && (mine || takes)) {
                others.insert(other);
            }
        }
    }
    std::uint64_t bytes = 0;
    for (const DownloadId other : others) {
        bytes += files_.at(other).task->bytes_left();
    }
    return bytes;
}

/// One that only waits for its turn takes no room from others.
bool DownloadList::has_begun(const Set& set) const {
    return std::ranges::any_of(set.files, [&](DownloadId file) {
        const DownloadState state = files_.at(file).task->state();
        return is_running(state) && state != DownloadState::queued;
    });
}

/// By the nearest folder that is there; nothing where that cannot be known.
std::optional<std::uint64_t> DownloadList::drive_of(const std::filesystem::path& target) const {
    std::filesystem::path folder = target;
    while (folder != folder.parent_path()) {
        folder = folder.parent_path();
        if (const auto identity = context_.files.identity(folder)) {
            return identity.value.device;
        }
    }
    return std::nullopt;
}

bool DownloadList::has_room() const {
    const auto at_work =
        std::ranges::count_if(files_, [](const auto& item) { return is_at_work(item.second.task->state()); });
    return at_work < static_cast<std::ptrdiff_t>(context_.policy.downloads_at_once);
}

void DownloadList::begin_queued() {
    for (auto& [id, entry] : files_) {
        if (!has_room()) {
            return;
        }
        if (entry.task->state() == DownloadState::queued) {
            entry.task->begin(also_needed(id));
        }
    }
}

Time DownloadList::step(Time now) {
    Time wake = Time::max();
    try {
        begin_queued();
    } catch (const std::exception& error) {
        fail_all(internal_failure(error));
    }
    for (auto& [id, entry] : files_) {
        // When a network comes back not all that waited for it begin at once.
        if (entry.task->state() != DownloadState::retrying || has_room()) {
            wake = std::min(wake, step_file(id, entry, now));
        }
    }
    const bool queued = std::ranges::any_of(
        files_, [](const auto& item) { return item.second.task->state() == DownloadState::queued; });
    if (queued && has_room()) {
        wake = now;
    }
    return std::min(wake, publish_sets(now));
}

Time DownloadList::step_file(DownloadId id, Entry& entry, Time now) {
    Time wake = step_task(*entry.task, now);
    const DownloadTask::News news = entry.task->take_news();
    entry.pending = entry.pending || news.any;
    // Without bytes the speed shown still has to fall, and a line that is quiet to be said.
    const DownloadState state = entry.task->state();
    const bool changes = state == DownloadState::receiving || state == DownloadState::connecting ||
                         state == DownloadState::retrying;
    const Time due = entry.published + (entry.pending ? context_.policy.snapshot_interval : kQuietInterval);
    if (news.at_once || ((entry.pending || changes) && now >= due)) {
        publish(id, entry, now, news.at_once);
    } else if (entry.pending) {
        wake = std::min(wake, due);
    }
    return wake;
}

void DownloadList::publish(DownloadId id, Entry& entry, Time now, bool at_once) {
    const DownloadSnapshot snapshot = entry.task->snapshot(now);
    entry.published = now;
    entry.pending = false;
    board_.show(snapshot);
    mark(id, at_once);
    if (listener_) {
        listener_(snapshot);
    }
}

void DownloadList::mark(DownloadId id, bool at_once) {
    for (auto& [set_id, set] : sets_) {
        if (std::ranges::find(set.files, id) != set.files.end()) {
            set.pending = true;
            set.at_once = set.at_once || at_once;
        }
    }
}

Time DownloadList::publish_sets(Time now) {
    Time wake = Time::max();
    for (auto& [id, set] : sets_) {
        const Time due = set.published + context_.policy.snapshot_interval;
        if (!set.pending) {
            continue;
        }
        if (!set.at_once && now < due) {
            wake = std::min(wake, due);
            continue;
        }
        std::vector<DownloadSnapshot> files;
        for (const DownloadId file : set.files) {
            files.push_back(files_.at(file).task->snapshot(now));
        }
        const DownloadSetSnapshot snapshot = sum_up(id, set.request, std::move(files));
        set.published = now;
        set.pending = false;
        set.at_once = false;
        if (snapshot.state == DownloadState::finished && set.journaled) {
            static_cast<void>(context_.files.remove(set_journal_path(set.request)));
            set.journaled = false;
        }
        if (snapshot.state == DownloadState::finished) {
            keep_for_good(set);
        }
        board_.show(snapshot);
        if (set_listener_) {
            set_listener_(snapshot);
        }
    }
    return wake;
}

}  // namespace hearth::transfers
