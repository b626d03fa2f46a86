#include "transfers/http_exchange.h"

#include "transfers/address.h"
#include "transfers/network_options.h"

#include <hearth/error.h>

#include <exception>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

constexpr std::size_t kMostHeaderBytes = std::size_t{256} << 10U;
constexpr std::uint64_t kMostIgnoredBody = std::uint64_t{64} << 10U;
constexpr long kBufferBytes = 64L << 10U;

curl_socket_t open_socket(void* offline, curlsocktype, curl_sockaddr* address) noexcept {
    // The switch may have been turned on after the request began.
    if (static_cast<const OfflineSwitch*>(offline)->is_on()) {
        return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

template <class Value>
void set(CURL* easy, CURLoption option, Value value) {
    const CURLcode code = curl_easy_setopt(easy, option, value);
    if (code != CURLE_OK) {
        throw std::runtime_error(std::string("libcurl refused an option: ") + curl_easy_strerror(code));
    }
}

void append(std::unique_ptr<curl_slist, CurlListFree>& list, const std::string& header) {
    curl_slist* longer = curl_slist_append(list.get(), header.c_str());
    if (longer == nullptr) {
        throw std::bad_alloc();
    }
    static_cast<void>(list.release());
    list.reset(longer);
}

/// A SOCKS proxy that cannot get any further is another matter than one that does not want to.
FailureKind socks_failure(CURL* easy) {
    long code = 0;
    curl_easy_getinfo(easy, CURLINFO_PROXY_ERROR, &code);
    switch (code) {
        case CURLPX_REPLY_HOST_UNREACHABLE:
        case CURLPX_REPLY_NETWORK_UNREACHABLE:
        case CURLPX_REPLY_CONNECTION_REFUSED:
        case CURLPX_REPLY_TTL_EXPIRED:
            return FailureKind::cannot_connect;
        default:
            return FailureKind::proxy_refused;
    }
}

/// A handshake that breaks off is a line that breaks off, as one meets them on networks that are shaky or
/// watched. Only an alert is the server's own word, which libcurl passes on in the text alone.
FailureKind handshake_failure(std::string_view words) {
    const bool refused = words.find(" alert ") != std::string_view::npos ||
                         words.find("unsupported protocol") != std::string_view::npos;
    return refused ? FailureKind::tls_failed : FailureKind::connection_lost;
}

FailureKind kind_of(CURLcode code, CURL* easy, std::string_view words) {
    switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
            return FailureKind::host_not_found;
        case CURLE_COULDNT_RESOLVE_PROXY:
            return FailureKind::proxy_not_found;
        case CURLE_PROXY:
            return socks_failure(easy);
        case CURLE_COULDNT_CONNECT:
            return FailureKind::cannot_connect;
        case CURLE_URL_MALFORMAT:
        case CURLE_UNSUPPORTED_PROTOCOL:
            return FailureKind::bad_address;
        case CURLE_SSL_CONNECT_ERROR:
            return handshake_failure(words);
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_CIPHER:
        case CURLE_SSL_ISSUER_ERROR:
        case CURLE_USE_SSL_FAILED:
            return FailureKind::tls_failed;
        case CURLE_OPERATION_TIMEDOUT:
            return FailureKind::connect_timed_out;  // the only limit that libcurl watches
        default: {
            long proxy_status = 0;
            curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &proxy_status);
            if (proxy_status >= 500) {
                return FailureKind::cannot_connect;  // the proxy is there and could not get any further
            }
            return proxy_status >= 300 ? FailureKind::proxy_refused : FailureKind::connection_lost;
        }
    }
}

}  // namespace

