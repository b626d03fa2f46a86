#include "transfers/fetcher.h"

#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"

#include <thread>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content();

std::string text_of(const FetchAnswer& answer) {
    return {reinterpret_cast<const char*>(answer.body.data()), answer.body.size()};
}

class Fetching : public ::testing::Test {
 protected:
    OfflineSwitch offline_;
    RequestLog log_;
    Fetcher fetcher_{offline_, log_, quick_policy()};
};

TEST_F(Fetching, BringsBodyAndHeaders) {
    const TestServer server([](const TestRequest& request, const TestConnection& connection) {
        EXPECT_EQ(request.headers.at("accept"), "application/json");
        connection.respond(
            200, R"({"a":1})",
            {{"Content-Type", "application/json"}, {"Link", "<x>; rel=\"next\""}, {"ETag", "\"1\""}});
    });
    const auto answer = fetcher_.fetch({.url = server.url("/api?secret=1"),
                                        .accept = "application/json",
                                        .purpose = RequestPurpose::model_page,
                                        .subject = "owner/name"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200U);
    EXPECT_EQ(text_of(*answer), R"({"a":1})");
    EXPECT_EQ(answer->link, "<x>; rel=\"next\"");
    EXPECT_EQ(answer->final_url, server.url("/api?secret=1"));
    ASSERT_EQ(log_.recent().size(), 1U);
    EXPECT_EQ(log_.recent()[0].purpose, RequestPurpose::model_page);
    EXPECT_EQ(log_.recent()[0].subject, "owner/name");
    EXPECT_EQ(log_.recent()[0].url, server.url("/api?…"));
}

TEST_F(Fetching, ARangeIsTheSameWithAndWithoutServerRanges) {
    const TestServer ranges(serve_file(kContent));
    const TestServer plain(
        [](const TestRequest&, const TestConnection& connection) { connection.respond(200, kContent); });
    const TestServer says_200([](const TestRequest&, const TestConnection& connection) {
        connection.respond(200, kContent.substr(1000, 5000), {{"Content-Range", "bytes 1000-5999/100000"}});
    });
    for (const TestServer* server : {&ranges, &plain, &says_200}) {
        const auto answer = fetcher_.fetch(
            {.url = server->url(), .first_byte = 1000, .byte_count = 5000, .most_bytes = 5000});
        ASSERT_TRUE(answer);
        EXPECT_TRUE(text_of(*answer) == kContent.substr(1000, 5000));
        EXPECT_EQ(answer->total_bytes, kContent.size());
    }
    EXPECT_EQ(ranges.requests()[0].headers.at("range"), "bytes=1000-5999");
}

TEST_F(Fetching, KeepsWhatTheHubSaysOfTheFileBehindARedirect) {
    const TestServer storage(serve_file(kContent));
    const TestServer hub([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(302, "",
                           {{"Location", storage.url("/blob")},
                            {"X-Linked-ETag", "\"" + std::string(64, 'a') + "\""},
                            {"X-Linked-Size", "100000"}});
    });
    const auto answer = fetcher_.fetch({.url = hub.url(), .first_byte = 0, .byte_count = 10});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->linked_etag, "\"" + std::string(64, 'a') + "\"");
    EXPECT_EQ(answer->linked_size, "100000");
    EXPECT_EQ(answer->final_url, storage.url("/blob"));
}

TEST_F(Fetching, OtherStatusesAreAnswers) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(404, "gone", {{"X-Error-Code", "RepoNotFound"}});
    });
    const auto answer = fetcher_.fetch({.url = server.url()});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 404U);
    EXPECT_EQ(text_of(*answer), "gone");
    EXPECT_EQ(failure_of(*answer, "hub")->kind, FailureKind::no_such_repository);
}

TEST_F(Fetching, RefusesAnAnswerWithoutEnd) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.head(200, {});
        while (connection.send(std::string(10'000, 'x'))) {
        }
    });
    const auto answer = fetcher_.fetch({.url = server.url(), .most_bytes = 100'000});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.failure().kind, FailureKind::wrong_size);
}

TEST_F(Fetching, OfflineSendsNothing) {
    const TestServer server(serve_file(kContent));
    offline_.set(true);
    EXPECT_EQ(fetcher_.fetch({.url = server.url()}).failure().kind, FailureKind::offline);
    EXPECT_EQ(server.connections(), 0);
}

TEST_F(Fetching, EndsSoonAfterAStop) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) { connection.hold(); });
    std::jthread stopper;
    std::stop_source stop;
    stopper = std::jthread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(fetcher_.fetch({.url = server.url()}, stop.get_token()).failure().kind, FailureKind::stopped);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST_F(Fetching, ASilentServerIsGivenUp) {
    TransferPolicy policy = quick_policy();
    policy.fetch_stall_time = std::chrono::seconds(1);
    Fetcher fetcher(offline_, log_, policy);
    const TestServer server([](const TestRequest&, const TestConnection& connection) { connection.hold(); });
    EXPECT_EQ(fetcher.fetch({.url = server.url()}).failure().kind, FailureKind::stalled);
}

TEST_F(Fetching, WhatTheLibraryRefusesIsAFailure) {
    const TestServer server(serve_file(kContent));
    fetcher_.set_network({.proxy = std::string(9'000'000, 'x')});
    EXPECT_EQ(fetcher_.fetch({.url = server.url()}).failure().kind, FailureKind::internal);
    fetcher_.set_network({});
    EXPECT_TRUE(fetcher_.fetch({.url = server.url()}));
}

TEST_F(Fetching, SeveralThreadsAtOnce) {
    const TestServer server(serve_file(kContent));
    std::vector<std::jthread> threads;
    std::atomic<int> right{0};
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 5; ++round) {
                const auto answer = fetcher_.fetch({.url = server.url()});
                right += answer && text_of(*answer) == kContent ? 1 : 0;
            }
        });
    }
    threads.clear();
    EXPECT_EQ(right, 20);
}

}  // namespace
