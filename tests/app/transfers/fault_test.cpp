#include "app/transfers/faulty_file_operations.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"
#include "transfers/source_rounds.h"

#include <algorithm>
#include <cerrno>
#include <random>
#include <tuple>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content();
constexpr std::uint32_t kSeed = 20'261;

/// Sends in pieces of 16 KiB, cut once in the middle: with a resume, every call on files is made.
TestServer::Handler cut_once() {
    auto count = std::make_shared<std::atomic<int>>(0);
    return [count](const TestRequest& request, const TestConnection& connection) {
        const std::size_t first = request.first_byte().value_or(0);
        const std::size_t end = ++*count == 1 ? 50'000 : kContent.size();
        connection.head(
            first == 0 ? 200 : 206,
            {{"Content-Length", std::to_string(kContent.size() - first)},
             {"ETag", "\"v1\""},
             {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(kContent.size() - 1) +
                                   "/" + std::to_string(kContent.size())}});
        for (std::size_t at = first; at < end; at += 16'384) {
            connection.send(std::string_view(kContent).substr(at, std::min<std::size_t>(16'384, end - at)));
        }
    };
}

DownloadSnapshot run(const std::shared_ptr<FileOperations>& files, const std::filesystem::path& target,
                     const std::string& url) {
    WatchedTransfers service(Transfers::Options{.policy = quick_policy(), .files = files});
    return service.wait_end(service->add(request_for(kContent, target, {url})));
}

std::shared_ptr<FaultyFileOperations> faulty(std::uint64_t call, int error,
                                             FaultyFileOperations::Fault fault) {
    auto files = std::make_shared<FaultyFileOperations>(call, error, fault);
    files->longest_write = 4096;
    return files;
}

TEST(Faults, EveryFailingCallLeavesAbsentPartOrWhole) {
    std::uint64_t calls = 0;
    {
        const TemporaryFolder folder;
        const TestServer server(cut_once());
        const auto files = faulty(0, 0, FaultyFileOperations::Fault::once);
        ASSERT_EQ(run(files, folder.path() / "file.gguf", server.url()).state, DownloadState::finished);
        calls = files->calls();
    }
    ASSERT_GT(calls, 20U);

    using Case = std::tuple<std::uint64_t, int, FaultyFileOperations::Fault>;
    std::vector<Case> cases;
    for (std::uint64_t call = 1; call <= calls; ++call) {
        for (const int error : {ENOSPC, EIO, EACCES}) {
            cases.emplace_back(call, error, FaultyFileOperations::Fault::once);
            cases.emplace_back(call, error, FaultyFileOperations::Fault::from_then_on);
        }
    }
    std::ranges::shuffle(cases, std::mt19937(kSeed));
    cases.resize(std::min<std::size_t>(cases.size(), 200));

    for (const auto& [call, error, fault] : cases) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << kSeed << ", call " << call << " of " << calls << ", errno " << error
                     << (fault == FaultyFileOperations::Fault::once ? ", once" : ""));
        const TemporaryFolder folder;
        const std::filesystem::path target = folder.path() / "file.gguf";
        const TestServer server(cut_once());
        const DownloadSnapshot end = run(faulty(call, error, fault), target, server.url());
        if (end.state != DownloadState::finished) {
            ASSERT_EQ(end.state, DownloadState::failed);
            ASSERT_TRUE(end.failure);
            EXPECT_EQ(reach_of(*end.failure), FailureReach::computer) << failure_name(end.failure->kind);
        }
        if (is_there(target)) {
            ASSERT_TRUE(read_file(target) == kContent);
        } else {
            ASSERT_NE(end.state, DownloadState::finished);
        }
        // The next run, on a sound drive, ends well.
        ASSERT_EQ(run(system_file_operations(), target, server.url()).state, DownloadState::finished);
        ASSERT_TRUE(read_file(target) == kContent);
        EXPECT_FALSE(is_there(part_path(target)));
        EXPECT_FALSE(is_there(journal_path(target)));
    }
}

TEST(Faults, AFullDriveSaysHowMuchIsMissing) {
    const TemporaryFolder folder;
    const TestServer server(serve_file(kContent));
    // Late enough that bytes are being written.
    for (std::uint64_t call = 20; call < 24; ++call) {
        const DownloadSnapshot end = run(faulty(call, ENOSPC, FaultyFileOperations::Fault::once),
                                         folder.path() / std::to_string(call) / "file.gguf", server.url());
        if (end.state == DownloadState::failed) {
            EXPECT_EQ(end.failure->kind, FailureKind::no_space);
            EXPECT_TRUE(end.failure->bytes_needed);
            EXPECT_TRUE(end.failure->bytes_available);
        }
    }
}

}  // namespace
