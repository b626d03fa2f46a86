// A part file that is moved to another drive, as a whole library may be, while a download writes it: its name
// means a copy then that lacks what comes later.
#include "app/transfers/faulty_file_operations.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content(1'000'000);

class MovedPart : public ::testing::Test {
 protected:
    std::filesystem::path target() const { return folder_.path() / "file.gguf"; }
    std::filesystem::path part() const { return part_path(target()); }

    /// Puts a copy of what is here in the place of the part file.
    void move_part() const {
        const std::filesystem::path copy = folder_.path() / "copy";
        std::filesystem::copy_file(part(), copy);
        std::filesystem::rename(copy, part());
    }

    void expect_whole_after_another_run(const std::string& url) {
        WatchedTransfers next;
        EXPECT_EQ(next.wait_end(next->add(request_for(kContent, target(), {url}))).state,
                  DownloadState::finished);
        EXPECT_TRUE(read_file(target()) == kContent);
        EXPECT_FALSE(is_there(part()));
        EXPECT_FALSE(is_there(journal_path(target())));
    }

    TemporaryFolder folder_;
};

TEST_F(MovedPart, ACopyNeverGetsTheFinalName) {
    const TestServer server(serve_file(kContent));
    const auto files = std::make_shared<FaultyFileOperations>();
    bool moved = false;
    files->on_sync = [&] {
        // All is here, and about to get its name.
        if (!moved && is_there(part()) && std::filesystem::file_size(part()) == kContent.size()) {
            moved = true;
            move_part();
            std::filesystem::resize_file(part(), 400'000);
        }
    };
    {
        WatchedTransfers service(Transfers::Options{.policy = quick_policy(), .files = files});
        const DownloadSnapshot end =
            service.wait_end(service->add(request_for(kContent, target(), {server.url()})));
        EXPECT_TRUE(moved);
        EXPECT_EQ(end.state, DownloadState::failed);
        EXPECT_EQ(end.failure->kind, FailureKind::cannot_write);
        EXPECT_EQ(end.failure->file, part().string());
        EXPECT_FALSE(is_there(target()));
        EXPECT_EQ(std::filesystem::file_size(part()), 400'000U);
    }
    expect_whole_after_another_run(server.url());
    EXPECT_EQ(server.requests().back().first_byte(), 400'000U);
}

/// Sends half of what is asked for and the rest once it is told to.
struct HalfwayServer {
    std::atomic<bool> held{true};
    TestServer server{[this](const TestRequest& request, const TestConnection& connection) {
        const std::size_t first = request.first_byte().value_or(0);
        const std::size_t last = request.last_byte().value_or(kContent.size() - 1);
        const std::size_t half = (last + 1 - first) / 2;
        connection.head(request.first_byte() ? 206 : 200,
                        {{"Content-Length", std::to_string(last + 1 - first)},
                         {"ETag", "\"v1\""},
                         {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(last) +
                                               "/" + std::to_string(kContent.size())}});
        connection.send(std::string_view(kContent).substr(first, half));
        while (held && connection.is_open()) {
            connection.sleep(std::chrono::milliseconds(2));
        }
        // Slowly: there is time to see it.
        for (std::size_t at = first + half; at <= last && connection.is_open(); at += 10'000) {
            connection.send(
                std::string_view(kContent).substr(at, std::min<std::size_t>(10'000, last + 1 - at)));
            connection.sleep(std::chrono::milliseconds(4));
        }
    }};
};

TEST_F(MovedPart, IsSeenLongBeforeTheEnd) {
    for (const bool pieces : {false, true}) {
        HalfwayServer halfway;
        TransferPolicy policy = pieces ? segment_policy() : quick_policy();
        policy.stall_time = std::chrono::seconds(10);
        policy.journal_interval = std::chrono::milliseconds(5);
        {
            WatchedTransfers service(Transfers::Options{.policy = policy});
            const DownloadId id = service->add(request_for(kContent, target(), {halfway.server.url()}));
            service.wait(id, [&](const DownloadSnapshot& seen) {
                return seen.bytes_done >= (pieces ? 100'000 : 500'000);
            });
            move_part();
            halfway.held = false;
            const DownloadSnapshot end = service.wait_end(id);
            EXPECT_EQ(end.state, DownloadState::failed) << pieces;
            EXPECT_LT(end.bytes_done, kContent.size()) << pieces;
            EXPECT_FALSE(is_there(target())) << pieces;
        }
        expect_whole_after_another_run(halfway.server.url());
        std::filesystem::remove(target());
    }
}

}  // namespace