void HttpExchange::begin_hop(const OfflineSwitch& offline, const TransferPolicy& policy,
                             const NetworkOptions& network) {
    const auto address = parse_address(url_);
    host_ = address ? address->host_and_port : std::string();
    token_allowed_ = token_allowed_ && credentials_ && may_see_token(*credentials_, url_);
    head_ = ResponseHead{.url = url_,
                         .host = host_,
                         .token_sent = token_allowed_ && !token_refused_,
                         .token_refused = token_refused_};
    header_bytes_ = 0;
    head_done_ = false;
    answer_ = Answer::final;
    bytes_received_ = 0;
    error_text_[0] = '\0';

    easy_.reset(curl_easy_init());
    if (!easy_) {
        throw std::runtime_error("libcurl gave no handle");
    }
    CURL* easy = easy_.get();
    set(easy, CURLOPT_URL, url_.c_str());
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(easy, CURLOPT_FOLLOWLOCATION, 0L);
    set(easy, CURLOPT_HTTPGET, 1L);
    set(easy, CURLOPT_USERAGENT, "Hearth");
    set(easy, CURLOPT_NOSIGNAL, 1L);
    set(easy, CURLOPT_QUICK_EXIT, 1L);  // a name server that does not answer is not waited for
    set(easy, CURLOPT_ERRORBUFFER, error_text_);
    set(easy, CURLOPT_BUFFERSIZE, kBufferBytes);
    set(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(policy.connect_timeout.count()));
    set(easy, CURLOPT_OPENSOCKETFUNCTION, &open_socket);
    set(easy, CURLOPT_OPENSOCKETDATA, static_cast<const void*>(&offline));
    set(easy, CURLOPT_HEADERFUNCTION, &HttpExchange::on_header);
    set(easy, CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(easy, CURLOPT_WRITEFUNCTION, &HttpExchange::on_body);
    set(easy, CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(easy, CURLOPT_PRIVATE, static_cast<void*>(this));
    set_headers();
    set_network(network);
}

void HttpExchange::set_headers() {
    headers_.reset();
    append(headers_, "Accept: " + (request_.accept.empty() ? "*/*" : request_.accept));
    append(headers_, "Accept-Encoding: identity");
    if (request_.first_byte && !request_.if_range.empty() && request_.if_range_host == host_) {
        append(headers_, "If-Range: " + request_.if_range);
    }
    if (head_.token_sent) {
        append(headers_, "Authorization: Bearer " + credentials_->token);
    }
    set(easy_.get(), CURLOPT_HTTPHEADER, headers_.get());
    if (request_.first_byte) {
        // Not RESUME_FROM: that fails where the server sends the whole file, which can be used, and takes 416
        // for success. The receiver looks at every answer instead.
        const std::string last = request_.last_byte ? std::to_string(*request_.last_byte) : std::string();
        set(easy_.get(), CURLOPT_RANGE, fmt::format("{}-{}", *request_.first_byte, last).c_str());
    }
}

void HttpExchange::set_network(const NetworkOptions& network) {
    CURL* easy = easy_.get();
    proxy_ = network.proxy;
    if (!network.proxy.empty()) {
        set(easy, CURLOPT_PROXY, network.proxy.c_str());
    }
    set(easy, CURLOPT_NOPROXY, reached_directly(network).c_str());
    if (!network.certificates.empty()) {
        set(easy, CURLOPT_CAINFO, network.certificates.c_str());
    }
    known_addresses_.reset();
    for (const std::string& known : network.known_addresses) {
        append(known_addresses_, known);
    }
    if (known_addresses_) {
        set(easy, CURLOPT_RESOLVE, known_addresses_.get());
    }
}

void HttpExchange::redirect_to(std::string url) {
    url_ = std::move(url);
    ++hop_;
}

void HttpExchange::begin_without_token() {
    url_ = request_.url;
    hop_ = 0;
    token_refused_ = true;
}

std::size_t HttpExchange::on_header(char* data, std::size_t size, std::size_t count, void* self) noexcept {
    auto& exchange = *static_cast<HttpExchange*>(self);
    try {
        return exchange.take_header(std::string_view(data, size * count)) ? size * count : 0;
    } catch (const std::exception& error) {
        exchange.stopped_ =
            Failure{.kind = FailureKind::internal, .message = error.what(), .reason = error.what()};
        return 0;
    }
}

std::size_t HttpExchange::on_body(char* data, std::size_t size, std::size_t count, void* self) noexcept {
    auto& exchange = *static_cast<HttpExchange*>(self);
    try {
        return exchange.take_body(std::as_bytes(std::span(data, size * count)));
    } catch (const std::exception& error) {
        exchange.stopped_ =
            Failure{.kind = FailureKind::internal, .message = error.what(), .reason = error.what()};
        return 0;
    }
}

bool HttpExchange::stop_with(MaybeFailure failure) {
    stopped_ = std::move(failure);
    return !stopped_;
}

bool HttpExchange::take_header(std::string_view line) {
    header_bytes_ += line.size();
    if (header_bytes_ > kMostHeaderBytes) {
        return stop_with(Failure{.kind = FailureKind::connection_lost,
                                 .message = host_ + ": sends headers without end",
                                 .reason = "headers without end"});
    }
    if (head_done_) {
        return true;  // trailers after the body
    }
    if (!line.empty() && line != "\r\n" && line != "\n") {
        read_header_line(line, head_);
        return true;
    }
    if (head_.status < 200) {
        return true;  // 100 Continue and the like: the real head follows
    }
    head_done_ = true;
    const bool moved = head_.status == 301 || head_.status == 302 || head_.status == 303 ||
                       head_.status == 307 || head_.status == 308;
    if (moved && !head_.location.empty()) {
        answer_ = Answer::redirect;
        return stop_with(receiver_.on_redirect(head_));
    }
    if (head_.status == 401 && head_.token_sent) {
        answer_ = Answer::token_refused;  // expired perhaps, and the file may be there for everybody
        return true;
    }
    return stop_with(receiver_.on_response(head_));
}

std::size_t HttpExchange::take_body(std::span<const std::byte> bytes) {
    if (answer_ == Answer::final && !receiver_.may_receive()) {
        return CURL_WRITEFUNC_PAUSE;  // libcurl keeps these bytes and reads no more
    }
    bytes_received_ += bytes.size();
    const bool goes_on =
        answer_ == Answer::final ? stop_with(receiver_.on_bytes(bytes)) : bytes_received_ <= kMostIgnoredBody;
    return goes_on ? bytes.size() : 0;
}

Failure HttpExchange::placed(Failure failure) const {
    failure.host = host_;
    failure.hop = hop_;
    if (failure.kind == FailureKind::proxy_refused && failure.proxy.empty()) {
        failure.proxy = proxy_in_the_way(CURLE_PROXY);  // it answered in the place of the host
    }
    return failure;
}

MaybeFailure HttpExchange::failure_after(CURLcode code) const {
    if (stopped_) {
        return placed(*stopped_);
    }
    if (code == CURLE_OK || (answer_ != Answer::final && code == CURLE_WRITE_ERROR)) {
        return {};
    }
    Failure failure;
    failure.kind = kind_of(code, easy_.get(), error_text_);
    failure.reason = escaped(error_text_[0] != '\0' ? error_text_ : curl_easy_strerror(code));
    failure.proxy = proxy_in_the_way(code);
    if (code == CURLE_COULDNT_CONNECT && !failure.proxy.empty()) {
        failure.kind = FailureKind::proxy_unreachable;
    }
    failure.message = failure.proxy.empty()
                          ? fmt::format("{}: {}", host_, failure.reason)
                          : fmt::format("{} through the proxy {}: {}", host_, failure.proxy, failure.reason);
    if (long status = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK && status != 0) {
        failure.http_status = static_cast<std::uint32_t>(status);
    }
    return placed(std::move(failure));
}

/// Host and port of the proxy that this hop went through, as far as that can be known; empty: none.
std::string HttpExchange::proxy_in_the_way(CURLcode code) const {
    const auto address = parse_address(url_);
    if (!address || is_loopback(address->host)) {
        return {};
    }
    if (!proxy_.empty()) {
        return proxy_name(proxy_);
    }
    const std::string from_environment = proxy_name(environment_proxy(address->scheme));
    // The environment may also name hosts that go without it: libcurl's own words tell whom it tried to
    // reach.
    const std::string_view words = error_text_;
    const std::string host = from_environment.substr(0, from_environment.rfind(':'));
    const bool told = !host.empty() && words.find(host) != std::string_view::npos;
    const bool by_kind = code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_PROXY;
    return told || by_kind ? from_environment : std::string();
}

std::string HttpExchange::redirect_target() const {
    const char* url = nullptr;
    if (curl_easy_getinfo(easy_.get(), CURLINFO_REDIRECT_URL, &url) != CURLE_OK || url == nullptr) {
        return {};
    }
    return url;
}

}  // namespace hearth::transfers
