#include "transfers/transfers.h"

#include "transfers/bandwidth_limit.h"
#include "transfers/download_list.h"
#include "transfers/http_client.h"
#include "transfers/snapshot_board.h"

#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace hearth::transfers {

struct Transfers::State {
    State(Options options, Listener listener, SetListener set_listener)
        : policy(options.policy),
          files(std::move(options.files)),
          clock(std::move(options.clock)),
          log(std::move(options.log_file)),
          network(std::move(options.network)),
          list({*files, client, limit, clock, policy}, board, std::move(listener), std::move(set_listener)) {
        offline.set(options.offline);
        limit.set(options.bytes_per_second);
        client.set_network(network);
        client.set_credentials(std::move(options.credentials));
    }

    const TransferPolicy policy;
    const std::shared_ptr<FileOperations> files;
    const Clock clock;
    RequestLog log;
    OfflineSwitch offline;

    // any thread
    SnapshotBoard board;
    std::mutex mutex;
    std::deque<std::function<void()>> orders;
    std::atomic<bool> stopping{false};

    // transfers thread
    NetworkOptions network;
    HttpClient client{offline, log, policy};
    BandwidthLimit limit;
    DownloadList list;
    std::thread thread;

    void order(std::function<void()> what);
    void order_set(DownloadId id, void (DownloadList::*what)(DownloadSetId));
    bool take_order();
    Time step();
    void run();
};

void Transfers::State::order(std::function<void()> what) {
    {
        const std::scoped_lock lock(mutex);
        orders.push_back(std::move(what));
    }
    client.wake();
}

void Transfers::State::order_set(DownloadId id, void (DownloadList::*what)(DownloadSetId)) {
    order([this, id, what] {
        if (const auto set = list.set_of(id)) {
            (list.*what)(*set);
        }
    });
}

bool Transfers::State::take_order() {
    std::function<void()> what;
    {
        const std::scoped_lock lock(mutex);
        if (orders.empty()) {
            return false;
        }
        what = std::move(orders.front());
        orders.pop_front();
    }
    what();
    return true;
}

Time Transfers::State::step() {
    while (!stopping && take_order()) {
    }
    client.perform();
    const Time now = clock();
    bool resumed = false;
    while (const auto next = limit.next_ready(now)) {
        client.resume(*next);
        resumed = true;
    }
    const Time wake = list.step(now);
    return resumed ? now : std::min(wake, limit.wake_at());
}

void Transfers::State::run() {
    using std::chrono::milliseconds;
    constexpr milliseconds kIdleWait{1000 * 3600};
    while (!stopping) {
        Time wake = Time::max();
        try {
            wake = step();
        } catch (const std::exception& error) {
            // A broken invariant: what runs fails with a message, the thread lives on.
            list.fail_all({.kind = FailureKind::internal, .message = error.what(), .reason = error.what()});
            wake = Time::min();
        }
        const Time now = clock();
        if (wake <= now) {
            continue;
        }
        // libcurl wakes the wait earlier for its own timeouts. With nothing running only wake() ends it.
        const milliseconds until =
            wake == Time::max() ? kIdleWait : std::chrono::ceil<milliseconds>(wake - now);
        client.wait(std::min(until, list.is_idle() ? kIdleWait : policy.longest_wait));
    }
    list.pause_all({.kind = FailureKind::stopped, .message = "the program ends"});
}

Transfers::Transfers(Options options, Listener listener, SetListener set_listener)
    : state_(std::make_unique<State>(std::move(options), std::move(listener), std::move(set_listener))) {
    state_->thread = std::thread([state = state_.get()] { state->run(); });
}

Transfers::~Transfers() {
    state_->stopping = true;
    state_->client.wake();
    state_->thread.join();
}

DownloadSetId Transfers::add(DownloadSetRequest request, FirstState first) {
    for (DownloadRequest& file : request.files) {
        file.target = file.target.lexically_normal();
    }
    SnapshotBoard::Numbers numbers = state_->board.numbers_of(request);
    const DownloadSetId id = numbers.set;
    state_->order([state = state_.get(), numbers = std::move(numbers), request = std::move(request),
                   first]() mutable { state->list.add(numbers, std::move(request), first); });
    return id;
}

DownloadId Transfers::add(DownloadRequest request, FirstState first) {
    request.target = request.target.lexically_normal();
    DownloadSetRequest set{request.title, request.target.parent_path(), {}};
    set.files.push_back(std::move(request));
    SnapshotBoard::Numbers numbers = state_->board.numbers_of(set);
    const DownloadId id = numbers.files.front();
    state_->order([state = state_.get(), numbers = std::move(numbers), set = std::move(set),
                   first]() mutable { state->list.add(numbers, std::move(set), first); });
    return id;
}

void Transfers::pause(DownloadSetId id) {
    state_->order([state = state_.get(), id] { state->list.pause(id); });
}

void Transfers::resume(DownloadSetId id) {
    state_->order([state = state_.get(), id] { state->list.resume(id); });
}

void Transfers::cancel(DownloadSetId id) {
    state_->order([state = state_.get(), id] { state->list.cancel(id); });
}

void Transfers::forget(DownloadSetId id) {
    state_->order([state = state_.get(), id] { state->list.forget(id); });
}

void Transfers::pause(DownloadId id) {
    state_->order_set(id, &DownloadList::pause);
}

void Transfers::resume(DownloadId id) {
    state_->order_set(id, &DownloadList::resume);
}

void Transfers::cancel(DownloadId id) {
    state_->order_set(id, &DownloadList::cancel);
}

void Transfers::forget(DownloadId id) {
    state_->order_set(id, &DownloadList::forget);
}

void Transfers::after_orders(std::function<void()> what) {
    state_->order(std::move(what));
}

std::vector<DownloadSetSnapshot> Transfers::sets() const {
    return state_->board.sets();
}

std::vector<DownloadSnapshot> Transfers::snapshots() const {
    return state_->board.files();
}

void Transfers::set_offline(bool on) {
    state_->offline.set(on);
    state_->order([state = state_.get()] {
        if (state->offline.is_on()) {
            state->list.pause_all({.kind = FailureKind::offline, .message = "the offline switch is on"});
            state->client.close_idle();
        } else {
            state->list.resume_all(FailureKind::offline);
        }
    });
}

bool Transfers::is_offline() const {
    return state_->offline.is_on();
}

void Transfers::set_bandwidth_limit(std::optional<std::uint64_t> bytes_per_second) {
    state_->order([state = state_.get(), bytes_per_second] { state->limit.set(bytes_per_second); });
}

bool Transfers::set_proxy(std::string proxy) {
    if (!proxy.empty() && !is_proxy(proxy)) {
        return false;
    }
    state_->order([state = state_.get(), proxy = std::move(proxy)] {
        state->network.proxy = proxy;
        state->client.set_network(state->network);
    });
    return true;
}

void Transfers::set_credentials(CredentialsList credentials) {
    state_->order([state = state_.get(), credentials = std::move(credentials)] {
        state->client.set_credentials(credentials);
    });
}

const OfflineSwitch& Transfers::offline_switch() const {
    return state_->offline;
}

RequestLog& Transfers::log() {
    return state_->log;
}

void Transfers::restore(const std::filesystem::path& folder) {
    state_->order([state = state_.get(), folder] { state->list.restore(folder); });
}

}  // namespace hearth::transfers
