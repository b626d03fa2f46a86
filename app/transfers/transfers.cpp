#include "transfers/transfers.h"

#include "transfers/download_task.h"
#include "transfers/http_client.h"
#include "transfers/journal.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace hearth::transfers {

namespace {

using Time = std::chrono::steady_clock::time_point;

constexpr std::chrono::milliseconds kQuietInterval{1000};

}  // namespace

struct Transfers::State {
    State(Options options, Listener snapshot_listener)
        : policy(options.policy),
          files(std::move(options.files)),
          listener(std::move(snapshot_listener)),
          log(std::move(options.log_file)) {
        offline.set(options.offline);
    }

    struct Entry {
        std::unique_ptr<DownloadTask> task;
        Time published{};
        bool pending = false;  ///< progress that was not published yet
    };

    const TransferPolicy policy;
    const std::shared_ptr<FileOperations> files;
    const Listener listener;
    RequestLog log;
    OfflineSwitch offline;
    HttpClient client{offline, log, policy};

    // any thread
    mutable std::mutex mutex;
    std::deque<std::function<void()>> orders;
    std::vector<DownloadSnapshot> shown;
    std::uint64_t last_id = 0;
    std::map<std::filesystem::path, DownloadId> targets;
    std::atomic<bool> stopping{false};

    // transfers thread
    std::map<DownloadId, Entry> entries;
    std::thread thread;

    void order(std::function<void()> what);
    DownloadId add(DownloadRequest request, FirstState first);
    void take_in(DownloadId id, DownloadRequest request, FirstState first);
    void on_task(DownloadId id, std::function<void(DownloadTask&)> what);
    void run();
    bool take_order();
    Time step_all(Time now);
    void publish(DownloadId id, Entry& entry, Time now);
    void forget(DownloadId id);
};

void Transfers::State::order(std::function<void()> what) {
    {
        const std::scoped_lock lock(mutex);
        orders.push_back(std::move(what));
    }
    client.wake();
}

DownloadId Transfers::State::add(DownloadRequest request, FirstState first) {
    request.target = request.target.lexically_normal();
    const std::scoped_lock lock(mutex);
    const auto [known, is_new] = targets.emplace(request.target, DownloadId{last_id + 1});
    last_id += is_new ? 1 : 0;
    const DownloadId id = known->second;
    orders.push_back([this, id, first, request = std::move(request)]() mutable {
        take_in(id, std::move(request), first);
    });
    return id;
}

/// The list may have forgotten a known download by now: then it comes back under its number.
void Transfers::State::take_in(DownloadId id, DownloadRequest request, FirstState first) {
    Entry& entry = entries[id];
    // A finished one is looked at anew: its file may have gone.
    if (!entry.task || entry.task->state() == DownloadState::finished) {
        {
            const std::scoped_lock lock(mutex);
            targets.emplace(request.target, id);
        }
        entry.task = std::make_unique<DownloadTask>(id, std::move(request), *files, client, policy);
    }
    if (first == FirstState::running) {
        entry.task->run();
    }
    publish(id, entry, std::chrono::steady_clock::now());
}

void Transfers::State::on_task(DownloadId id, std::function<void(DownloadTask&)> what) {
    const auto found = entries.find(id);
    if (found != entries.end()) {
        what(*found->second.task);
    }
}

void Transfers::State::forget(DownloadId id) {
    entries.erase(id);
    const std::scoped_lock lock(mutex);
    std::erase_if(shown, [&](const DownloadSnapshot& snapshot) { return snapshot.id == id; });
    std::erase_if(targets, [&](const auto& target) { return target.second == id; });
}

void Transfers::State::publish(DownloadId id, Entry& entry, Time now) {
    DownloadSnapshot snapshot = entry.task->snapshot(now);
    entry.published = now;
    entry.pending = false;
    {
        const std::scoped_lock lock(mutex);
        const auto found = std::ranges::find(shown, id, &DownloadSnapshot::id);
        if (found == shown.end()) {
            shown.push_back(snapshot);
        } else {
            *found = snapshot;
        }
    }
    if (listener) {
        listener(snapshot);
    }
}

bool Transfers::State::take_order() {
    std::function<void()> order;
    {
        const std::scoped_lock lock(mutex);
        if (orders.empty()) {
            return false;
        }
        order = std::move(orders.front());
        orders.pop_front();
    }
    order();
    return true;
}

