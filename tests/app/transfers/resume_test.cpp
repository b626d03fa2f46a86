#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content();
constexpr std::size_t kHere = 40'000;

std::string range(std::size_t first, std::size_t total = kContent.size()) {
    return "bytes " + std::to_string(first) + "-" + std::to_string(total - 1) + "/" + std::to_string(total);
}

/// The first kHere bytes are here already.
class Resume : public ::testing::Test {
 protected:
    Resume() { put(kContent.substr(0, kHere)); }

    void put(std::string_view part) const { folder_.write("file.gguf.part", part); }
    std::filesystem::path target() const { return folder_.path() / "file.gguf"; }

    DownloadSnapshot fetch(const std::string& url) {
        return service_.wait_end(service_->add(request_for(kContent, target(), {url})));
    }

    TemporaryFolder folder_;
    WatchedTransfers service_;
};

TEST_F(Resume, GoesOnWhereItStopped) {
    const TestServer server(serve_file(kContent));
    const DownloadSnapshot end = fetch(server.url());
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_FALSE(end.restart);
    EXPECT_EQ(server.requests().front().first_byte(), kHere);
    EXPECT_EQ(service_->log().recent().front().bytes_received, kContent.size() - kHere);
    EXPECT_TRUE(read_file(target()) == kContent);
}

TEST_F(Resume, ARangeIsOneAlsoWhereTheServerSays200) {
    const TestServer server([](const TestRequest& request, const TestConnection& connection) {
        const std::size_t first = request.first_byte().value_or(0);
        connection.respond(200, std::string_view(kContent).substr(first), {{"Content-Range", range(first)}});
    });
    const DownloadSnapshot end = fetch(server.url());
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_FALSE(end.restart);
    EXPECT_TRUE(read_file(target()) == kContent);
    EXPECT_EQ(service_->log().recent().front().bytes_received, kContent.size() - kHere);
}

TEST_F(Resume, AServerThatIgnoresRangesRestartsOpenly) {
    const TestServer server(
        [](const TestRequest&, const TestConnection& connection) { connection.respond(200, kContent); });
    const DownloadSnapshot end = fetch(server.url());
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.restart, Restart::cannot_resume);
    EXPECT_TRUE(read_file(target()) == kContent);
    EXPECT_EQ(server.connections(), 1);
}

TEST_F(Resume, AWebPageInPlaceOfTheRestKeepsWhatIsHere) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(200, "<html>sign in</html>");
    });
    EXPECT_EQ(fetch(server.url()).failure->kind, FailureKind::web_page);
    EXPECT_TRUE(read_file(part_path(target())) == kContent.substr(0, kHere));
}

TEST_F(Resume, AnotherRangeIsThrownAway) {
    for (const std::string& wrong : {range(10), std::string(), range(kHere, 2 * kContent.size())}) {
        put(kContent.substr(0, kHere));
        const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
            if (request.first_byte()) {
                connection.respond(206, kContent.substr(10), {{"Content-Range", wrong}});
            } else {
                connection.respond(200, kContent);
            }
        });
        const DownloadSnapshot end = fetch(server.url());
        EXPECT_EQ(end.state, DownloadState::finished);
        EXPECT_TRUE(read_file(target()) == kContent);
        EXPECT_EQ(server.connections(), 2);
        std::filesystem::remove(target());
        service_->forget(end.id);
        service_.take_seen();
    }
}

TEST_F(Resume, AWholePartIsFinishedWithoutARequest) {
    put(kContent);
    EXPECT_EQ(fetch("http://127.0.0.1:1/x").state, DownloadState::finished);
    EXPECT_EQ(service_->log().count(), 0U);
}

TEST_F(Resume, APartThatIsTooLongIsThrownAway) {
    put(kContent + kContent.substr(0, 50'000));
    const TestServer server(serve_file(kContent));
    const DownloadSnapshot end = fetch(server.url());
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.restart, Restart::damaged);
    EXPECT_FALSE(server.requests().front().first_byte());
}

TEST_F(Resume, ADamagedPartIsNoticedAtTheEndAndFetchedAgain) {
    put(std::string(kHere, 'x'));
    const TestServer server(serve_file(kContent));
    const TestServer second(serve_file(kContent));
    const DownloadId id = service_->add(request_for(kContent, target(), {server.url(), second.url()}));
    const DownloadSnapshot end = service_.wait_end(id);
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.restart, Restart::damaged);
    EXPECT_TRUE(read_file(target()) == kContent);
}

TEST_F(Resume, RefusedRangesEndWithoutALoop) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(416, "", {{"Content-Range", "bytes */100000"}});
    });
    EXPECT_EQ(fetch(server.url()).state, DownloadState::failed);
    EXPECT_EQ(server.connections(), 2);
}

TEST_F(Resume, ACutConnectionIsTakenUpAgain) {
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        const std::size_t first = request.first_byte().value_or(0);
        // With and without a length: libcurl takes the second for a success.
        std::map<std::string, std::string> headers{{"Content-Range", range(first)}};
        if (++count % 2 == 1) {
            headers["Content-Length"] = std::to_string(kContent.size() - first);
        }
        connection.head(206, headers);
        connection.send(std::string_view(kContent).substr(first, 20'000));
    });
    EXPECT_EQ(fetch(server.url()).state, DownloadState::finished);
    EXPECT_TRUE(read_file(target()) == kContent);
    EXPECT_EQ(server.connections(), 3);
    EXPECT_EQ(server.requests()[1].first_byte(), kHere + 20'000);
}

TEST_F(Resume, AStallIsNoticedAndTakenUpAgain) {
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
    const DownloadSnapshot end = fetch(server.url());
    EXPECT_EQ(end.state, DownloadState::finished);
    bool stalled = false;
    for (const DownloadSnapshot& snapshot : service_.take_seen()) {
        stalled = stalled || (snapshot.failure && snapshot.failure->kind == FailureKind::stalled);
    }
    EXPECT_TRUE(stalled);
    EXPECT_EQ(server.requests()[1].first_byte(), kHere + 100);
}

TEST_F(Resume, ALineThatStaysDeadFailsWithWhatCameKept) {
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (++count == 1) {
            connection.head(206, {{"Content-Range", range(*request.first_byte())}});
            connection.send(std::string_view(kContent).substr(kHere, 5000));
        }
    });
    const DownloadSnapshot end = fetch(server.url());
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::connection_lost);
    EXPECT_EQ(end.bytes_done, kHere + 5000);
    EXPECT_TRUE(read_file(part_path(target())) == kContent.substr(0, kHere + 5000));
}

