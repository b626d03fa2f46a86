#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/network_options.h"

#include <cstdlib>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content();
const std::string kUrl = "http://hub.test/file.gguf";

DownloadSnapshot download(const std::string& proxy, std::vector<std::string> urls = {kUrl}) {
    const TemporaryFolder folder;
    WatchedTransfers service;
    EXPECT_TRUE(service->set_proxy(proxy));
    return service.wait_end(
        service->add(request_for(kContent, folder.path() / "file.gguf", std::move(urls))));
}

TEST(Proxy, IsAskedInPlaceOfTheHost) {
    const TestServer proxy(serve_file(kContent));
    EXPECT_EQ(download("http://" + proxy.host()).state, DownloadState::finished);
    EXPECT_EQ(proxy.requests().front().path, kUrl);
}

TEST(Proxy, ThisComputerIsReachedWithoutIt) {
    const TestServer server(serve_file(kContent));
    EXPECT_EQ(download("http://127.0.0.1:1", {server.url()}).state, DownloadState::finished);
}

/// Sets a variable of the environment while it lives.
class Variable {
 public:
    Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { ::unsetenv(name_); }

 private:
    const char* name_;
};

TEST(Proxy, ThisComputerIsReachedWithoutThatOfTheEnvironment) {
    const TestServer proxy(serve_file(kContent));
    const TestServer server(serve_file(kContent));
    const std::string port = server.host().substr(server.host().find(':'));
    const Variable variable("http_proxy", "http://" + proxy.host());
    EXPECT_EQ(download("", {server.url()}).state, DownloadState::finished);
    EXPECT_EQ(download("", {"http://localhost" + port + "/file.gguf"}).state, DownloadState::finished);
    EXPECT_EQ(proxy.connections(), 0);
    EXPECT_EQ(server.connections(), 2);
    EXPECT_EQ(download("").state, DownloadState::finished);
    EXPECT_EQ(proxy.requests().front().path, kUrl);
}

TEST(Proxy, NamesThatTheEnvironmentTakesOutAreReachedDirectly) {
    const TestServer proxy(serve_file(kContent));
    const TestServer server(serve_file(kContent));
    const std::string port = server.host().substr(server.host().find(':'));
    const Variable variable("http_proxy", "http://" + proxy.host());
    for (const char* none : {"hub.test", "other.test, hub.test", "*"}) {
        const Variable except("no_proxy", none);
        const TemporaryFolder folder;
        WatchedTransfers service(Transfers::Options{
            .policy = quick_policy(), .network = {.known_addresses = {"hub.test" + port + ":127.0.0.1"}}});
        const DownloadId id = service->add(
            request_for(kContent, folder.path() / "file.gguf", {"http://hub.test" + port + "/file.gguf"}));
        EXPECT_EQ(service.wait_end(id).state, DownloadState::finished) << none;
        EXPECT_EQ(proxy.connections(), 0) << none;
    }
}

TEST(Proxy, IsNamedWhereItCannotBeReached) {
    for (const std::string scheme : {"http", "socks5"}) {
        const DownloadSnapshot end = download(scheme + "://user:secret@127.0.0.1:1");
        ASSERT_TRUE(end.failure);
        EXPECT_EQ(end.failure->kind, FailureKind::proxy_unreachable) << scheme;
        EXPECT_EQ(end.failure->proxy, "127.0.0.1:1");
        EXPECT_EQ(end.failure->message.find("secret"), std::string::npos);
    }
}

TEST(Proxy, IsNamedWhereItRefuses) {
    const TestServer proxy([](const TestRequest&, const TestConnection& connection) {
        connection.respond(407, "", {{"Proxy-Authenticate", "Basic realm=\"x\""}});
    });
    // In the clear it answers in place of the host; for https it refuses to connect.
    for (const std::string scheme : {"http", "https"}) {
        const DownloadSnapshot end = download("http://" + proxy.host(), {scheme + "://hub.test/file.gguf"});
        ASSERT_TRUE(end.failure);
        EXPECT_EQ(end.failure->kind, FailureKind::proxy_refused) << scheme;
        EXPECT_EQ(end.failure->proxy, proxy.host()) << scheme;
    }
}

TEST(Proxy, SenseIsMadeOfItsAddress) {
    for (const char* proxy : {"http://host:8080", "https://host", "socks5://host:1080", "socks5h://host",
                              "host:8080", "http://user:word@host:1"}) {
        EXPECT_TRUE(is_proxy(proxy)) << proxy;
    }
    for (const char* proxy : {"", "ftp://host", "http://", "http://ho st", "file:///x"}) {
        EXPECT_FALSE(is_proxy(proxy)) << proxy;
    }
    EXPECT_EQ(proxy_name("socks5://user:word@host:1080"), "host:1080");
    WatchedTransfers service;
    EXPECT_FALSE(service->set_proxy("ftp://host"));
    EXPECT_TRUE(service->set_proxy(""));
}

}  // namespace
