#include "app/transfers/test_clock.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"
#include "transfers/segment_plan.h"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;
using namespace std::chrono_literals;

namespace {

const std::string kContent = test_content(2'000'000);

/// Serves ranges slowly and counts how many answers are under way at once.
class SlowRanges {
 public:
    void operator()(const TestRequest& request, const TestConnection& connection) {
        const int now = ++active_;
        for (int most = most_; most < now && !most_.compare_exchange_weak(most, now);) {
        }
        const std::size_t first = request.first_byte().value_or(0);
        const std::size_t end =
            std::min<std::size_t>(request.last_byte().value_or(UINT64_MAX - 1) + 1, kContent.size());
        connection.head(request.first_byte() ? 206 : 200,
                        {{"Content-Length", std::to_string(end - first)},
                         {"ETag", "\"v1\""},
                         {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(end - 1) +
                                               "/" + std::to_string(kContent.size())}});
        for (std::size_t at = first; at < end; at += 10'000) {
            if (!connection.send(
                    std::string_view(kContent).substr(at, std::min<std::size_t>(10'000, end - at)))) {
                break;
            }
            connection.sleep(1ms);
        }
        --active_;
    }
    int most() const { return most_; }

 private:
    std::atomic<int> active_{0};
    std::atomic<int> most_{0};
};

std::uint64_t bytes_over_the_line(Transfers& service) {
    std::uint64_t bytes = 0;
    for (const RequestRecord& record : service.log().recent()) {
        bytes += record.bytes_received;
    }
    return bytes;
}

class Segments : public ::testing::Test {
 protected:
    std::filesystem::path target() const { return folder_.path() / "file.gguf"; }
    DownloadRequest request(const TestServer& server) const {
        return request_for(kContent, target(), {server.url()});
    }

    TemporaryFolder folder_;
    WatchedTransfers service_{Transfers::Options{.policy = segment_policy()}};
};

TEST_F(Segments, ALargeFileComesOverSeveralLines) {
    SlowRanges ranges;
    const TestServer server(std::ref(ranges));
    const DownloadSnapshot end = service_.wait_end(service_->add(request(server)));
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_TRUE(read_file(target()) == kContent);
    EXPECT_GE(ranges.most(), 3);
    EXPECT_LE(ranges.most(), 8);  // the server does not see at once that one has gone
    EXPECT_FALSE(is_there(journal_path(target())));
    EXPECT_LT(bytes_over_the_line(*service_), kContent.size() + 300'000);
    std::uint32_t connections = 0;
    std::uint64_t last = 0;
    for (const DownloadSnapshot& seen : service_.take_seen()) {
        connections = std::max(connections, seen.connections);
        EXPECT_GE(seen.bytes_done, last);
        EXPECT_FALSE(seen.no_ranges);
        last = seen.bytes_done;
    }
    EXPECT_GE(connections, 2U);
}

TEST_F(Segments, AServerWithoutRangesIsOneLineAndThatIsSaid) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.head(200, {{"Content-Length", std::to_string(kContent.size())}});
        connection.send(std::string_view(kContent).substr(0, 1'000'000));
        connection.sleep(20ms);
        connection.send(std::string_view(kContent).substr(1'000'000));
    });
    const DownloadSnapshot end = service_.wait_end(service_->add(request(server)));
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_FALSE(end.restart);
    EXPECT_EQ(server.connections(), 1);
    EXPECT_TRUE(read_file(target()) == kContent);
    EXPECT_TRUE(std::ranges::any_of(service_.take_seen(), &DownloadSnapshot::no_ranges));
}

TEST_F(Segments, AServerThatRefusesASecondLineGoesOnWithOne) {
    std::atomic<int> active{0};
    const TestServer server([&](const TestRequest& asked, const TestConnection& connection) {
        if (++active > 1) {
            connection.respond(429, "", {{"Retry-After", "1"}});
        } else {
            SlowRanges()(asked, connection);
        }
        --active;
    });
    const DownloadSnapshot end = service_.wait_end(service_->add(request(server)));
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_TRUE(read_file(target()) == kContent);
    for (const DownloadSnapshot& seen : service_.take_seen()) {
        EXPECT_FALSE(seen.restart);
    }
}

TEST_F(Segments, LinesThatBreakAreReplaced) {
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& asked, const TestConnection& connection) {
        // Each third answer breaks off in its midst.
        if (++count % 3 == 0) {
            const std::size_t first = asked.first_byte().value_or(0);
            const std::size_t last = asked.last_byte().value_or(kContent.size() - 1);
            connection.head(
                206, {{"Content-Length", std::to_string(last + 1 - first)},
                      {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(last) + "/" +
                                            std::to_string(kContent.size())}});
            connection.send(std::string_view(kContent).substr(first, (last - first) / 2));
        } else {
            serve_file(kContent)(asked, connection);
        }
    });
    EXPECT_EQ(service_.wait_end(service_->add(request(server))).state, DownloadState::finished);
    EXPECT_TRUE(read_file(target()) == kContent);
}

