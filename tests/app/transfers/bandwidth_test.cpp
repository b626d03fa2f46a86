#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/bandwidth_limit.h"

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;
using namespace std::chrono_literals;

namespace {

constexpr Time kStart = Time(1000s);

TEST(BandwidthLimit, KeepsTheMeanAndStarvesNobody) {
    BandwidthLimit limit;
    limit.set(100'000);
    std::map<ExchangeId, std::uint64_t> bytes;
    const std::vector<ExchangeId> lines{ExchangeId{1}, ExchangeId{2}, ExchangeId{3}};
    // Every line always has bytes; the first one is always quicker to offer them.
    for (Time now = kStart; now < kStart + 10s; now += 10ms) {
        const auto offer = [&](ExchangeId line) {
            if (limit.may_receive(line, now)) {
                limit.received(line, 16'384, now);
                bytes[line] += 16'384;
            }
        };
        while (const auto next = limit.next_ready(now)) {
            offer(*next);
        }
        for (const ExchangeId line : lines) {
            offer(line);
        }
    }
    std::uint64_t total = 0;
    for (const ExchangeId line : lines) {
        total += bytes[line];
        EXPECT_GT(bytes[line], 250'000U);
    }
    EXPECT_NEAR(static_cast<double>(total), 1'000'000, 60'000);
}

TEST(BandwidthLimit, WithoutALimitNobodyWaits) {
    BandwidthLimit limit;
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(limit.may_receive(ExchangeId{1}, kStart));
        limit.received(ExchangeId{1}, 1'000'000, kStart);
    }
    EXPECT_EQ(limit.wake_at(), Time::max());
    limit.set(0);
    EXPECT_FALSE(limit.get());
}

TEST(BandwidthLimit, ALineThatEndsLetsTheNextOneIn) {
    BandwidthLimit limit;
    limit.set(1000);
    EXPECT_TRUE(limit.may_receive(ExchangeId{1}, kStart));
    limit.received(ExchangeId{1}, 1000, kStart);
    EXPECT_FALSE(limit.may_receive(ExchangeId{2}, kStart));
    EXPECT_FALSE(limit.may_receive(ExchangeId{3}, kStart));
    EXPECT_GT(limit.wake_at(), kStart);
    EXPECT_EQ(limit.next_ready(kStart), std::nullopt);
    EXPECT_EQ(limit.next_ready(kStart + 1s), ExchangeId{2});
    EXPECT_EQ(limit.next_ready(kStart + 1s), std::nullopt);
    limit.forget(ExchangeId{2});
    EXPECT_EQ(limit.next_ready(kStart + 1s), ExchangeId{3});
}

TEST(Bandwidth, HoldsForAllDownloadsTogether) {
    const std::string content = test_content(150'000);
    const TestServer server(serve_file(content));
    const TemporaryFolder folder;
    WatchedTransfers service(Transfers::Options{.policy = quick_policy(), .bytes_per_second = 200'000});
    const auto start = std::chrono::steady_clock::now();
    const DownloadId first = service->add(request_for(content, folder.path() / "a.gguf", {server.url()}));
    const DownloadId second = service->add(request_for(content, folder.path() / "b.gguf", {server.url()}));
    EXPECT_EQ(service.wait_end(first).state, DownloadState::finished);
    EXPECT_EQ(service.wait_end(second).state, DownloadState::finished);
    const auto time = std::chrono::steady_clock::now() - start;
    EXPECT_GT(time, 900ms);  // 300 kB at 200 kB/s, less what may be saved up and the last block
    EXPECT_LT(time, 5s);
}

TEST(Bandwidth, CanBeLiftedInTheMidst) {
    const std::string content = test_content(1'000'000);
    const TestServer server(serve_file(content));
    const TemporaryFolder folder;
    WatchedTransfers service(Transfers::Options{.policy = quick_policy(), .bytes_per_second = 20'000});
    const DownloadId id = service->add(request_for(content, folder.path() / "a.gguf", {server.url()}));
    service.wait(id, [](const DownloadSnapshot& seen) { return seen.bytes_done > 0; });
    service->set_bandwidth_limit(std::nullopt);
    EXPECT_EQ(service.wait_end(id).state, DownloadState::finished);
}

}  // namespace
