#include "transfers/fetcher.h"

#include "transfers/http_client.h"

#include <hearth/error.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <mutex>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

constexpr std::chrono::milliseconds kStopInterval{50};

/// Collects one answer.
class AnswerReceiver final : public HttpReceiver {
 public:
    explicit AnswerReceiver(const FetchRequest& request) : request_(request) {}

    bool ended() const { return ended_; }
    std::uint64_t received() const { return received_; }
    std::string host() const { return host_; }
    Outcome<FetchAnswer> take() {
        if (failure_) {
            return *std::move(failure_);
        }
        return std::move(answer_);
    }

    MaybeFailure on_redirect(const ResponseHead& head) override {
        first_head(head);
        // Only the hub itself knows the hash: what a storage host calls by the same name is something else.
        if (answer_.linked_etag.empty()) {
            answer_.linked_etag = head.linked_etag;
            answer_.linked_size = head.linked_size;
        }
        return {};
    }

    MaybeFailure on_response(const ResponseHead& head) override {
        first_head(head);
        host_ = head.host;
        if (!head.content_encoding.empty() && head.content_encoding != "identity") {
            return failure_of(FailureKind::unexpected_encoding, head,
                              fmt::format("sends the answer encoded as '{}', which was not asked for",
                                          escaped(head.content_encoding)));
        }
        answer_.status = head.status;
        answer_.final_url = head.url;
        answer_.content_type = head.content_type;
        answer_.etag = head.etag;
        answer_.link = head.link;
        answer_.error_code = head.error_code;
        answer_.error_message = head.error_message;
        answer_.token_refused = head.token_refused;
        answer_.retry_after_seconds = retry_after_seconds(head);
        if (answer_.linked_etag.empty()) {
            answer_.linked_etag = head.linked_etag;
            answer_.linked_size = head.linked_size;
        }
        // ModelScope says 200 where it sends a range as well.
        if (head.status == 206 ||
            (head.status == 200 && request_.first_byte && !head.content_range.empty())) {
            return take_range(head);
        }
        if (head.status == 200) {
            answer_.total_bytes = head.content_length;
            // A server without ranges sends the file from its start: what was asked for is cut out of it.
            cuts_ = request_.first_byte.has_value();
            skip_ = request_.first_byte.value_or(0);
        }
        return {};
    }

    MaybeFailure on_bytes(std::span<const std::byte> bytes) override {
        received_ += bytes.size();
        const std::uint64_t skipped = std::min<std::uint64_t>(skip_, bytes.size());
        skip_ -= skipped;
        bytes = bytes.subspan(static_cast<std::size_t>(skipped));
        if (cuts_ && request_.byte_count) {
            const std::uint64_t left = *request_.byte_count - answer_.body.size();
            bytes = bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size())));
        }
        if (bytes.size() > request_.most_bytes - std::min(request_.most_bytes, answer_.body.size())) {
            Failure failure;
            failure.kind = FailureKind::wrong_size;
            failure.host = host_;
            failure.bytes_available = request_.most_bytes;
            failure.message = fmt::format("{}: sends more than {} bytes", host_, request_.most_bytes);
            return failure;
        }
        answer_.body.insert(answer_.body.end(), bytes.begin(), bytes.end());
        if (cuts_ && request_.byte_count && answer_.body.size() == *request_.byte_count) {
            whole_ = true;
            return Failure{.kind = FailureKind::stopped, .message = "all that was asked for is here"};
        }
        return {};
    }

    void on_end(MaybeFailure failure) override {
        ended_ = true;
        failure_ = whole_ ? MaybeFailure() : std::move(failure);
    }

 private:
    void first_head(const ResponseHead& head) { answer_.token_sent = answer_.token_sent || head.token_sent; }

    MaybeFailure take_range(const ResponseHead& head) {
        const auto range = parse_content_range(head.content_range);
        const bool right =
            range && range->first && request_.first_byte == range->first &&
            (!request_.byte_count || range->last < *request_.first_byte + *request_.byte_count);
        if (!right) {
            return failure_of(FailureKind::range_refused, head, "sends another part than was asked for");
        }
        answer_.total_bytes = range->total;
        return {};
    }

    const FetchRequest& request_;
    FetchAnswer answer_;
    MaybeFailure failure_;
    std::string host_;
    bool cuts_ = false;
    std::uint64_t skip_ = 0;
    std::uint64_t received_ = 0;
    bool whole_ = false;
    bool ended_ = false;
};

}  // namespace

MaybeFailure failure_of(const FetchAnswer& answer, std::string_view host) {
    if (answer.status >= 200 && answer.status < 300) {
        return {};
    }
    ResponseHead head;
    head.status = answer.status;
    head.error_code = answer.error_code;
    head.error_message = answer.error_message;
    head.token_sent = answer.token_sent && !answer.token_refused;
    head.token_refused = answer.token_refused;
    head.host = host;
    Failure failure = status_failure(head);
    failure.retry_after_seconds = answer.retry_after_seconds;
    return failure;
}