TEST_F(Segments, AFileThatChangesInTheMidstIsNeverMixed) {
    std::string older = kContent;
    std::ranges::reverse(older.begin() + 4, older.end());
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& asked, const TestConnection& connection) {
        const bool changed = ++count > 4;
        serve_file(changed ? kContent : older, changed ? "\"v2\"" : "\"v1\"")(asked, connection);
    });
    const DownloadSnapshot end = service_.wait_end(service_->add(request(server)));
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.restart, Restart::changed_on_server);
    EXPECT_TRUE(read_file(target()) == kContent);
    for (const DownloadSnapshot& seen : service_.take_seen()) {
        EXPECT_NE(seen.restart, Restart::damaged) << "a mixture was seen by its hash alone";
    }
}

TEST_F(Segments, AnAnswerThatGoesOnBehindItsPieceIsLeft) {
    const TestServer server([&](const TestRequest& asked, const TestConnection& connection) {
        const std::size_t first = asked.first_byte().value_or(0);
        const std::size_t last = asked.last_byte().value_or(kContent.size() - 1);
        connection.head(
            206, {{"ETag", "\"v1\""},
                  {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(last) + "/" +
                                        std::to_string(kContent.size())}});
        connection.send(std::string_view(kContent).substr(first, last + 1 - first));
        while (last + 1 < kContent.size() && connection.send(std::string(1000, 'x'))) {
            connection.sleep(1ms);
        }
    });
    EXPECT_EQ(service_.wait_end(service_->add(request(server))).state, DownloadState::finished);
    EXPECT_TRUE(read_file(target()) == kContent);
}

