#include "transfers/http_client.h"

#include "transfers/address.h"
#include "transfers/broken_pipe_guard.h"
#include "transfers/http_exchange.h"

#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

void start_libcurl() {
    static std::once_flag once;
    static CURLcode code = CURLE_OK;
    std::call_once(once, [] { code = curl_global_init(CURL_GLOBAL_DEFAULT); });
    if (code != CURLE_OK) {
        throw std::runtime_error(std::string("libcurl cannot start: ") + curl_easy_strerror(code));
    }
}

CURLM* new_multi() {
    CURLM* multi = curl_multi_init();
    if (multi == nullptr) {
        throw std::runtime_error("libcurl gave no multi handle");
    }
    // Pieces of one file come over lines of their own: that is what they are for.
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
    return multi;
}

RequestOutcome outcome_of(const HttpExchange& exchange, const MaybeFailure& failure) {
    RequestOutcome outcome;
    if (const std::uint32_t status = exchange.head().status; status != 0) {
        outcome.status = status;
    }
    if (failure) {
        outcome.failure = failure->kind;
    }
    outcome.state = failure                  ? RequestState::failed
                    : exchange.is_redirect() ? RequestState::redirect
                                             : RequestState::ended;
    return outcome;
}

}  // namespace

struct HttpClient::State {
    State(const OfflineSwitch& offline_switch, RequestLog& request_log, const TransferPolicy& transfer_policy)
        : offline(offline_switch), log(request_log), policy(transfer_policy) {}

    const OfflineSwitch& offline;
    RequestLog& log;
    const TransferPolicy policy;
    std::mutex multi_mutex;  ///< for wake(), and for putting another one in its place
    CURLM* multi = nullptr;
    std::map<ExchangeId, std::unique_ptr<HttpExchange>> exchanges;
    std::uint64_t last_id = 0;
    CredentialsList credentials;
    NetworkOptions network;

    MaybeFailure start_hop(HttpExchange& exchange);
    void finish_hop(HttpExchange& exchange, CURLcode code);
    MaybeFailure follow(HttpExchange& exchange);
};

HttpClient::HttpClient(const OfflineSwitch& offline, RequestLog& log, const TransferPolicy& policy) {
    start_libcurl();
    state_ = std::make_unique<State>(offline, log, policy);
    state_->multi = new_multi();
}

HttpClient::~HttpClient() {
    const BrokenPipeGuard guard;
    while (!state_->exchanges.empty()) {
        stop(state_->exchanges.begin()->first);
    }
    curl_multi_cleanup(state_->multi);
}

void HttpClient::set_credentials(CredentialsList credentials) {
    state_->credentials = std::move(credentials);
}

void HttpClient::set_network(NetworkOptions network) {
    state_->network = std::move(network);
}

/// The one place where a request leaves.
MaybeFailure HttpClient::State::start_hop(HttpExchange& exchange) {
    if (offline.is_on()) {
        return exchange.placed({.kind = FailureKind::offline, .message = "the offline switch is on"});
    }
    if (!parse_address(exchange.url())) {
        return exchange.placed(
            {.kind = FailureKind::bad_address,
             .message = "not an http or https address: " + without_secrets(exchange.url())});
    }
    const auto refused = [&](const std::string& reason) {
        return exchange.placed({.kind = FailureKind::internal, .message = reason, .reason = reason});
    };
    try {
        exchange.begin_hop(offline, policy, network);
    } catch (const std::exception& error) {
        return refused(error.what());
    }
    exchange.log_number = log.start("GET", exchange.url(), exchange.purpose(), exchange.subject());
    if (const CURLMcode code = curl_multi_add_handle(multi, exchange.easy()); code != CURLM_OK) {
        log.finish(exchange.log_number, 0, {.state = RequestState::failed, .failure = FailureKind::internal});
        return refused(std::string("libcurl refused a request: ") + curl_multi_strerror(code));
    }
    return {};
}

