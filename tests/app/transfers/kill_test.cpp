#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"

#include <chrono>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

constexpr std::uint32_t kSeed = 7;
const std::string kContent = test_content(2'000'000);

TEST(Kill, AnyMomentThenTheExactFile) {
    const TestServer server([](const TestRequest& request, const TestConnection& connection) {
        const std::size_t first = request.first_byte().value_or(0);
        connection.head(
            first == 0 ? 200 : 206,
            {{"Content-Length", std::to_string(kContent.size() - first)},
             {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(kContent.size() - 1) +
                                   "/" + std::to_string(kContent.size())}});
        for (std::size_t at = first; at < kContent.size(); at += 50'000) {
            if (!connection.send(std::string_view(kContent).substr(at, 50'000))) {
                return;
            }
            connection.sleep(std::chrono::milliseconds(1));
        }
    });
    std::mt19937 random(kSeed);
    int rounds_killed = 0;
    for (int round = 0; round < 20; ++round) {
        const TemporaryFolder folder;
        const std::filesystem::path target = folder.path() / "file.gguf";
        const std::string bytes = std::to_string(kContent.size());
        const std::string hash = sha256_of(kContent);
        const std::string url = server.url();
        const char* arguments[] = {DOWNLOAD_PROGRAM, target.c_str(), bytes.c_str(),
                                   hash.c_str(),     url.c_str(),    nullptr};
        pid_t child = 0;
        ASSERT_EQ(
            ::posix_spawn(&child, DOWNLOAD_PROGRAM, nullptr, nullptr, const_cast<char**>(arguments), environ),
            0);
        std::this_thread::sleep_for(std::chrono::milliseconds(random() % 100));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        rounds_killed += WIFSIGNALED(status) ? 1 : 0;
        if (is_there(target)) {
            ASSERT_TRUE(read_file(target) == kContent);
        }
        WatchedTransfers service;
        const DownloadSnapshot end = service.wait_end(service->add(request_for(kContent, target, {url})));
        ASSERT_EQ(end.state, DownloadState::finished) << "seed " << kSeed << ", round " << round;
        EXPECT_FALSE(end.restart);
        EXPECT_TRUE(read_file(target) == kContent);
    }
    EXPECT_GT(rounds_killed, 0);
}

}  // namespace
