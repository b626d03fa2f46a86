// Who may see the token. Names lead to servers on this computer; every server keeps what it was sent.
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/credentials.h"
#include "transfers/fetcher.h"

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content();
const std::string kToken = "T0K";

/// How often a server has seen a token, in a header or in the address.
int sightings(const TestServer& server, const std::string& token = kToken) {
    int count = 0;
    for (const TestRequest& request : server.requests()) {
        bool seen = request.path.find(token) != std::string::npos;
        for (const auto& [name, value] : request.headers) {
            seen = seen || value.find(token) != std::string::npos;
        }
        count += seen ? 1 : 0;
    }
    return count;
}

bool has_header(const TestServer& server, const std::string& name) {
    return std::ranges::any_of(server.requests(),
                               [&](const TestRequest& request) { return request.headers.contains(name); });
}

TestServer::Handler redirect_to(std::string url) {
    return [url](const TestRequest&, const TestConnection& connection) {
        connection.respond(302, "", {{"Location", url}});
    };
}

class Token : public ::testing::Test {
 protected:
    /// The server's address under another name.
    std::string named(const TestServer& server, const std::string& name,
                      const std::string& path = "/file.gguf") {
        const std::string port = server.host().substr(server.host().find(':') + 1);
        network_.known_addresses.push_back(name + ":" + port + ":127.0.0.1");
        return "http://" + name + ":" + port + path;
    }
    static std::string origin_of(const std::string& url) {
        return url.substr(0, url.find('/', sizeof "http://"));
    }
    void trust(const std::string& url) { credentials_.hosts.push_back(origin_of(url)); }

    DownloadSnapshot download(const std::string& url) {
        return download(url, std::make_shared<const Credentials>(credentials_));
    }
    DownloadSnapshot download(const std::string& url, CredentialsList credentials) {
        WatchedTransfers service(Transfers::Options{
            .policy = quick_policy(), .network = network_, .credentials = std::move(credentials)});
        return service.wait_end(service->add(request_for(kContent, folder_.path() / "file.gguf", {url})));
    }

    TemporaryFolder folder_;
    NetworkOptions network_;
    Credentials credentials_{.token = kToken, .hosts = {}};
};

TEST_F(Token, TheHubSeesItAlsoAfterARedirectToItself) {
    const TestServer hub([](const TestRequest& request, const TestConnection& connection) {
        if (request.path == "/file.gguf") {
            connection.respond(302, "", {{"Location", "/other"}});
        } else {
            serve_file(kContent)(request, connection);
        }
    });
    const std::string url = named(hub, "hub.test");
    trust(url);
    EXPECT_EQ(download(url).state, DownloadState::finished);
    EXPECT_EQ(sightings(hub), 2);
    EXPECT_EQ(hub.requests()[0].headers.at("authorization"), "Bearer T0K");
}

TEST_F(Token, AStorageHostSeesNothingOfIt) {
    const TestServer cdn(serve_file(kContent));
    const TestServer hub(redirect_to(named(cdn, "cdn.test")));
    const std::string url = named(hub, "hub.test");
    trust(url);
    EXPECT_EQ(download(url).state, DownloadState::finished);
    EXPECT_EQ(sightings(hub), 1);
    EXPECT_EQ(sightings(cdn), 0);
    EXPECT_FALSE(has_header(cdn, "authorization"));
    EXPECT_FALSE(has_header(cdn, "referer"));
    EXPECT_FALSE(has_header(cdn, "cookie"));
}

TEST_F(Token, AnotherPortIsAnotherServer) {
    const TestServer other(serve_file(kContent));
    const TestServer hub(redirect_to(named(other, "hub.test")));
    const std::string url = named(hub, "hub.test");
    trust(url);
    EXPECT_EQ(download(url).state, DownloadState::finished);
    EXPECT_EQ(sightings(hub), 1);
    EXPECT_EQ(sightings(other), 0);
}

