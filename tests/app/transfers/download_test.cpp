#include "app/transfers/faulty_file_operations.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content();

/// One download of kContent from servers that do what a test says.
class Download : public ::testing::Test {
 protected:
    std::filesystem::path target() const { return folder_.path() / "models" / "file.gguf"; }

    DownloadSnapshot fetch(std::vector<std::string> urls) {
        const DownloadId id = service_->add(request_for(kContent, target(), std::move(urls)));
        return service_.wait_end(id);
    }

    FailureKind failure_of(TestServer::Handler handler) {
        const TestServer server(std::move(handler));
        const DownloadSnapshot end = fetch({server.url()});
        EXPECT_EQ(end.state, DownloadState::failed);
        EXPECT_FALSE(is_there(target()));
        return end.failure ? end.failure->kind : FailureKind::internal;
    }

    TemporaryFolder folder_;
    WatchedTransfers service_;
};

TEST_F(Download, GivesTheWholeFileItsNameAndLeavesNothingElse) {
    const TestServer server(serve_file(kContent));
    const DownloadSnapshot end = fetch({server.url()});
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.bytes_done, kContent.size());
    EXPECT_TRUE(read_file(target()) == kContent);
    EXPECT_FALSE(is_there(part_path(target())));
    EXPECT_FALSE(is_there(journal_path(target())));
    EXPECT_EQ(server.requests().front().headers.at("accept-encoding"), "identity");
}

TEST_F(Download, TellsProgressThatNeverRunsBackwards) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.head(200, {{"Content-Length", std::to_string(kContent.size())}});
        for (std::size_t at = 0; at < kContent.size(); at += 10'000) {
            connection.send(std::string_view(kContent).substr(at, 10'000));
            connection.sleep(std::chrono::milliseconds(80));
        }
    });
    fetch({server.url()});
    std::uint64_t last = 0;
    bool speed = false;
    bool left = false;
    for (const DownloadSnapshot& snapshot : service_.take_seen()) {
        EXPECT_GE(snapshot.bytes_done, last);
        last = snapshot.bytes_done;
        speed = speed || snapshot.bytes_per_second.value_or(0) > 10'000;
        left = left || snapshot.time_left.has_value();
    }
    EXPECT_TRUE(speed);
    EXPECT_TRUE(left);
    EXPECT_EQ(last, kContent.size());
}

TEST_F(Download, FollowsRedirectsAcrossHosts) {
    const TestServer storage(serve_file(kContent));
    const TestServer hub([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(302, "Found. Redirecting", {{"Location", storage.url("/blob?signature=secret")}});
    });
    EXPECT_EQ(fetch({hub.url()}).state, DownloadState::finished);
    const auto records = service_->log().recent();
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[1].url, storage.url("/blob?…"));
    EXPECT_EQ(outcome_text(records[0].outcome), "302, redirect");
}

TEST_F(Download, RefusesARedirectToAFileOnThisComputer) {
    EXPECT_EQ(failure_of([](const TestRequest&, const TestConnection& connection) {
                  connection.respond(302, "", {{"Location", "file:///etc/passwd"}});
              }),
              FailureKind::redirect_refused);
}

TEST_F(Download, StopsAfterTenRedirects) {
    std::atomic<int> count{0};
    EXPECT_EQ(failure_of([&](const TestRequest&, const TestConnection& connection) {
                  connection.respond(302, "", {{"Location", "/again" + std::to_string(++count)}});
              }),
              FailureKind::redirect_refused);
    EXPECT_EQ(count, 11);
}

TEST_F(Download, AHubThatNamesAnotherHashIsNotAskedForTheFile) {
    const TestServer storage(serve_file(kContent));
    EXPECT_EQ(failure_of([&](const TestRequest&, const TestConnection& connection) {
                  connection.respond(
                      302, "",
                      {{"Location", storage.url()}, {"X-Linked-ETag", "\"" + std::string(64, 'a') + "\""}});
              }),
              FailureKind::file_changed);
    EXPECT_EQ(storage.connections(), 0);
}

TEST_F(Download, SaysThatAWebPageCameInstead) {
    EXPECT_EQ(failure_of([](const TestRequest&, const TestConnection& connection) {
                  connection.respond(200, "<!DOCTYPE html><html>Please sign in</html>",
                                     {{"Content-Type", "text/html"}});
              }),
              FailureKind::web_page);
}