MaybeFailure HttpClient::State::follow(HttpExchange& exchange) {
    const auto refuse = [&](std::string_view what) {
        return exchange.placed({.kind = FailureKind::redirect_refused,
                                .message = fmt::format("{}: {}", exchange.head().host, what),
                                .http_status = exchange.head().status,
                                .reason = std::string(what)});
    };
    const std::string url = exchange.redirect_target();
    const auto from = parse_address(exchange.url());
    const auto to = parse_address(url);
    if (!to) {
        return refuse("redirects to something that is no http or https address");
    }
    if (from && from->scheme == "https" && to->scheme != "https") {
        return refuse("redirects to an unencrypted address");
    }
    if (exchange.hop() >= policy.redirects) {
        return refuse(fmt::format("more than {} redirects", policy.redirects));
    }
    exchange.redirect_to(url);
    return start_hop(exchange);
}

void HttpClient::State::finish_hop(HttpExchange& exchange, CURLcode code) {
    MaybeFailure failure = exchange.failure_after(code);
    if (failure && offline.is_on()) {
        failure->kind = FailureKind::offline;  // open_socket() refused
    }
    log.finish(exchange.log_number, exchange.bytes_received(), outcome_of(exchange, failure));
    curl_multi_remove_handle(multi, exchange.easy());
    if (!failure && (exchange.is_redirect() || exchange.is_token_refused())) {
        if (exchange.is_redirect()) {
            failure = follow(exchange);
        } else {
            exchange.begin_without_token();
            failure = start_hop(exchange);
        }
        if (!failure) {
            return;
        }
    }
    auto node = exchanges.extract(exchange.id());
    node.mapped()->end(std::move(failure));
}

Outcome<ExchangeId> HttpClient::start(HttpRequest request, HttpReceiver& receiver) {
    const ExchangeId id{++state_->last_id};
    auto credentials = state_->credentials.for_address(request.url);
    auto exchange = std::make_unique<HttpExchange>(id, std::move(request), std::move(credentials), receiver);
    if (MaybeFailure failure = state_->start_hop(*exchange)) {
        return *std::move(failure);
    }
    state_->exchanges.emplace(id, std::move(exchange));
    return id;
}

void HttpClient::stop(ExchangeId id) {
    const auto found = state_->exchanges.find(id);
    if (found == state_->exchanges.end()) {
        return;
    }
    const BrokenPipeGuard guard;
    HttpExchange& exchange = *found->second;
    curl_multi_remove_handle(state_->multi, exchange.easy());
    state_->log.finish(exchange.log_number, exchange.bytes_received(), {.state = RequestState::stopped});
    state_->exchanges.erase(found);
}

void HttpClient::resume(ExchangeId id) {
    const auto found = state_->exchanges.find(id);
    if (found == state_->exchanges.end()) {
        return;
    }
    const BrokenPipeGuard guard;
    HttpExchange& exchange = *found->second;
    const CURLcode code = curl_easy_pause(exchange.easy(), CURLPAUSE_CONT);
    if (code != CURLE_OK) {
        // The bytes it kept were delivered, and refused, inside that call: nothing else will end the request.
        state_->finish_hop(exchange, code);
    }
}

void HttpClient::close_idle() {
    if (!state_->exchanges.empty()) {
        return;
    }
    // libcurl closes what it keeps together with the handle alone.
    const BrokenPipeGuard guard;
    CURLM* multi = new_multi();
    {
        const std::scoped_lock lock(state_->multi_mutex);
        std::swap(multi, state_->multi);
    }
    curl_multi_cleanup(multi);
    curl_multi_wakeup(state_->multi);  // a wake() that only the old one has heard is not lost
}

void HttpClient::perform() {
    const BrokenPipeGuard guard;
    int running = 0;
    curl_multi_perform(state_->multi, &running);
    int left = 0;
    while (CURLMsg* message = curl_multi_info_read(state_->multi, &left)) {
        if (message->msg != CURLMSG_DONE) {
            continue;
        }
        HttpExchange* exchange = nullptr;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
        state_->finish_hop(*exchange, message->data.result);
    }
}

void HttpClient::wait(std::chrono::milliseconds timeout) {
    curl_multi_poll(state_->multi, nullptr, 0, static_cast<int>(timeout.count()), nullptr);
}

void HttpClient::wake() {
    const std::scoped_lock lock(state_->multi_mutex);
    curl_multi_wakeup(state_->multi);
}

}  // namespace hearth::transfers