TEST_F(Segments, PiecesGoOnAfterAPauseAndInAnotherRun) {
    SlowRanges ranges;
    const TestServer server(std::ref(ranges));
    const DownloadId id = service_->add(request(server));
    service_.wait(id, [](const DownloadSnapshot& seen) { return seen.bytes_done > 400'000; });
    service_->pause(id);
    const DownloadSnapshot paused = service_.wait_state(id, DownloadState::paused);
    const auto journal = read_journal(*system_file_operations(), target());
    ASSERT_TRUE(journal && journal->received);
    EXPECT_EQ(ByteRanges(*journal->received).total(), paused.bytes_done);
    service_.take_seen();
    service_->resume(id);
    service_.wait(id, [](const DownloadSnapshot& seen) { return seen.bytes_done > 900'000; });
    const std::uint64_t before = bytes_over_the_line(*service_);
    service_->pause(id);
    const std::uint64_t here = service_.wait_state(id, DownloadState::paused).bytes_done;
    service_->forget(id);
    EXPECT_GT(before, 0U);

    WatchedTransfers second(Transfers::Options{.policy = segment_policy()});
    second->restore(folder_.path());
    const DownloadSnapshot restored = second.wait_state(DownloadId{1}, DownloadState::paused);
    EXPECT_EQ(restored.bytes_done, here);
    second->resume(restored.id);
    EXPECT_EQ(second.wait_state(restored.id, DownloadState::finished).restart, std::nullopt);
    EXPECT_TRUE(read_file(target()) == kContent);
    EXPECT_LT(bytes_over_the_line(*second), kContent.size() - here + 400'000);
}

TEST_F(Segments, AWrongByteInTheLastPieceIsNoticed) {
    std::string damaged = kContent;
    damaged[1'900'000] = static_cast<char>(damaged[1'900'000] ^ 1);
    const TestServer server(serve_file(damaged));
    const DownloadSnapshot end = service_.wait_end(service_->add(request(server)));
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::wrong_content);
    EXPECT_FALSE(is_there(target()));
}

TEST_F(Segments, AnOldJournalAndItsPartAreTakenUp) {
    folder_.write("file.gguf.part", kContent.substr(0, 700'000));
    DownloadRequest old = request_for(kContent, target(), {"http://127.0.0.1:1/x"});
    folder_.write("file.gguf.part.json",
                  R"({"version": 1, "title": "Test model", "bytes": 2000000, "sha256": ")" + old.sha256 +
                      R"(", "first_bytes": "GGUF", "sources": ["http://127.0.0.1:1/x"],
                                                "etag": "", "etag_host": ""})");
    SlowRanges ranges;
    const TestServer server(std::ref(ranges));
    EXPECT_EQ(service_.wait_end(service_->add(request(server))).state, DownloadState::finished);
    EXPECT_TRUE(read_file(target()) == kContent);
    EXPECT_GE(server.requests().front().first_byte(), 700'000U);
}

TEST_F(Segments, ALineThatStallsDoesNotStopTheOthers) {
    TestClock clock;
    TransferPolicy policy = segment_policy();
    policy.stall_time = 60s;
    policy.snapshot_interval = 0ms;  // the clock stands still
    policy.longest_wait = 5ms;
    WatchedTransfers service(Transfers::Options{.policy = policy, .clock = clock.clock()});
    std::atomic<int> count{0};
    const TestServer server([&](const TestRequest& asked, const TestConnection& connection) {
        if (++count == 2) {
            connection.hold();
        } else {
            serve_file(kContent)(asked, connection);
        }
    });
    const DownloadId id = service->add(request(server));
    // Everything but what the quiet line alone was to bring.
    service.wait(id,
                 [](const DownloadSnapshot& seen) { return seen.bytes_done >= kContent.size() - 150'000; });
    const auto is_finished = [&] { return service->snapshots().front().state == DownloadState::finished; };
    for (int i = 0; i < 2000 && !is_finished(); ++i) {
        clock.advance(100ms);
        std::this_thread::sleep_for(5ms);
    }
    EXPECT_TRUE(is_finished());
    EXPECT_TRUE(read_file(target()) == kContent);
}

TEST(SegmentPlan, ASmallFileIsOneLineALargeOneSeveral) {
    const TransferPolicy policy;
    constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
    EXPECT_EQ(plan_segments(100'000, policy).streams, 1U);
    EXPECT_EQ(plan_segments(63 * kMiB, policy).streams, 1U);
    EXPECT_EQ(plan_segments(64 * kMiB, policy).streams, 2U);
    EXPECT_EQ(plan_segments(64 * kMiB, policy).piece_bytes, 16 * kMiB);
    EXPECT_EQ(plan_segments(40'000 * kMiB, policy).streams, 4U);
    EXPECT_EQ(plan_segments(40'000 * kMiB, policy).piece_bytes, 512 * kMiB);
}

TEST(SegmentPlan, PiecesComeInOrderAndNeverTwice) {
    const SegmentPlan plan{3, 100};
    ByteRanges here;
    here.add({0, 50});
    here.add({120, 130});
    const std::vector<ByteRange> none;
    EXPECT_EQ(next_piece(here, none, 1000, plan), (ByteRange{50, 120}));
    const std::vector<ByteRange> one{{50, 120}};
    EXPECT_EQ(next_piece(here, one, 1000, plan), (ByteRange{130, 230}));
    const std::vector<ByteRange> all{{50, 120}, {130, 1000}};
    EXPECT_EQ(next_piece(here, all, 1000, plan), std::nullopt);
}

TEST(SegmentPlan, OnlyALongRestIsShared) {
    TransferPolicy policy;
    policy.least_split_bytes = 100;
    const std::vector<ByteRange> pieces{{0, 150}, {1000, 1300}};
    const auto split = split_piece(pieces, policy);
    ASSERT_TRUE(split);
    EXPECT_EQ(split->piece, 1U);
    EXPECT_EQ(split->at, 1150U);
    EXPECT_FALSE(split_piece(std::vector<ByteRange>{{0, 199}}, policy));
}

TEST(ByteRanges, JoinWhatTouches) {
    ByteRanges ranges;
    ranges.add({10, 20});
    ranges.add({30, 40});
    ranges.add({20, 30});
    EXPECT_EQ(ranges.ranges(), (std::vector<ByteRange>{{10, 40}}));
    ranges.add({5, 50});
    ranges.add({60, 60});
    ranges.add({100, 110});
    EXPECT_EQ(ranges.ranges(), (std::vector<ByteRange>{{5, 50}, {100, 110}}));
    EXPECT_EQ(ranges.total(), 55U);
    EXPECT_EQ(ranges.prefix(), 0U);
    EXPECT_EQ(ranges.gaps(120), (std::vector<ByteRange>{{0, 5}, {50, 100}, {110, 120}}));
    ranges.cut(105);
    EXPECT_EQ(ranges.ranges(), (std::vector<ByteRange>{{5, 50}, {100, 105}}));
    ranges.add({0, 5});
    EXPECT_EQ(ranges.prefix(), 50U);
    EXPECT_TRUE(ByteRanges({{0, 10}}).gaps(10).empty());
}

}  // namespace
