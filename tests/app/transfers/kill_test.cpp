#include "app/transfers/killed_program.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"

#include <algorithm>
#include <chrono>
#include <random>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

constexpr std::uint32_t kSeed = 7;
const std::string kContent = test_content(2'000'000);

/// Sends what is asked for in blocks, with a moment between them.
void send_slowly(const TestRequest& request, const TestConnection& connection) {
    const std::size_t first = request.first_byte().value_or(0);
    const std::size_t end =
        std::min<std::size_t>(request.last_byte().value_or(UINT64_MAX - 1) + 1, kContent.size());
    connection.head(request.first_byte() ? 206 : 200,
                    {{"Content-Length", std::to_string(end - first)},
                     {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(end - 1) +
                                           "/" + std::to_string(kContent.size())}});
    for (std::size_t at = first; at < end; at += 50'000) {
        if (!connection.send(
                std::string_view(kContent).substr(at, std::min<std::size_t>(50'000, end - at)))) {
            return;
        }
        connection.sleep(std::chrono::milliseconds(1));
    }
}

TEST(Kill, AtTwoHundredMomentsThenTheExactFile) {
    const TestServer server(send_slowly);
    std::mt19937 random(kSeed);
    int killed = 0;
    for (int round = 0; round < 200; ++round) {
        const bool pieces = round % 2 == 1;
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", round " << round);
        const TemporaryFolder folder;
        const std::filesystem::path target = folder.path() / "file.gguf";
        const DownloadRequest request = request_for(kContent, target, {server.url()});
        killed += run_and_kill(DOWNLOAD_PROGRAM, request, pieces,
                               std::chrono::milliseconds(5 + random() % 90), std::nullopt)
                      ? 1
                      : 0;
        if (is_there(target)) {
            ASSERT_TRUE(read_file(target) == kContent);
        }
        WatchedTransfers service(Transfers::Options{.policy = pieces ? segment_policy() : quick_policy()});
        const DownloadSnapshot end = service.wait_end(service->add(request));
        ASSERT_EQ(end.state, DownloadState::finished);
        EXPECT_FALSE(end.restart);
        ASSERT_TRUE(read_file(target) == kContent);
        EXPECT_FALSE(is_there(part_path(target)));
        EXPECT_FALSE(is_there(journal_path(target)));
    }
    EXPECT_GT(killed, 50);
}

TEST(Kill, AfterEveryCallOnFilesThenTheExactFile) {
    const TestServer server(serve_file(kContent));
    for (const bool pieces : {false, true}) {
        bool dies = true;
        // The last call is known by the program coming through; in pieces there are many alike.
        for (std::uint64_t call = 1; dies && call < 1000; call += call < 40 ? 1 : 7) {
            SCOPED_TRACE(testing::Message() << (pieces ? "in pieces" : "whole") << ", after call " << call);
            const TemporaryFolder folder;
            const std::filesystem::path target = folder.path() / "file.gguf";
            const DownloadRequest request = request_for(kContent, target, {server.url()});
            dies = run_and_kill(DOWNLOAD_PROGRAM, request, pieces, std::nullopt, call);
            ASSERT_TRUE(!is_there(target) || read_file(target) == kContent);
            WatchedTransfers service(
                Transfers::Options{.policy = pieces ? segment_policy() : quick_policy()});
            const DownloadSnapshot end = service.wait_end(service->add(request));
            ASSERT_EQ(end.state, DownloadState::finished);
            EXPECT_FALSE(end.restart);
            ASSERT_TRUE(read_file(target) == kContent);
            EXPECT_FALSE(is_there(part_path(target)));
        }
        EXPECT_FALSE(dies);
    }
}

}  // namespace
