#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

struct ssl_st;  // of OpenSSL

namespace hearth::test {

class TlsIdentity;

/// What a client asked for.
struct TestRequest {
    std::string path;                            ///< with query
    std::map<std::string, std::string> headers;  ///< names in lower case

    /// First byte of "Range: bytes=N-…".
    std::optional<std::uint64_t> first_byte() const;
    /// Last byte of "Range: bytes=N-M", inclusive.
    std::optional<std::uint64_t> last_byte() const;
};

/// The connection of one request, for answers of any kind, however wrong.
class TestConnection {
 public:
    /// `tls`: speaks through it; null in the clear.
    TestConnection(int socket, ssl_st* tls, const std::atomic<bool>& stopping)
        : socket_(socket), tls_(tls), stopping_(stopping) {}

    /// False: the client has gone.
    bool send(std::string_view bytes) const;
    /// Head and body of a usual response; Content-Length is added.
    bool respond(int status, std::string_view body,
                 const std::map<std::string, std::string>& headers = {}) const;
    bool head(int status, const std::map<std::string, std::string>& headers) const;
    /// Keeps the connection open without a byte, until the client or the test goes.
    void hold() const;
    /// Ends as soon as the server is being destroyed.
    void sleep(std::chrono::milliseconds time) const;
    /// The client has not gone, and the server is not being destroyed.
    bool is_open() const;

 private:
    int socket_;
    ssl_st* tls_;
    const std::atomic<bool>& stopping_;
};

/// An HTTP server on a free loopback port that does what the test's function says. One thread per connection,
/// one request per connection.
class TestServer {
 public:
    using Handler = std::function<void(const TestRequest&, const TestConnection&)>;

    /// `identity`: speaks TLS as that; null in the clear.
    explicit TestServer(Handler handler, const TlsIdentity* identity = nullptr);
    TestServer(const TestServer&) = delete;
    TestServer& operator=(const TestServer&) = delete;
    ~TestServer();

    std::string url(std::string_view path = "/file.gguf") const;
    std::string host() const;
    int connections() const { return connections_.load(); }
    std::vector<TestRequest> requests() const;
    /// The next connections are reset before a byte is answered.
    void reset_next(int connections) { resets_ = connections; }

 private:
    void accept_all();
    void serve(int socket);
    void answer(int socket, ssl_st* tls);

    Handler handler_;
    const TlsIdentity* identity_;
    int socket_ = -1;
    int port_ = 0;
    std::atomic<bool> stopping_{false};
    std::atomic<int> connections_{0};
    std::atomic<int> resets_{0};
    mutable std::mutex mutex_;
    std::vector<TestRequest> requests_;
    std::vector<std::thread> threads_;
    std::thread acceptor_;
};

/// A server that serves `content` as it should, with ranges and an ETag.
TestServer::Handler serve_file(std::string content, std::string etag = "\"v1\"");

}  // namespace hearth::test