TEST_F(Download, SaysThatAPointerCameInstead) {
    EXPECT_EQ(failure_of([](const TestRequest&, const TestConnection& connection) {
                  connection.respond(200,
                                     "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n");
              }),
              FailureKind::pointer_file);
}

TEST_F(Download, SaysThatAnErrorMessageCameInstead) {
    EXPECT_EQ(failure_of([](const TestRequest&, const TestConnection& connection) {
                  connection.respond(200, R"({"error":"Repository is gated"})");
              }),
              FailureKind::error_text);
}

TEST_F(Download, SaysThatNothingCame) {
    EXPECT_EQ(
        failure_of([](const TestRequest&, const TestConnection& connection) { connection.head(200, {}); }),
        FailureKind::nothing_received);
}

TEST_F(Download, RefusesAnotherLength) {
    EXPECT_EQ(failure_of([](const TestRequest&, const TestConnection& connection) {
                  connection.respond(200, kContent + "x");
              }),
              FailureKind::wrong_size);
}

TEST_F(Download, RefusesMoreBytesThanTheFileHas) {
    EXPECT_EQ(failure_of([](const TestRequest&, const TestConnection& connection) {
                  connection.head(200, {});
                  connection.send(kContent + kContent);
              }),
              FailureKind::wrong_size);
}

TEST_F(Download, RefusesAnEncodingThatWasNotAskedFor) {
    EXPECT_EQ(failure_of([](const TestRequest&, const TestConnection& connection) {
                  connection.respond(200, kContent, {{"Content-Encoding", "gzip"}});
              }),
              FailureKind::unexpected_encoding);
}

TEST_F(Download, OneFlippedByteNeverGetsTheName) {
    std::string damaged = kContent;
    damaged.back() = static_cast<char>(damaged.back() ^ 1);
    EXPECT_EQ(failure_of(serve_file(damaged)), FailureKind::wrong_content);
    EXPECT_EQ(read_file(part_path(target())), "");
}

TEST_F(Download, ZerosOfTheRightLengthAreNotTheFile) {
    EXPECT_EQ(failure_of(serve_file(std::string(kContent.size(), '\0'))), FailureKind::wrong_content);
}

TEST_F(Download, TheTypeAloneNeverDecides) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(200, kContent, {{"Content-Type", "text/html"}});
    });
    EXPECT_EQ(fetch({server.url()}).state, DownloadState::finished);
}

TEST_F(Download, HttpErrorsCarryHostStatusAndHop) {
    const TestServer storage(
        [](const TestRequest&, const TestConnection& connection) { connection.respond(403, "Forbidden"); });
    const TestServer hub([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(302, "", {{"Location", storage.url()}});
    });
    const DownloadSnapshot end = fetch({hub.url()});
    ASSERT_TRUE(end.failure);
    EXPECT_EQ(end.failure->kind, FailureKind::http_status);
    EXPECT_EQ(end.failure->http_status, 403U);
    EXPECT_EQ(end.failure->host, storage.host());
    EXPECT_EQ(end.failure->hop, 1U);
    EXPECT_EQ(hub.connections(), 1);  // asking again would not help
}

TEST_F(Download, TriesTheNextSourceAtOnce) {
    const TestServer bad(
        [](const TestRequest&, const TestConnection& connection) { connection.respond(404, ""); });
    std::string damaged = kContent;
    damaged[50'000] = 'x';
    const TestServer wrong(serve_file(damaged));
    const TestServer good(serve_file(kContent));
    const auto start = std::chrono::steady_clock::now();
    const DownloadSnapshot end = fetch({"http://127.0.0.1:1/x", bad.url(), wrong.url(), good.url()});
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.restart, Restart::damaged);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
    EXPECT_TRUE(read_file(target()) == kContent);
}

TEST_F(Download, GivesUpAfterAFewRoundsWhereNobodyIsThere) {
    const DownloadSnapshot end = fetch({"http://127.0.0.1:1/x"});
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::cannot_connect);
    EXPECT_EQ(end.failure->host, "127.0.0.1:1");
    EXPECT_EQ(service_->log().count(), 4U);
}

TEST_F(Download, WaitsOutAServerThatIsBusy) {
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (++count <= 2) {
            connection.respond(503, "busy");
        } else {
            serve_file(kContent)(request, connection);
        }
    });
    EXPECT_EQ(fetch({server.url()}).state, DownloadState::finished);
    EXPECT_EQ(count, 3);
}