Time Transfers::State::step_all(Time now) {
    Time wake = Time::max();
    for (auto& [id, entry] : entries) {
        try {
            wake = std::min(wake, entry.task->step(now));
        } catch (const std::exception& error) {
            entry.task->fail(
                {.kind = FailureKind::internal, .message = error.what(), .reason = error.what()});
        }
        const DownloadTask::News news = entry.task->take_news();
        entry.pending = entry.pending || news.any;
        // Without bytes the speed shown still has to fall.
        const bool receiving = entry.task->state() == DownloadState::receiving;
        const Time due = entry.published + (entry.pending ? policy.snapshot_interval : kQuietInterval);
        if (news.at_once || ((entry.pending || receiving) && now >= due)) {
            publish(id, entry, now);
        } else if (entry.pending) {
            wake = std::min(wake, due);
        }
    }
    return wake;
}

void Transfers::State::run() {
    using std::chrono::milliseconds;
    constexpr milliseconds kLongestWait{1000};
    while (!stopping) {
        Time wake = Time::max();
        try {
            while (!stopping && take_order()) {
            }
            client.perform();
            wake = step_all(std::chrono::steady_clock::now());
        } catch (const std::exception& error) {
            // A broken invariant: what runs fails with a message, the thread lives on.
            for (auto& [id, entry] : entries) {
                if (is_running(entry.task->state())) {
                    entry.task->fail(
                        {.kind = FailureKind::internal, .message = error.what(), .reason = error.what()});
                }
            }
            wake = std::chrono::steady_clock::now();
        }
        const bool idle = std::ranges::none_of(
            entries, [](const auto& item) { return is_running(item.second.task->state()); });
        const Time now = std::chrono::steady_clock::now();
        if (wake <= now) {
            continue;
        }
        // libcurl wakes the wait earlier for its own timeouts. With nothing running only wake() ends it.
        constexpr milliseconds kIdleWait{1000 * 3600};
        const milliseconds until =
            wake == Time::max() ? kIdleWait : std::chrono::ceil<milliseconds>(wake - now);
        client.wait(std::min(until, idle ? kIdleWait : kLongestWait));
    }
    entries.clear();
}

Transfers::Transfers(Options options, Listener listener)
    : state_(std::make_unique<State>(std::move(options), std::move(listener))) {
    state_->thread = std::thread([state = state_.get()] { state->run(); });
}

Transfers::~Transfers() {
    state_->stopping = true;
    state_->client.wake();
    state_->thread.join();
}

DownloadId Transfers::add(DownloadRequest request, FirstState first) {
    const DownloadId id = state_->add(std::move(request), first);
    state_->client.wake();
    return id;
}

void Transfers::pause(DownloadId id) {
    state_->order(
        [state = state_.get(), id] { state->on_task(id, [](DownloadTask& task) { task.pause(); }); });
}

void Transfers::resume(DownloadId id) {
    state_->order([state = state_.get(), id] { state->on_task(id, [](DownloadTask& task) { task.run(); }); });
}

void Transfers::cancel(DownloadId id) {
    state_->order([state = state_.get(), id] {
        MaybeFailure failure;
        state->on_task(id, [&](DownloadTask& task) { failure = task.discard(); });
        if (failure) {
            state->on_task(id, [&](DownloadTask& task) { task.fail(*std::move(failure)); });
        } else {
            state->forget(id);
        }
    });
}

void Transfers::forget(DownloadId id) {
    state_->order([state = state_.get(), id] {
        bool running = false;
        state->on_task(id, [&](DownloadTask& task) { running = is_running(task.state()); });
        if (!running) {
            state->forget(id);
        }
    });
}

std::vector<DownloadSnapshot> Transfers::snapshots() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->shown;
}

void Transfers::set_offline(bool on) {
    state_->offline.set(on);
    if (!on) {
        return;
    }
    state_->order([state = state_.get()] {
        for (auto& [id, entry] : state->entries) {
            if (is_running(entry.task->state()) && state->offline.is_on()) {
                entry.task->pause(
                    Failure{.kind = FailureKind::offline, .message = "the offline switch is on"});
            }
        }
    });
}

bool Transfers::is_offline() const {
    return state_->offline.is_on();
}

const OfflineSwitch& Transfers::offline_switch() const {
    return state_->offline;
}

RequestLog& Transfers::log() {
    return state_->log;
}

void Transfers::restore(const std::filesystem::path& folder) {
    state_->order([state = state_.get(), folder] {
        for (DownloadRequest& request : find_unfinished(*state->files, folder)) {
            state->add(std::move(request), FirstState::paused);
        }
    });
}

}  // namespace hearth::transfers