TEST_F(Token, AnotherHostOfTheHubSeesItWhereItIsOnTheList) {
    const TestServer europe(serve_file(kContent));
    const std::string europe_url = named(europe, "eu.hub.test");
    const TestServer hub(redirect_to(europe_url));
    const std::string url = named(hub, "hub.test");
    trust(url);
    trust(europe_url);
    EXPECT_EQ(download(url).state, DownloadState::finished);
    EXPECT_EQ(sightings(hub), 1);
    EXPECT_EQ(sightings(europe), 1);
}

TEST_F(Token, ANameThatOnlyBeginsLikeTheHubSeesNothing) {
    const TestServer evil(serve_file(kContent));
    const TestServer hub(redirect_to(named(evil, "hub.test.evil.test")));
    const std::string url = named(hub, "hub.test");
    trust(url);
    EXPECT_EQ(download(url).state, DownloadState::finished);
    EXPECT_EQ(sightings(hub), 1);
    EXPECT_EQ(sightings(evil), 0);
}

TEST_F(Token, AChainThatLeftTheHubDoesNotGetItBack) {
    std::string back;
    const TestServer cdn([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(302, "", {{"Location", back}});
    });
    const std::string away = named(cdn, "cdn.test");
    const TestServer hub([&](const TestRequest& request, const TestConnection& connection) {
        if (request.path == "/file.gguf") {
            connection.respond(302, "", {{"Location", away}});
        } else {
            serve_file(kContent)(request, connection);
        }
    });
    const std::string url = named(hub, "hub.test");
    back = named(hub, "hub.test", "/blob");
    trust(url);
    EXPECT_EQ(download(url).state, DownloadState::finished);
    EXPECT_EQ(hub.connections(), 2);
    EXPECT_EQ(sightings(hub), 1);
    EXPECT_EQ(sightings(cdn), 0);
}

TEST_F(Token, ARealmElsewhereIsNeverAsked) {
    const TestServer evil(serve_file(kContent));
    const std::string realm = named(evil, "evil.test", "/t");
    const TestServer hub([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(401, "", {{"WWW-Authenticate", "Bearer realm=\"" + realm + "\""}});
    });
    const std::string url = named(hub, "hub.test");
    trust(url);
    EXPECT_EQ(download(url).failure->kind, FailureKind::token_refused);
    EXPECT_EQ(evil.connections(), 0);
}

TEST_F(Token, APublicFileComesInSpiteOfAnExpiredToken) {
    const TestServer hub([](const TestRequest& request, const TestConnection& connection) {
        if (request.headers.contains("authorization")) {
            connection.respond(401, "Invalid credentials");
        } else {
            serve_file(kContent)(request, connection);
        }
    });
    const std::string url = named(hub, "hub.test");
    trust(url);
    const DownloadSnapshot end = download(url);
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_TRUE(end.token_refused);
    EXPECT_EQ(hub.connections(), 2);
    EXPECT_EQ(sightings(hub), 1);

    OfflineSwitch offline;
    RequestLog log;
    Fetcher fetcher(offline, log, quick_policy(), std::make_shared<const Credentials>(credentials_),
                    network_);
    const auto answer = fetcher.fetch({.url = url});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200U);
    EXPECT_TRUE(answer->token_refused);
}

TEST_F(Token, AHostThatIsNotOnTheListSeesNothing) {
    const TestServer server(serve_file(kContent));
    credentials_.hosts = {"hub.test", "http://hub.test:1"};
    EXPECT_EQ(download(named(server, "hub.test")).state, DownloadState::finished);
    EXPECT_EQ(sightings(server), 0);
}