struct Fetcher::State {
    State(const OfflineSwitch& offline_switch, RequestLog& request_log, const TransferPolicy& transfer_policy)
        : offline(offline_switch), log(request_log), policy(transfer_policy) {}

    const OfflineSwitch& offline;
    RequestLog& log;
    const TransferPolicy policy;

    std::mutex mutex;
    CredentialsList credentials;
    NetworkOptions network;
    std::vector<std::unique_ptr<HttpClient>> idle;

    OfflineSwitch::Watcher watcher{offline, [this] { close_idle(); }};

    Outcome<FetchAnswer> ask(const FetchRequest& request, const std::stop_token& stop);
    std::unique_ptr<HttpClient> take_client();
    void give_back(std::unique_ptr<HttpClient> client);
    void close_idle();
};

std::unique_ptr<HttpClient> Fetcher::State::take_client() {
    std::unique_ptr<HttpClient> client;
    CredentialsList token;
    NetworkOptions way;
    {
        const std::scoped_lock lock(mutex);
        if (!idle.empty()) {
            client = std::move(idle.back());
            idle.pop_back();
        }
        token = credentials;
        way = network;
    }
    if (!client) {
        client = std::make_unique<HttpClient>(offline, log, policy);
    }
    client->set_credentials(std::move(token));
    client->set_network(std::move(way));
    return client;
}

void Fetcher::State::give_back(std::unique_ptr<HttpClient> client) {
    constexpr std::size_t kMostIdle = 4;
    const std::scoped_lock lock(mutex);
    // Asked under the lock: the switch is turned before close_idle() takes it.
    if (idle.size() < kMostIdle && !offline.is_on()) {
        idle.push_back(std::move(client));
    }
}

void Fetcher::State::close_idle() {
    std::vector<std::unique_ptr<HttpClient>> closed;
    const std::scoped_lock lock(mutex);
    closed.swap(idle);
}

Fetcher::Fetcher(const OfflineSwitch& offline, RequestLog& log, const TransferPolicy& policy,
                 CredentialsList credentials, NetworkOptions network)
    : state_(std::make_unique<State>(offline, log, policy)) {
    state_->credentials = std::move(credentials);
    state_->network = std::move(network);
    state_->give_back(state_->take_client());
}

Fetcher::~Fetcher() = default;

void Fetcher::set_credentials(CredentialsList credentials) {
    const std::scoped_lock lock(state_->mutex);
    state_->credentials = std::move(credentials);
}

void Fetcher::set_network(NetworkOptions network) {
    const std::scoped_lock lock(state_->mutex);
    state_->network = std::move(network);
}

Outcome<FetchAnswer> Fetcher::fetch(const FetchRequest& request, std::stop_token stop) {
    try {
        return state_->ask(request, stop);
    } catch (const std::exception& error) {
        return Failure{.kind = FailureKind::internal, .message = error.what(), .reason = error.what()};
    }
}

Outcome<FetchAnswer> Fetcher::State::ask(const FetchRequest& request, const std::stop_token& stop) {
    std::unique_ptr<HttpClient> client = take_client();
    HttpRequest asked;
    asked.url = request.url;
    if (request.first_byte) {
        asked.first_byte = request.first_byte;
        if (request.byte_count && *request.byte_count > 0) {
            asked.last_byte = *request.first_byte + *request.byte_count - 1;
        }
    }
    asked.accept = request.accept;
    asked.purpose = request.purpose;
    asked.subject = request.subject;
    AnswerReceiver receiver(request);
    auto exchange = client->start(std::move(asked), receiver);
    if (!exchange) {
        return std::move(exchange).failure();
    }
    using Moment = std::chrono::steady_clock::time_point;
    Moment last_byte = std::chrono::steady_clock::now();
    std::uint64_t received = 0;
    const auto give_up = [&](FailureKind kind, std::string message) {
        client->stop(*exchange);
        return Failure{.kind = kind, .message = std::move(message), .host = receiver.host()};
    };
    for (;;) {
        client->perform();
        if (receiver.ended()) {
            break;
        }
        if (stop.stop_requested()) {
            return give_up(FailureKind::stopped, "the request is no longer wanted");
        }
        if (offline.is_on()) {
            return give_up(FailureKind::offline, "the offline switch is on");
        }
        const Moment now = std::chrono::steady_clock::now();
        if (received != receiver.received()) {
            received = receiver.received();
            last_byte = now;
        } else if (now - last_byte >= policy.fetch_stall_time) {
            return give_up(FailureKind::stalled, receiver.host() + ": sends nothing any more");
        }
        client->wait(kStopInterval);
    }
    give_back(std::move(client));
    return receiver.take();
}

}  // namespace hearth::transfers
