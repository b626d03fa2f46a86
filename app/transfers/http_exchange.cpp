#include "transfers/http_exchange.h"

#include "transfers/address.h"

#include <hearth/error.h>

#include <exception>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

constexpr std::size_t kMostHeaderBytes = std::size_t{256} << 10U;
constexpr std::uint64_t kMostRedirectBody = std::uint64_t{64} << 10U;
constexpr long kBufferBytes = 128L << 10U;

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

FailureKind kind_of(CURLcode code, CURL* easy) {
    switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
            return FailureKind::host_not_found;
        case CURLE_COULDNT_RESOLVE_PROXY:
            return FailureKind::proxy_not_found;
        case CURLE_COULDNT_CONNECT:
            return FailureKind::cannot_connect;
        case CURLE_URL_MALFORMAT:
        case CURLE_UNSUPPORTED_PROTOCOL:
            return FailureKind::bad_address;
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_CIPHER:
        case CURLE_SSL_ISSUER_ERROR:
        case CURLE_USE_SSL_FAILED:
            return FailureKind::tls_failed;
        case CURLE_OPERATION_TIMEDOUT: {
            // Before the request went out it was the connection that took too long.
            curl_off_t started = 0;
            curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &started);
            return started == 0 ? FailureKind::connect_timed_out : FailureKind::stalled;
        }
        default: {
            long proxy_status = 0;
            curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &proxy_status);
            return proxy_status >= 300 ? FailureKind::proxy_refused : FailureKind::connection_lost;
        }
    }
}

}  // namespace

void HttpExchange::begin_hop(const OfflineSwitch& offline, const TransferPolicy& policy) {
    const auto address = parse_address(url_);
    host_ = address ? address->host_and_port : std::string();
    head_ = ResponseHead{.host = host_};
    header_bytes_ = 0;
    head_done_ = false;
    redirect_ = false;
    bytes_received_ = 0;
    error_text_[0] = '\0';

    easy_.reset(curl_easy_init());
    if (!easy_) {
        throw std::runtime_error("libcurl gave no handle");
    }
    headers_.reset();
    append(headers_, "Accept: */*");
    append(headers_, "Accept-Encoding: identity");
    if (request_.first_byte && !request_.if_range.empty() && request_.if_range_host == host_) {
        append(headers_, "If-Range: " + request_.if_range);
    }
    CURL* easy = easy_.get();
    set(easy, CURLOPT_URL, url_.c_str());
    set(easy, CURLOPT_HTTPHEADER, headers_.get());
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(easy, CURLOPT_FOLLOWLOCATION, 0L);
    set(easy, CURLOPT_HTTPGET, 1L);
    set(easy, CURLOPT_USERAGENT, "Hearth");
    set(easy, CURLOPT_NOSIGNAL, 1L);
    set(easy, CURLOPT_ERRORBUFFER, error_text_);
    set(easy, CURLOPT_BUFFERSIZE, kBufferBytes);
    set(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(policy.connect_timeout.count()));
    set(easy, CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(policy.stall_bytes_per_second));
    set(easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(policy.stall_time.count()));
    set(easy, CURLOPT_OPENSOCKETFUNCTION, &open_socket);
    set(easy, CURLOPT_OPENSOCKETDATA, static_cast<const void*>(&offline));
    set(easy, CURLOPT_HEADERFUNCTION, &HttpExchange::on_header);
    set(easy, CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(easy, CURLOPT_WRITEFUNCTION, &HttpExchange::on_body);
    set(easy, CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(easy, CURLOPT_PRIVATE, static_cast<void*>(this));
    if (request_.first_byte) {
        // Not RESUME_FROM: that fails where the server sends the whole file, which can be used, and takes 416
        // for success. check_response() looks at every answer instead.
        set(easy, CURLOPT_RANGE, fmt::format("{}-", *request_.first_byte).c_str());
    }
}

void HttpExchange::redirect_to(std::string url) {
    url_ = std::move(url);
    ++hop_;
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
        return exchange.take_body(std::as_bytes(std::span(data, size * count))) ? size * count : 0;
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
    redirect_ = moved && !head_.location.empty();
    return stop_with(redirect_ ? receiver_.on_redirect(head_) : receiver_.on_response(head_));
}

bool HttpExchange::take_body(std::span<const std::byte> bytes) {
    bytes_received_ += bytes.size();
    if (redirect_) {
        return bytes_received_ <= kMostRedirectBody;
    }
    return stop_with(receiver_.on_bytes(bytes));
}

Failure HttpExchange::placed(Failure failure) const {
    failure.host = host_;
    failure.hop = hop_;
    return failure;
}

MaybeFailure HttpExchange::failure_after(CURLcode code) const {
    if (stopped_) {
        return placed(*stopped_);
    }
    if (code == CURLE_OK || (redirect_ && code == CURLE_WRITE_ERROR)) {
        return {};
    }
    Failure failure;
    failure.kind = kind_of(code, easy_.get());
    failure.reason = escaped(error_text_[0] != '\0' ? error_text_ : curl_easy_strerror(code));
    failure.message = fmt::format("{}: {}", host_, failure.reason);
    if (long status = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK && status != 0) {
        failure.http_status = static_cast<std::uint32_t>(status);
    }
    return placed(std::move(failure));
}

std::string HttpExchange::redirect_target() const {
    const char* url = nullptr;
    if (curl_easy_getinfo(easy_.get(), CURLINFO_REDIRECT_URL, &url) != CURLE_OK || url == nullptr) {
        return {};
    }
    return url;
}

}  // namespace hearth::transfers
