#include "transfers/request_log.h"

#include "app/transfers/test_download.h"

#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

TEST(RequestLog, EveryRequestHasALineForItsStartAndItsEnd) {
    const TemporaryFolder folder;
    RequestLog log(folder.path() / "logs" / "requests.log");
    const std::uint64_t number =
        log.start("GET", "https://u:p@host/f?key=secret", RequestPurpose::download, "模型\n\"x\"");
    log.finish(number, 42, {.state = RequestState::ended, .status = 200});
    std::istringstream lines(read_file(log.file()));
    std::string first;
    std::string second;
    ASSERT_TRUE(std::getline(lines, first) && std::getline(lines, second));
    EXPECT_EQ(first.find("secret"), std::string::npos);
    const auto start = nlohmann::json::parse(first);
    const auto end = nlohmann::json::parse(second);
    EXPECT_EQ(start.at("outcome"), "started");
    EXPECT_EQ(start.at("url"), "https://host/f?…");
    EXPECT_EQ(start.at("method"), "GET");
    EXPECT_EQ(start.at("why"), "download");
    EXPECT_EQ(start.at("subject"), "模型\n\"x\"");
    EXPECT_EQ(end.at("bytes"), 42);
    EXPECT_EQ(end.at("outcome"), "200, ended");
    EXPECT_EQ(end.at("number"), start.at("number"));
    ASSERT_EQ(log.recent().size(), 1U);
    EXPECT_EQ(log.recent().front().bytes_received, 42U);
    EXPECT_EQ(log.write_problem(), "");
}

TEST(RequestLog, IsTurnedOver) {
    const TemporaryFolder folder;
    RequestLog log(folder.path() / "requests.log");
    const std::string subject(20'000, 'x');
    for (int i = 0; i < 200; ++i) {
        log.start("GET", "https://host/f", RequestPurpose::other, subject);
    }
    std::uintmax_t all = 0;
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_LT(entry.file_size(), 1'100'000U);
        all += entry.file_size();
        ++files;
    }
    EXPECT_EQ(files, 3);
    EXPECT_GT(all, 2'000'000U);
    EXPECT_EQ(log.count(), 200U);
}

TEST(RequestLog, KeepsTheLastOnesInMemory) {
    RequestLog log;
    for (int i = 0; i < 600; ++i) {
        log.start("GET", "https://host/" + std::to_string(i), RequestPurpose::other, "x");
    }
    ASSERT_EQ(log.recent().size(), 500U);
    EXPECT_EQ(log.recent().back().url, "https://host/599");
}

TEST(RequestLog, ALongRequestHasItsEndAfterManyOthers) {
    const TemporaryFolder folder;
    RequestLog log(folder.path() / "requests.log");
    const std::uint64_t number = log.start("GET", "https://host/long", RequestPurpose::download, "x");
    for (int i = 0; i < 600; ++i) {
        log.finish(log.start("GET", "https://host/", RequestPurpose::other, "x"), 1,
                   {.state = RequestState::ended, .status = 200});
    }
    log.finish(number, 42, {.state = RequestState::ended, .status = 206});
    log.finish(number, 43, {.state = RequestState::stopped});  // it has ended: no second end
    std::istringstream lines(read_file(log.file()));
    std::vector<nlohmann::json> seen;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("https://host/long") != std::string::npos) {
            seen.push_back(nlohmann::json::parse(line));
        }
    }
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[1].at("outcome"), "206, ended");
    EXPECT_EQ(seen[1].at("bytes"), 42);
    EXPECT_EQ(seen[1].at("time"), seen[0].at("time"));
    EXPECT_EQ(log.recent().size(), 500U);
}

TEST(RequestLog, AFileThatCannotBeWrittenIsSaid) {
    const TemporaryFolder folder;
    folder.write("taken", "");
    RequestLog log(folder.path() / "taken" / "requests.log");
    log.start("GET", "https://host/", RequestPurpose::other, "x");
    EXPECT_NE(log.write_problem(), "");
    EXPECT_EQ(log.count(), 1U);
}

}  // namespace
