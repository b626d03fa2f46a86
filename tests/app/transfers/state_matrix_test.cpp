// What a download does for each thing that a server may answer to the request for the rest of a file. The
// rest is 60,000 of 100,000 bytes; the clock stands still until a test moves it.
#include "app/transfers/test_clock.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"

#include <thread>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;
using namespace std::chrono_literals;

namespace {

const std::string kContent = test_content();
constexpr std::size_t kHere = 40'000;

std::string range(std::size_t first) {
    return "bytes " + std::to_string(first) + "-" + std::to_string(kContent.size() - 1) + "/" +
           std::to_string(kContent.size());
}

TransferPolicy unhurried_policy() {
    TransferPolicy policy;
    policy.snapshot_interval = 0ms;  // the clock stands still
    policy.longest_wait = 5ms;
    return policy;
}

class StateMatrix : public ::testing::Test {
 protected:
    StateMatrix() { put(kContent.substr(0, kHere)); }

    void put(std::string_view part) const { folder_.write("file.gguf.part", part); }
    std::filesystem::path target() const { return folder_.path() / "file.gguf"; }

    DownloadId begin(const TestServer& server) {
        return service_->add(request_for(kContent, target(), {server.url()}));
    }
    DownloadSnapshot fetch(const TestServer& server) { return service_.wait_end(begin(server)); }

    /// Waits until it rests for another attempt, and says how long it means to.
    std::chrono::milliseconds wait_retry(DownloadId id, std::uint32_t attempt) {
        const DownloadSnapshot snapshot = service_.wait(id, [&](const DownloadSnapshot& seen) {
            return seen.state == DownloadState::retrying && seen.attempt == attempt;
        });
        return snapshot.retry_in.value_or(0ms);
    }
    void expect_whole() const {
        EXPECT_TRUE(read_file(target()) == kContent);
        EXPECT_FALSE(is_there(part_path(target())));
    }

    TestClock clock_;
    TemporaryFolder folder_;
    WatchedTransfers service_{Transfers::Options{.policy = unhurried_policy(), .clock = clock_.clock()}};
};

TEST_F(StateMatrix, Row01TheRestIsAppended) {
    const TestServer server(serve_file(kContent));
    const DownloadSnapshot end = fetch(server);
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_FALSE(end.restart);
    EXPECT_EQ(service_->log().recent().front().bytes_received, kContent.size() - kHere);
    EXPECT_EQ(server.connections(), 1);
    expect_whole();
}

TEST_F(StateMatrix, Row02EverythingInPlaceOfTheRestStartsOver) {
    const TestServer server(
        [](const TestRequest&, const TestConnection& connection) { connection.respond(200, kContent); });
    const DownloadSnapshot end = fetch(server);
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.restart, Restart::cannot_resume);
    EXPECT_EQ(server.connections(), 1);
    expect_whole();
}

/// Answers a range wrongly and everything rightly.
TestServer::Handler wrong_range(std::map<std::string, std::string> headers) {
    return [headers](const TestRequest& request, const TestConnection& connection) {
        if (request.first_byte()) {
            connection.respond(206, kContent.substr(10), headers);
        } else {
            connection.respond(200, kContent);
        }
    };
}

TEST_F(StateMatrix, Row03AnotherRangeIsDiscardedForOneFreshRequest) {
    const TestServer server(wrong_range({{"Content-Range", range(10)}}));
    EXPECT_EQ(fetch(server).state, DownloadState::finished);
    EXPECT_EQ(server.connections(), 2);
    EXPECT_FALSE(server.requests()[1].first_byte());
    expect_whole();
}

TEST_F(StateMatrix, Row04ARangeThatIsNotNamedIsDiscardedToo) {
    const TestServer server(wrong_range({}));
    EXPECT_EQ(fetch(server).state, DownloadState::finished);
    EXPECT_EQ(server.connections(), 2);
    EXPECT_FALSE(server.requests()[1].first_byte());
    expect_whole();
}

TEST_F(StateMatrix, Row05AWholePartAsksNobody) {
    put(kContent);
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(416, "", {{"Content-Range", "bytes */100000"}});
    });
    EXPECT_EQ(fetch(server).state, DownloadState::finished);
    EXPECT_EQ(server.connections(), 0);
    expect_whole();
}

