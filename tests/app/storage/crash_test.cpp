#include "child_process.h"
#include "crash_pattern.h"
#include "expect_result.h"
#include "storage/chat_store.h"
#include "test_folder.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>

namespace hearth::storage {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// One child and the moment of its death.
struct Point {
    std::unique_ptr<TestFolder> folder;
    std::unique_ptr<ChildProcess> child;
    Clock::time_point kill_at;
    long long killed_ms = 0;
};

/// What a child said was on disk, and what it had handed over a second before its end.
struct Said {
    struct Turn {
        int number = 0;
        MessageId user;
    };
    std::map<MessageId, Turn> turns;  // by answer
    std::map<MessageId, std::size_t> finished;
    std::map<MessageId, std::size_t> old_enough;
};

Said understand(const std::string& output, long long killed_ms) {
    Said said;
    std::istringstream lines(output.substr(0, output.rfind('\n') + 1));
    for (std::string word; lines >> word;) {
        if (word == "turn") {
            int number = 0;
            std::int64_t user = 0;
            std::int64_t answer = 0;
            lines >> number >> user >> answer;
            said.turns[MessageId{answer}] = {number, MessageId{user}};
        } else {
            std::int64_t answer = 0;
            std::size_t bytes = 0;
            long long at = 0;
            lines >> answer >> bytes;
            if (word == "finish") {
                said.finished[MessageId{answer}] = bytes;
            } else if (lines >> at; at <= killed_ms - 1000) {
                said.old_enough[MessageId{answer}] = bytes;
            }
        }
    }
    return said;
}

/// The reopened file: nothing malformed, nothing lost that is older than a second.
void check(const TestFolder& folder, const Said& said) {
    ChatStore store = must(ChatStore::open(folder.file()));
    EXPECT_EQ(store.report().kept_aside, "");
    must(store.verify());
    for (const auto& [answer, turn] : said.turns) {
        EXPECT_EQ(must(store.message(turn.user)).text, scripted_question(turn.number));
        const Message message = must(store.message(answer));
        EXPECT_NE(message.status, MessageStatus::streaming);
        const std::string whole = scripted_answer(turn.number, 600);
        EXPECT_EQ(message.text, whole.substr(0, message.text.size()))
            << "not the beginning of what was written";
        if (const auto finished = said.finished.find(answer); finished != said.finished.end()) {
            EXPECT_EQ(message.status, MessageStatus::complete);
            EXPECT_EQ(message.text.size(), finished->second);
        }
        if (const auto old = said.old_enough.find(answer); old != said.old_enough.end()) {
            EXPECT_GE(message.text.size(), old->second) << "lost more than the last second";
        }
    }
    for (const ConversationSummary& row : must(store.list({}))) {
        EXPECT_EQ(must(store.path(row.id)).messages.size() % 2, 0u);
    }
}

TEST(Crash, KilledAtTwoHundredPointsNothingOlderThanASecondIsLost) {
    const char* given = std::getenv("HEARTH_TEST_SEED");
    const auto seed = given ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10)) : 20260102U;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    constexpr std::size_t kPoints = 200;
    constexpr std::size_t kAtOnce = 14;
    std::size_t started = 0;
    std::size_t with_old_text = 0;
    std::size_t with_finished = 0;
    std::vector<Point> running;
    while (started < kPoints || !running.empty()) {
        while (started < kPoints && running.size() < kAtOnce) {
            Point point;
            point.folder = std::make_unique<TestFolder>();
            point.child = std::make_unique<ChildProcess>("chat", point.folder->file().string());
            // Most in the first moments, where files are made and short turns end; a quarter in a long
            // answer.
            const int latest = started % 4 == 0 ? 2000 : 500;
            point.kill_at =
                Clock::now() + milliseconds(std::uniform_int_distribution<int>(5, latest)(random));
            running.push_back(std::move(point));
            ++started;
        }
        std::this_thread::sleep_for(milliseconds(3));
        for (Point& point : running) {
            point.child->listen();
            if (Clock::now() >= point.kill_at) {
                point.killed_ms =
                    std::chrono::duration_cast<milliseconds>(Clock::now().time_since_epoch()).count();
                point.child->kill_now();
                const Said said = understand(point.child->output(), point.killed_ms);
                with_old_text += said.old_enough.empty() ? 0 : 1;
                with_finished += said.finished.empty() ? 0 : 1;
                check(*point.folder, said);
                point.child.reset();
            }
        }
        std::erase_if(running, [](const Point& point) { return !point.child; });
        if (HasFailure()) {
            break;
        }
    }
    EXPECT_GT(with_old_text, 3u) << "the points were all too early to say anything about the last second";
    EXPECT_GT(with_finished, 20u);
}

}  // namespace
}  // namespace hearth::storage