TEST_F(Resume, PauseKeepsResumeGoesOnCancelRemoves) {
    std::atomic<bool> slow{true};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (!slow) {
            serve_file(kContent)(request, connection);
            return;
        }
        const std::size_t first = request.first_byte().value_or(0);
        connection.head(206, {{"Content-Range", range(first)}});
        connection.send(std::string_view(kContent).substr(first, 1000));
        connection.hold();
    });
    const DownloadId id = service_->add(request_for(kContent, target(), {server.url()}));
    service_.wait(id, [](const DownloadSnapshot& snapshot) { return snapshot.bytes_done == kHere + 1000; });
    service_->pause(id);
    const DownloadSnapshot paused = service_.wait_state(id, DownloadState::paused);
    EXPECT_FALSE(paused.failure);
    EXPECT_EQ(read_file(part_path(target())).size(), kHere + 1000);

    slow = false;
    service_->resume(id);
    service_.wait_state(id, DownloadState::finished);
    EXPECT_TRUE(read_file(target()) == kContent);

    slow = true;
    std::filesystem::path other = folder_.path() / "other.gguf";
    folder_.write("other.gguf.part", kContent.substr(0, kHere));
    const DownloadId second = service_->add(request_for(kContent, other, {server.url()}));
    service_.wait_state(second, DownloadState::receiving);
    service_->cancel(second);
    for (int i = 0; i < 500 && service_->snapshots().size() > 1; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(service_->snapshots().size(), 1U);
    EXPECT_FALSE(is_there(part_path(other)));
    EXPECT_FALSE(is_there(journal_path(other)));
    EXPECT_FALSE(is_there(other));
}

TEST_F(Resume, AnotherRunGoesOnWithTheSameValidator) {
    std::atomic<bool> slow{true};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (!slow) {
            serve_file(kContent, "\"e1\"")(request, connection);
            return;
        }
        connection.head(200, {{"ETag", "\"e1\""}, {"Content-Length", std::to_string(kContent.size())}});
        connection.send(std::string_view(kContent).substr(0, 30'000));
        connection.hold();
    });
    std::filesystem::remove(part_path(target()));
    {
        WatchedTransfers first;
        const DownloadId id = first->add(request_for(kContent, target(), {server.url()}));
        first.wait(id, [](const DownloadSnapshot& snapshot) { return snapshot.bytes_done == 30'000; });
    }
    slow = false;
    service_->restore(folder_.path());
    const DownloadSnapshot restored = service_.wait_state(DownloadId{1}, DownloadState::paused);
    EXPECT_EQ(restored.bytes_done, 30'000U);
    EXPECT_EQ(restored.request, request_for(kContent, target(), {server.url()}));
    EXPECT_EQ(server.connections(), 1);  // nothing goes out unasked
    service_->resume(restored.id);
    service_.wait_state(restored.id, DownloadState::finished);
    EXPECT_EQ(server.requests()[1].headers.at("if-range"), "\"e1\"");
    EXPECT_EQ(server.requests()[1].first_byte(), 30'000U);
}

TEST_F(Resume, AFileThatChangedOnTheServerIsSaid) {
    Journal journal{request_for(kContent, target(), {}), "\"old\"", ""};
    const TestServer server(serve_file(kContent, "\"new\""));
    journal.etag_host = server.host();
    ASSERT_EQ(write_journal(*system_file_operations(), journal), 0);
    const DownloadSnapshot end = fetch(server.url());
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.restart, Restart::changed_on_server);
}

TEST_F(Resume, AValidatorIsNotShownToOtherHosts) {
    ASSERT_EQ(write_journal(*system_file_operations(),
                            {request_for(kContent, target(), {}), "\"e1\"", "storage.example"}),
              0);
    const TestServer server(serve_file(kContent, "\"e2\""));
    EXPECT_EQ(fetch(server.url()).state, DownloadState::finished);
    EXPECT_FALSE(server.requests().front().headers.contains("if-range"));
    EXPECT_EQ(server.requests().front().first_byte(), kHere);
}

TEST_F(Resume, APartThatIsALinkIsNotFollowed) {
    const std::filesystem::path precious = folder_.write("precious", "mine");
    std::filesystem::remove(part_path(target()));
    std::filesystem::create_symlink(precious, part_path(target()));
    const TestServer server(serve_file(kContent));
    EXPECT_EQ(fetch(server.url()).failure->kind, FailureKind::cannot_write);
    EXPECT_EQ(read_file(precious), "mine");
    EXPECT_FALSE(is_there(target()));
}

TEST_F(Resume, ThePartOfAnotherFileIsNotUsed) {
    DownloadRequest old = request_for(test_content(50'000), target(), {});
    ASSERT_EQ(write_journal(*system_file_operations(), {old, "", ""}), 0);
    const TestServer server(serve_file(kContent));
    const DownloadSnapshot end = fetch(server.url());
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_FALSE(server.requests().front().first_byte());
}

}  // namespace