TEST_F(StateMatrix, Row06APartThatIsTooLongIsFetchedAnewOnce) {
    put(kContent + std::string(50'000, 'x'));
    const TestServer server(serve_file(kContent));
    const DownloadSnapshot end = fetch(server);
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.restart, Restart::damaged);
    EXPECT_EQ(server.connections(), 1);
    EXPECT_FALSE(server.requests().front().first_byte());
    expect_whole();
}

TEST_F(StateMatrix, Row07RangesRefusedTwiceEndWithAMessage) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(416, "", {{"Content-Range", "bytes */100000"}});
    });
    const DownloadSnapshot end = fetch(server);
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_TRUE(end.failure);
    EXPECT_LE(server.connections(), 3);
}

/// Sends 4,000 bytes of the rest and closes, then goes on as it should.
TestServer::Handler closes_early(bool with_length) {
    auto count = std::make_shared<std::atomic<int>>(0);
    return [count, with_length](const TestRequest& request, const TestConnection& connection) {
        if (++*count > 1) {
            serve_file(kContent)(request, connection);
            return;
        }
        std::map<std::string, std::string> headers{{"Content-Range", range(kHere)}};
        if (with_length) {
            headers["Content-Length"] = std::to_string(kContent.size() - kHere);
        }
        connection.head(206, headers);
        connection.send(std::string_view(kContent).substr(kHere, 4000));
    };
}

TEST_F(StateMatrix, Row08AnEarlyCloseIsTakenUpAgain) {
    const TestServer server(closes_early(true));
    const DownloadId id = begin(server);
    wait_retry(id, 1);
    clock_.advance(1s);
    EXPECT_EQ(service_.wait_end(id).state, DownloadState::finished);
    EXPECT_EQ(server.requests()[1].first_byte(), kHere + 4000);
    expect_whole();
}

TEST_F(StateMatrix, Row09AnEarlyCloseWithoutALengthIsNoSuccess) {
    const TestServer server(closes_early(false));
    const DownloadId id = begin(server);
    wait_retry(id, 1);
    clock_.advance(1s);
    EXPECT_EQ(service_.wait_end(id).state, DownloadState::finished);
    EXPECT_EQ(server.requests()[1].first_byte(), kHere + 4000);
    expect_whole();
}

TEST_F(StateMatrix, Row10AnotherValidatorMeansAnotherFile) {
    for (const bool honours_if_range : {true, false}) {
        put(kContent.substr(0, kHere));
        const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
            if (request.first_byte() && !honours_if_range) {
                connection.respond(206, kContent.substr(kHere),
                                   {{"ETag", "\"new\""}, {"Content-Range", range(kHere)}});
            } else {
                serve_file(kContent, "\"new\"")(request, connection);
            }
        });
        Journal journal{request_for(kContent, target(), {}), "\"old\"", server.host(), {}};
        ASSERT_EQ(write_journal(*system_file_operations(), journal), 0);
        const DownloadSnapshot end = fetch(server);
        EXPECT_EQ(end.state, DownloadState::finished);
        EXPECT_EQ(end.restart, Restart::changed_on_server);
        EXPECT_EQ(server.requests()[0].headers.at("if-range"), "\"old\"");
        expect_whole();
        std::filesystem::remove(target());
        service_->forget(end.id);
        service_.take_seen();
    }
}

TEST_F(StateMatrix, Row10TheHubNamesAnotherFile) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(302, "",
                           {{"Location", "/blob"}, {"X-Linked-ETag", "\"" + std::string(64, 'a') + "\""}});
    });
    const DownloadSnapshot end = fetch(server);
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::file_changed);
    EXPECT_EQ(server.connections(), 1);
}

TEST_F(StateMatrix, Row11AFlippedByteNeverGetsTheName) {
    std::string damaged = kContent;
    damaged.back() = static_cast<char>(damaged.back() ^ 1);
    const TestServer server(serve_file(damaged));
    const DownloadSnapshot end = fetch(server);
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::wrong_content);
    EXPECT_FALSE(is_there(target()));
    EXPECT_EQ(read_file(part_path(target())), "");
}

TEST_F(StateMatrix, Row12TooManyRequestsIsAskedOnceMoreThenPaused) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(429, "", {{"Retry-After", "7"}});
    });
    const DownloadId id = begin(server);
    EXPECT_EQ(wait_retry(id, 1), 7s);
    clock_.advance(6900ms);
    std::this_thread::sleep_for(30ms);
    EXPECT_EQ(server.connections(), 1);
    clock_.advance(200ms);
    const DownloadSnapshot end = service_.wait_end(id);
    EXPECT_EQ(end.state, DownloadState::paused);
    EXPECT_EQ(end.failure->http_status, 429U);
    EXPECT_EQ(server.connections(), 2);
    clock_.advance(10min);
    std::this_thread::sleep_for(30ms);
    EXPECT_EQ(server.connections(), 2);  // only a person asks again
    service_.take_seen();
    service_->resume(id);
    wait_retry(id, 1);
    EXPECT_EQ(server.connections(), 3);
}

