#include "app/transfers/test_server.h"

#include "app/transfers/tls_identity.h"
#include "transfers/broken_pipe_guard.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <memory>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace hearth::test {

namespace {

constexpr int kPollMilliseconds = 10;

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::optional<TestRequest> read_request(int socket, SSL* tls, const std::atomic<bool>& stopping) {
    std::string text;
    while (text.find("\r\n\r\n") == std::string::npos) {
        pollfd waiting{socket, POLLIN, 0};
        if ((tls == nullptr || SSL_pending(tls) == 0) && ::poll(&waiting, 1, kPollMilliseconds) == 0) {
            if (stopping) {
                return std::nullopt;
            }
            continue;
        }
        char buffer[4096];
        const ssize_t count =
            tls != nullptr ? SSL_read(tls, buffer, sizeof buffer) : ::recv(socket, buffer, sizeof buffer, 0);
        if (count <= 0) {
            return std::nullopt;
        }
        text.append(buffer, static_cast<std::size_t>(count));
    }
    TestRequest request;
    const std::size_t first = text.find(' ');
    request.path = text.substr(first + 1, text.find(' ', first + 1) - first - 1);
    std::size_t line = text.find("\r\n") + 2;
    for (std::size_t end = text.find("\r\n", line); end != line;
         line = end + 2, end = text.find("\r\n", line)) {
        const std::string header = text.substr(line, end - line);
        const std::size_t colon = header.find(':');
        request.headers[lower(header.substr(0, colon))] =
            header.substr(header.find_first_not_of(" ", colon + 1));
    }
    return request;
}

}  // namespace

std::optional<std::uint64_t> TestRequest::first_byte() const {
    const auto range = headers.find("range");
    if (range == headers.end()) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const std::string_view text = std::string_view(range->second).substr(6);
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::optional<std::uint64_t> TestRequest::last_byte() const {
    const auto range = headers.find("range");
    const std::size_t dash = range == headers.end() ? std::string::npos : range->second.find('-');
    if (dash == std::string::npos || dash + 1 == range->second.size()) {
        return std::nullopt;
    }
    return std::stoull(range->second.substr(dash + 1));
}

bool TestConnection::send(std::string_view bytes) const {
    if (tls_ != nullptr) {
        return bytes.empty() || SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size())) > 0;
    }
    while (!bytes.empty()) {
        pollfd waiting{socket_, POLLOUT, 0};
        if (::poll(&waiting, 1, kPollMilliseconds) == 0) {
            if (stopping_) {
                return false;
            }
            continue;
        }
        const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0) {
            if (errno == EAGAIN) {
                continue;
            }
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool TestConnection::head(int status, const std::map<std::string, std::string>& headers) const {
    std::string text = "HTTP/1.1 " + std::to_string(status) + " X\r\nConnection: close\r\n";
    for (const auto& [name, value] : headers) {
        text += name + ": " + value + "\r\n";
    }
    return send(text + "\r\n");
}

bool TestConnection::respond(int status, std::string_view body,
                             const std::map<std::string, std::string>& headers) const {
    std::map<std::string, std::string> all = headers;
    all.emplace("Content-Length", std::to_string(body.size()));
    return head(status, all) && send(body);
}

void TestConnection::hold() const {
    while (!stopping_) {
        pollfd waiting{socket_, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMilliseconds) > 0) {
            return;
        }
    }
}

bool TestConnection::is_open() const {
    pollfd waiting{socket_, POLLIN, 0};
    return !stopping_ && ::poll(&waiting, 1, 0) == 0;
}

void TestConnection::sleep(std::chrono::milliseconds time) const {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!stopping_ && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

TestServer::TestServer(Handler handler, const TlsIdentity* identity)
    : handler_(std::move(handler)), identity_(identity) {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (socket_ < 0 || ::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(socket_, 16) != 0 ||
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        throw std::runtime_error("the test server cannot listen");
    }
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
}

TestServer::~TestServer() {
    stopping_ = true;
    acceptor_.join();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    ::close(socket_);
}

std::string TestServer::host() const {
    return "127.0.0.1:" + std::to_string(port_);
}

std::string TestServer::url(std::string_view path) const {
    return (identity_ != nullptr ? "https://" : "http://") + host() + std::string(path);
}

std::vector<TestRequest> TestServer::requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
}

void TestServer::accept_all() {
    while (!stopping_) {
        pollfd waiting{socket_, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMilliseconds) <= 0) {
            continue;
        }
        const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket >= 0) {
            ++connections_;
            threads_.emplace_back([this, socket] { serve(socket); });
        }
    }
}

void TestServer::serve(int socket) {
    if (resets_ > 0 && resets_-- > 0) {
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        ::close(socket);
        return;
    }
    if (identity_ == nullptr) {
        answer(socket, nullptr);
    } else {
        const transfers::BrokenPipeGuard guard;  // a client that refuses the certificate goes in our midst
        const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(identity_->context()), &SSL_free);
        SSL_set_fd(tls.get(), socket);
        if (SSL_accept(tls.get()) == 1) {
            answer(socket, tls.get());
            SSL_shutdown(tls.get());
        }
    }
    ::shutdown(socket, SHUT_WR);
    ::close(socket);
}

void TestServer::answer(int socket, ssl_st* tls) {
    if (const auto request = read_request(socket, tls, stopping_)) {
        {
            const std::scoped_lock lock(mutex_);
            requests_.push_back(*request);
        }
        handler_(*request, TestConnection(socket, tls, stopping_));
    }
}

TestServer::Handler serve_file(std::string content, std::string etag) {
    return [content = std::move(content), etag = std::move(etag)](const TestRequest& request,
                                                                  const TestConnection& connection) {
        const auto first = request.first_byte();
        const auto if_range = request.headers.find("if-range");
        if (!first || (if_range != request.headers.end() && if_range->second != etag)) {
            connection.respond(200, content, {{"ETag", etag}});
        } else if (*first >= content.size()) {
            connection.respond(416, "", {{"Content-Range", "bytes */" + std::to_string(content.size())}});
        } else {
            const std::uint64_t last =
                std::min<std::uint64_t>(request.last_byte().value_or(UINT64_MAX), content.size() - 1);
            connection.respond(
                206, std::string_view(content).substr(*first, last - *first + 1),
                {{"ETag", etag},
                 {"Content-Range", "bytes " + std::to_string(*first) + "-" + std::to_string(last) + "/" +
                                       std::to_string(content.size())}});
        }
    };
}

}  // namespace hearth::test