TEST_F(Token, EveryHubSeesItsOwn) {
    const TestServer one(serve_file(kContent));
    const TestServer two(serve_file(kContent, "\"v2\""));
    const std::string url_of_one = named(one, "one.test");
    const std::string url_of_two = named(two, "two.test", "/other.gguf");
    const CredentialsList both(std::vector<Credentials>{{.token = kToken, .hosts = {origin_of(url_of_one)}},
                                                        {.token = "T1K", .hosts = {origin_of(url_of_two)}}});
    WatchedTransfers service(
        Transfers::Options{.policy = quick_policy(), .network = network_, .credentials = both});
    for (const std::string& url : {url_of_one, url_of_two}) {
        const std::filesystem::path target = folder_.path() / url.substr(url.rfind('/') + 1);
        EXPECT_EQ(service.wait_end(service->add(request_for(kContent, target, {url}))).state,
                  DownloadState::finished);
    }
    EXPECT_EQ(sightings(one), 1);
    EXPECT_EQ(sightings(one, "T1K"), 0);
    EXPECT_EQ(sightings(two, "T1K"), 1);
    EXPECT_EQ(sightings(two), 0);
}

TEST_F(Token, AHubThatLeadsToAnotherDoesNotGetItsTokenSent) {
    const TestServer two(serve_file(kContent));
    const std::string url_of_two = named(two, "two.test");
    const TestServer one(redirect_to(url_of_two));
    const std::string url_of_one = named(one, "one.test");
    const CredentialsList both(std::vector<Credentials>{{.token = kToken, .hosts = {origin_of(url_of_one)}},
                                                        {.token = "T1K", .hosts = {origin_of(url_of_two)}}});
    EXPECT_EQ(download(url_of_one, both).state, DownloadState::finished);
    EXPECT_EQ(sightings(one), 1);
    EXPECT_FALSE(has_header(two, "authorization"));
}

TEST_F(Token, GatedIsThreeDifferentThings) {
    std::string code;
    int status = 0;
    const TestServer hub([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(status, "", {{"X-Error-Code", code}, {"X-Error-Message", "words of the hub"}});
    });
    const std::string url = named(hub, "hub.test");
    const auto kind = [&](int with_status, const std::string& with_code, bool with_token) {
        status = with_status;
        code = with_code;
        credentials_.hosts.clear();
        if (with_token) {
            trust(url);
        }
        const DownloadSnapshot end = download(url);
        EXPECT_EQ(end.state, DownloadState::failed);
        EXPECT_EQ(end.failure->reason, "words of the hub");
        return end.failure->kind;
    };
    EXPECT_EQ(kind(401, "GatedRepo", false), FailureKind::token_needed);
    EXPECT_EQ(kind(403, "GatedRepo", true), FailureKind::licence_not_accepted);
    EXPECT_EQ(kind(401, "GatedRepo", true), FailureKind::token_refused);
    EXPECT_EQ(kind(401, "RepoNotFound", false), FailureKind::no_such_repository);
    EXPECT_EQ(kind(404, "RepoNotFound", true), FailureKind::no_such_repository);
    EXPECT_EQ(kind(404, "EntryNotFound", true), FailureKind::no_such_file);
}

TEST(Credentials, AHostWithoutASchemeMeansHttpsOnItsUsualPort) {
    const Credentials credentials{.token = "x", .hosts = {"huggingface.co", "hub.test:8443"}};
    EXPECT_TRUE(may_see_token(credentials, "https://huggingface.co/a/b"));
    EXPECT_TRUE(may_see_token(credentials, "https://HuggingFace.co:443/a"));
    EXPECT_TRUE(may_see_token(credentials, "https://hub.test:8443/a"));
    EXPECT_FALSE(may_see_token(credentials, "http://huggingface.co/a"));
    EXPECT_FALSE(may_see_token(credentials, "https://huggingface.co:8443/a"));
    EXPECT_FALSE(may_see_token(credentials, "https://hub.test/a"));
    EXPECT_FALSE(may_see_token(credentials, "https://x.huggingface.co/a"));
    EXPECT_FALSE(may_see_token(credentials, "https://huggingface.co.evil.test/a"));
    EXPECT_FALSE(may_see_token(credentials, "https://huggingface.co@evil.test/a"));
    EXPECT_FALSE(
        may_see_token({.token = "x\r\nHost: evil", .hosts = {"huggingface.co"}}, "https://huggingface.co/"));
    EXPECT_FALSE(may_see_token({.token = "", .hosts = {"huggingface.co"}}, "https://huggingface.co/"));
}

}  // namespace