TEST_F(StateMatrix, Row13ALongWaitIsShownNotWaitedFor) {
    const std::map<std::string, std::string> headers[] = {
        {{"Retry-After", "86400"}},
        {{"Date", "Sun, 06 Nov 1994 08:49:37 GMT"}, {"Retry-After", "Mon, 07 Nov 1994 08:49:37 GMT"}},
        {{"Date", "Sun, 06 Nov 1994 08:49:37 GMT"}, {"Retry-After", "Sun, 06 Nov 1994 08:49:40 GMT"}}};
    const std::uint32_t seconds[] = {86400, 86400, 3};
    for (int i = 0; i < 3; ++i) {
        const TestServer server([&](const TestRequest&, const TestConnection& connection) {
            connection.respond(429, "", headers[i]);
        });
        const DownloadSnapshot end = fetch(server);
        EXPECT_EQ(end.state, DownloadState::paused);
        EXPECT_EQ(end.failure->retry_after_seconds, seconds[i]);
        EXPECT_EQ(server.connections(), 1);
        service_->forget(end.id);
        service_.take_seen();
    }
}

TEST_F(StateMatrix, Row14ABusyServerIsWaitedForLongerEachTime) {
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (++count <= 2) {
            connection.respond(503, "busy");
        } else {
            serve_file(kContent)(request, connection);
        }
    });
    const DownloadId id = begin(server);
    EXPECT_EQ(wait_retry(id, 1), 1s);
    clock_.advance(1s);
    EXPECT_EQ(wait_retry(id, 2), 2s);
    clock_.advance(2s);
    EXPECT_EQ(service_.wait_end(id).state, DownloadState::finished);
    EXPECT_EQ(count, 3);
    expect_whole();
}

TEST_F(StateMatrix, Row15AQuietLineIsSaidThenLeft) {
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (++count > 1) {
            serve_file(kContent)(request, connection);
            return;
        }
        connection.head(206, {{"Content-Range", range(kHere)}});
        connection.send(std::string_view(kContent).substr(kHere, 100));
        connection.hold();
    });
    const DownloadId id = begin(server);
    service_.wait(id, [](const DownloadSnapshot& seen) { return seen.bytes_done == kHere + 100; });
    clock_.advance(14s);
    std::this_thread::sleep_for(30ms);
    clock_.advance(2s);
    const DownloadSnapshot quiet =
        service_.wait(id, [](const DownloadSnapshot& seen) { return seen.quiet_for.has_value(); });
    EXPECT_EQ(quiet.state, DownloadState::receiving);
    EXPECT_GE(*quiet.quiet_for, 15s);
    EXPECT_LT(*quiet.quiet_for, 60s);
    EXPECT_EQ(server.connections(), 1);
    clock_.advance(45s);
    wait_retry(id, 1);
    clock_.advance(1s);
    EXPECT_EQ(service_.wait_end(id).state, DownloadState::finished);
    EXPECT_EQ(server.requests()[1].first_byte(), kHere + 100);
    expect_whole();
}

TEST_F(StateMatrix, Row16AnEncodingThatWasNotAskedForIsRefused) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(206, kContent.substr(kHere),
                           {{"Content-Encoding", "gzip"}, {"Content-Range", range(kHere)}});
    });
    const DownloadSnapshot end = fetch(server);
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::unexpected_encoding);
    EXPECT_EQ(read_file(part_path(target())).size(), kHere);
}

TEST_F(StateMatrix, Row17RedirectsStopAfterTen) {
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(302, "", {{"Location", "/again" + std::to_string(++count)}});
    });
    const DownloadSnapshot end = fetch(server);
    EXPECT_EQ(end.failure->kind, FailureKind::redirect_refused);
    EXPECT_EQ(count, 11);
}

// Row 18, from https to http, is in tls_test.cpp.

TEST_F(StateMatrix, ALostNetworkIsWaitedForWithoutEnd) {
    const DownloadId id = service_->add(request_for(kContent, target(), {"http://127.0.0.1:1/x"}));
    std::chrono::milliseconds pause = 1s;
    for (std::uint32_t attempt = 1; attempt <= 12; ++attempt) {
        EXPECT_EQ(wait_retry(id, attempt), pause);
        clock_.advance(pause);
        pause = std::min<std::chrono::milliseconds>(2 * pause, 30s);
    }
    EXPECT_EQ(wait_retry(id, 13), 30s);
}

}  // namespace
