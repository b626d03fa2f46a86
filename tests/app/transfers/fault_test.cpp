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

const std::string kContent = test_content(300'000);
constexpr std::uint32_t kSeed = 20'261;
constexpr std::size_t kShallow = 200;  // cases of each kind

/// Sends in pieces of 16 KiB, the first answer cut in its midst: with a resume, every call on files is made.
TestServer::Handler cut_once() {
    auto count = std::make_shared<std::atomic<int>>(0);
    return [count](const TestRequest& request, const TestConnection& connection) {
        const std::size_t first = request.first_byte().value_or(0);
        const std::size_t last = request.last_byte().value_or(kContent.size() - 1);
        const std::size_t end = ++*count == 1 ? first + (last + 1 - first) / 2 : last + 1;
        connection.head(request.first_byte() ? 206 : 200,
                        {{"Content-Length", std::to_string(last + 1 - first)},
                         {"ETag", "\"v1\""},
                         {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(last) +
                                               "/" + std::to_string(kContent.size())}});
        for (std::size_t at = first; at < end; at += 16'384) {
            connection.send(std::string_view(kContent).substr(at, std::min<std::size_t>(16'384, end - at)));
        }
    };
}

DownloadSnapshot run(const std::shared_ptr<FileOperations>& files, const std::filesystem::path& target,
                     const std::string& url, bool pieces) {
    WatchedTransfers service(
        Transfers::Options{.policy = pieces ? segment_policy() : quick_policy(), .files = files});
    return service.wait_end(service->add(request_for(kContent, target, {url})));
}

std::shared_ptr<FaultyFileOperations> faulty(std::uint64_t call, int error,
                                             FaultyFileOperations::Fault fault) {
    auto files = std::make_shared<FaultyFileOperations>(call, error, fault);
    files->longest_write = 16'384;
    return files;
}

using Case = std::tuple<std::uint64_t, int, FaultyFileOperations::Fault>;

/// Every call that a download makes, with every fault, in an order of its own; the first kShallow of them.
std::vector<Case> cases_of(bool pieces) {
    const TemporaryFolder folder;
    const TestServer server(cut_once());
    const auto files = faulty(0, 0, FaultyFileOperations::Fault::once);
    EXPECT_EQ(run(files, folder.path() / "file.gguf", server.url(), pieces).state, DownloadState::finished);
    EXPECT_GT(files->calls(), 20U);
    std::vector<Case> cases;
    for (std::uint64_t call = 1; call <= files->calls(); ++call) {
        for (const int error : {ENOSPC, EIO, EACCES}) {
            cases.emplace_back(call, error, FaultyFileOperations::Fault::once);
            cases.emplace_back(call, error, FaultyFileOperations::Fault::from_then_on);
        }
    }
    std::ranges::shuffle(cases, std::mt19937(kSeed));
    cases.resize(std::min(cases.size(), kShallow));
    return cases;
}

void expect_stopped_rightly(const DownloadSnapshot& end) {
    ASSERT_TRUE(end.failure);
    if (end.failure->kind == FailureKind::no_space) {
        EXPECT_EQ(end.state, DownloadState::paused);  // room on the drive is all that is missing
        EXPECT_TRUE(end.failure->bytes_needed);
        EXPECT_TRUE(end.failure->bytes_available);
    } else {
        EXPECT_EQ(end.state, DownloadState::failed);
        EXPECT_EQ(reach_of(*end.failure), FailureReach::computer) << failure_name(end.failure->kind);
    }
}

class Torture : public ::testing::TestWithParam<bool> {};

TEST_P(Torture, EveryFailingCallLeavesAbsentPartOrWhole) {
    const bool pieces = GetParam();
    for (const auto& [call, error, fault] : cases_of(pieces)) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << kSeed << ", call " << call << ", errno " << error
                     << (fault == FaultyFileOperations::Fault::once ? ", once" : ", from then on"));
        const TemporaryFolder folder;
        const std::filesystem::path target = folder.path() / "file.gguf";
        const TestServer server(cut_once());
        const DownloadSnapshot end = run(faulty(call, error, fault), target, server.url(), pieces);
        if (end.state != DownloadState::finished) {
            expect_stopped_rightly(end);
        }
        if (is_there(target)) {
            ASSERT_TRUE(read_file(target) == kContent);
        } else {
            ASSERT_NE(end.state, DownloadState::finished);
        }
        // The next run, on a sound drive, ends well and keeps what came.
        const DownloadSnapshot next = run(system_file_operations(), target, server.url(), pieces);
        ASSERT_EQ(next.state, DownloadState::finished);
        EXPECT_FALSE(next.restart);
        ASSERT_TRUE(read_file(target) == kContent);
        EXPECT_FALSE(is_there(part_path(target)));
        EXPECT_FALSE(is_there(journal_path(target)));
    }
}

INSTANTIATE_TEST_SUITE_P(Faults, Torture, ::testing::Bool(),
                         [](const auto& param) { return std::string(param.param ? "InPieces" : "Whole"); });

}  // namespace
