#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/network_options.h"

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