TEST_F(Download, WaitsAsLongAsTheServerAsks) {
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (++count == 1) {
            connection.respond(429, "", {{"Retry-After", "1"}});
        } else {
            serve_file(kContent)(request, connection);
        }
    });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(fetch({server.url()}).state, DownloadState::finished);
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(990));
}

TEST_F(Download, AFileThatIsHereAlreadyIsVerifiedWithoutARequest) {
    std::filesystem::create_directories(target().parent_path());
    folder_.write("models/file.gguf", kContent);
    EXPECT_EQ(fetch({"http://127.0.0.1:1/x"}).state, DownloadState::finished);
    EXPECT_EQ(service_->log().count(), 0U);
}

TEST_F(Download, ADifferentFileOfThatNameIsLeftAlone) {
    const TestServer server(serve_file(kContent));
    std::filesystem::create_directories(target().parent_path());
    for (const std::string& other : {std::string("mine"), std::string(kContent.size(), 'x')}) {
        folder_.write("models/file.gguf", other);
        const DownloadSnapshot end = fetch({server.url()});
        EXPECT_EQ(end.state, DownloadState::failed);
        EXPECT_EQ(end.failure->kind, FailureKind::target_exists);
        EXPECT_EQ(read_file(target()), other);
        service_->forget(end.id);
        service_.take_seen();
    }
    EXPECT_EQ(server.connections(), 0);
}

TEST_F(Download, ADamagedFileGivesWayToTheOneThatWasChecked) {
    TestServer server(serve_file(kContent));
    std::filesystem::create_directories(target().parent_path());
    for (const std::string& damaged : {std::string("cut"), std::string(kContent.size(), 'x')}) {
        folder_.write("models/file.gguf", damaged);
        DownloadRequest request = request_for(kContent, target(), {server.url()});
        request.replaces = true;
        const DownloadSnapshot end = service_.wait_end(service_->add(request));
        EXPECT_EQ(end.state, DownloadState::finished);
        EXPECT_TRUE(read_file(target()) == kContent);
        EXPECT_FALSE(std::filesystem::exists(part_path(target())));
        service_->forget(end.id);
        service_.take_seen();
    }
}

/// What a drive does with a bad sector, or with rights that were lost.
TEST_F(Download, AFileThatCannotBeReadGivesWayToo) {
    const TestServer server(serve_file(kContent));
    std::filesystem::create_directories(target().parent_path());
    for (const bool opens : {true, false}) {
        folder_.write("models/file.gguf", std::string(kContent.size(), 'x'));
        const auto files = std::make_shared<FaultyFileOperations>();
        files->unreadable = target();
        files->unreadable_opens = opens;
        WatchedTransfers service(Transfers::Options{.policy = quick_policy(), .files = files});
        DownloadRequest request = request_for(kContent, target(), {server.url()});
        const DownloadSnapshot refused = service.wait_end(service->add(request));
        ASSERT_TRUE(refused.failure);
        EXPECT_EQ(refused.failure->kind, FailureKind::cannot_read);
        EXPECT_EQ(read_file(target()), std::string(kContent.size(), 'x'));
        service.take_seen();
        request.replaces = true;
        EXPECT_EQ(service.wait_end(service->add(request)).state, DownloadState::finished);
        EXPECT_TRUE(read_file(target()) == kContent);
    }
}

TEST_F(Download, ADamagedFileStaysWhereNothingBetterComes) {
    const TestServer server(serve_file(std::string(kContent.size(), 'y')));
    std::filesystem::create_directories(target().parent_path());
    folder_.write("models/file.gguf", "mine");
    DownloadRequest request = request_for(kContent, target(), {server.url()});
    request.replaces = true;
    EXPECT_EQ(service_.wait_end(service_->add(request)).failure->kind, FailureKind::wrong_content);
    EXPECT_EQ(read_file(target()), "mine");
}

