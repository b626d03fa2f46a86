#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/fetcher.h"
#include "transfers/journal.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content();

TEST(Offline, NoSocketOpens) {
    const TestServer server(serve_file(kContent));
    const TemporaryFolder folder;
    WatchedTransfers service(Transfers::Options{.policy = quick_policy(), .offline = true});
    const DownloadId id = service->add(request_for(kContent, folder.path() / "file.gguf", {server.url()}));
    const DownloadSnapshot end = service.wait_end(id);
    EXPECT_EQ(end.state, DownloadState::paused);
    EXPECT_EQ(end.failure->kind, FailureKind::offline);
    service.take_seen();
    service->resume(id);
    EXPECT_EQ(service.wait_end(id).failure->kind, FailureKind::offline);
    EXPECT_EQ(server.connections(), 0);
    EXPECT_EQ(service->log().count(), 0U);

    service.take_seen();
    service->set_offline(false);
    service->resume(id);
    EXPECT_EQ(service.wait_end(id).state, DownloadState::finished);
}

TEST(Offline, RunningTransfersAreClosed) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.head(200, {{"Content-Length", std::to_string(kContent.size())}});
        connection.send(std::string_view(kContent).substr(0, 10'000));
        connection.hold();
    });
    const TemporaryFolder folder;
    WatchedTransfers service;
    const DownloadId id = service->add(request_for(kContent, folder.path() / "file.gguf", {server.url()}));
    service.wait(id, [](const DownloadSnapshot& snapshot) { return snapshot.bytes_done == 10'000; });
    service->set_offline(true);
    EXPECT_TRUE(service->is_offline());
    const DownloadSnapshot end = service.wait_end(id);
    EXPECT_EQ(end.state, DownloadState::paused);
    EXPECT_EQ(end.failure->kind, FailureKind::offline);
    EXPECT_EQ(read_file(part_path(folder.path() / "file.gguf")).size(), 10'000U);
    EXPECT_EQ(service->log().recent().back().outcome.state, RequestState::stopped);
}

/// Answers and keeps its connections open for more, as servers do.
class LastingServer {
 public:
    std::string url() const { return server_.url(); }
    /// Whether the client has closed one.
    bool is_left_within(std::chrono::milliseconds time) const {
        const auto end = std::chrono::steady_clock::now() + time;
        while (!left_ && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return left_;
    }

 private:
    std::atomic<bool> left_{false};
    TestServer server_{[this](const TestRequest&, const TestConnection& connection) {
        connection.send("HTTP/1.1 200 X\r\nContent-Length: " + std::to_string(kContent.size()) + "\r\n\r\n" +
                        kContent);
        connection.hold();
        left_ = true;
    }};
};

TEST(Offline, ConnectionsThatWereKeptForLaterAreClosed) {
    using namespace std::chrono_literals;
    const LastingServer server;
    const LastingServer hub;
    const TemporaryFolder folder;
    WatchedTransfers service;
    Fetcher fetcher(service->offline_switch(), service->log(), quick_policy());
    ASSERT_TRUE(fetcher.fetch({.url = hub.url()}));
    const DownloadRequest request = request_for(kContent, folder.path() / "file.gguf", {server.url()});
    EXPECT_EQ(service.wait_end(service->add(request)).state, DownloadState::finished);
    EXPECT_FALSE(server.is_left_within(30ms));
    EXPECT_FALSE(hub.is_left_within(0ms));
    service->set_offline(true);
    EXPECT_TRUE(server.is_left_within(2s));
    EXPECT_TRUE(hub.is_left_within(2s));
    // And everything goes on afterwards.
    service->set_offline(false);
    EXPECT_TRUE(fetcher.fetch({.url = hub.url()}));
    std::filesystem::remove(request.target);
    service.take_seen();
    EXPECT_EQ(service.wait_end(service->add(request)).state, DownloadState::finished);
}

TEST(Offline, AFetcherMayGoBeforeTheSwitchIsTurned) {
    OfflineSwitch offline;
    RequestLog log;
    { const Fetcher fetcher(offline, log, quick_policy()); }
    offline.set(true);
    EXPECT_TRUE(offline.is_on());
}

TEST(Offline, WhatItStoppedGoesOn) {
    const TestServer server(serve_file(kContent));
    const TemporaryFolder folder;
    WatchedTransfers service(Transfers::Options{.policy = quick_policy(), .offline = true});
    const auto request = [&](const char* name) {
        return request_for(kContent, folder.path() / name, {server.url()});
    };
    const DownloadId stopped = service->add(request("stopped.gguf"));
    const DownloadId paused = service->add(request("paused.gguf"), FirstState::paused);
    EXPECT_EQ(service.wait_end(stopped).failure->kind, FailureKind::offline);
    service->set_offline(false);
    service.wait_state(stopped, DownloadState::finished);
    EXPECT_FALSE(is_there(folder.path() / "paused.gguf"));
    EXPECT_EQ(service->snapshots().back().id, paused);
    EXPECT_EQ(service->snapshots().back().state, DownloadState::paused);
}

TEST(Offline, ARedirectIsNotFollowed) {
    const TestServer storage(serve_file(kContent));
    WatchedTransfers* running = nullptr;
    const TestServer hub([&](const TestRequest&, const TestConnection& connection) {
        (*running)->set_offline(true);
        connection.respond(302, "", {{"Location", storage.url()}});
    });
    const TemporaryFolder folder;
    WatchedTransfers service;
    running = &service;
    const DownloadSnapshot end =
        service.wait_end(service->add(request_for(kContent, folder.path() / "file.gguf", {hub.url()})));
    EXPECT_EQ(end.failure->kind, FailureKind::offline);
    EXPECT_EQ(storage.connections(), 0);
}

}  // namespace