TEST_F(Download, RequestsThatCannotBeRightFailWithoutTouchingAnything) {
    DownloadRequest request = request_for(kContent, target(), {"ftp://example.org/x"});
    EXPECT_EQ(service_.wait_end(service_->add(request)).failure->kind, FailureKind::bad_address);
    request = request_for(kContent, folder_.path() / "a.gguf", {"http://127.0.0.1:1/x"});
    request.sha256 = "abc";
    EXPECT_EQ(service_.wait_end(service_->add(request)).failure->kind, FailureKind::bad_request);
    request = request_for(kContent, "relative.gguf", {"http://127.0.0.1:1/x"});
    EXPECT_EQ(service_.wait_end(service_->add(request)).failure->kind, FailureKind::bad_request);
    request = request_for(kContent, folder_.path() / "b.gguf", {});
    EXPECT_EQ(service_.wait_end(service_->add(request)).failure->kind, FailureKind::no_source);
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Download, TheSameTargetTwiceIsOneTransfer) {
    const TestServer server(serve_file(kContent));
    const DownloadId first = service_->add(request_for(kContent, target(), {server.url()}));
    const DownloadId second = service_->add(request_for(kContent, target(), {server.url()}));
    EXPECT_EQ(first, second);
    service_.wait_end(first);
    EXPECT_EQ(server.connections(), 1);
}

TEST_F(Download, SeveralAtOnce) {
    const TestServer server(serve_file(kContent));
    std::vector<DownloadId> ids;
    for (int i = 0; i < 8; ++i) {
        ids.push_back(service_->add(
            request_for(kContent, folder_.path() / (std::to_string(i) + ".gguf"), {server.url()})));
    }
    for (const DownloadId id : ids) {
        EXPECT_EQ(service_.wait_end(id).state, DownloadState::finished);
    }
    EXPECT_EQ(service_->snapshots().size(), 8U);
}

TEST(DownloadSpace, IsCheckedFirstAndToldInNumbers) {
    const TestServer server(serve_file(kContent));
    const TemporaryFolder folder;
    auto files = std::make_shared<FaultyFileOperations>();
    files->free = 50'000;
    Transfers::Options options{.policy = quick_policy(), .files = files};
    options.policy.spare_bytes = 1000;
    WatchedTransfers service(options);
    const DownloadSnapshot end =
        service.wait_end(service->add(request_for(kContent, folder.path() / "file.gguf", {server.url()})));
    ASSERT_TRUE(end.failure);
    EXPECT_EQ(end.state, DownloadState::paused);
    EXPECT_EQ(end.failure->kind, FailureKind::no_space);
    EXPECT_EQ(end.failure->bytes_needed, kContent.size() + 1000);
    EXPECT_EQ(end.failure->bytes_available, 50'000U);
    EXPECT_EQ(server.connections(), 0);
}

TEST(DownloadSpace, IsCheckedForAllFilesOfASet) {
    const TestServer server(serve_file(kContent));
    const TemporaryFolder folder;
    auto files = std::make_shared<FaultyFileOperations>();
    files->free = 150'000;
    Transfers::Options options{.policy = quick_policy(), .files = files};
    options.policy.spare_bytes = 0;
    WatchedTransfers service(options);
    service->add(DownloadSetRequest{"x",
                                    folder.path(),
                                    {request_for(kContent, folder.path() / "a.gguf", {server.url()}),
                                     request_for(kContent, folder.path() / "b.gguf", {server.url()})}});
    const DownloadSnapshot end = service.wait_end(DownloadId{1});
    ASSERT_TRUE(end.failure);
    EXPECT_EQ(end.failure->kind, FailureKind::no_space);
    EXPECT_EQ(end.failure->bytes_needed, 200'000U);
    EXPECT_EQ(server.connections(), 0);
}

TEST(DownloadLock, TheSecondProgramIsToldAndTheFirstGoesOn) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.head(200, {{"Content-Length", std::to_string(kContent.size())}});
        connection.send(std::string_view(kContent).substr(0, 1000));
        connection.sleep(std::chrono::milliseconds(300));
        connection.send(std::string_view(kContent).substr(1000));
    });
    const TemporaryFolder folder;
    const DownloadRequest request = request_for(kContent, folder.path() / "file.gguf", {server.url()});
    WatchedTransfers window;
    WatchedTransfers cli;
    const DownloadId first = window->add(request);
    window.wait_state(first, DownloadState::receiving);
    const DownloadSnapshot refused = cli.wait_end(cli->add(request));
    EXPECT_EQ(refused.failure->kind, FailureKind::in_use);
    EXPECT_EQ(window.wait_end(first).state, DownloadState::finished);
    cli.take_seen();
    cli->resume(refused.id);
    EXPECT_EQ(cli.wait_end(refused.id).state, DownloadState::finished);
    EXPECT_EQ(server.connections(), 1);
}

}  // namespace
