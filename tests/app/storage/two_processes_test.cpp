#include "child_process.h"
#include "crash_pattern.h"
#include "store_fixture.h"

namespace hearth::storage {
namespace {

class TwoProcessesTest : public StoreTest {};

TEST_F(TwoProcessesTest, BothWriteAndNothingIsLost) {
    ChildProcess first("write", folder_.file().string());
    ChildProcess second("write", folder_.file().string());
    const auto id = chat("written here");
    for (int i = 0; i < 60; ++i) {
        turn(id, scripted_question(i), scripted_answer(i, 5));
        if (i % 10 == 0) {
            must(store_.list({}));
            must(store_.search({"word 3", 50, std::chrono::milliseconds(500), {}}));
        }
    }
    EXPECT_EQ(first.wait(), 0) << first.output();
    EXPECT_EQ(second.wait(), 0) << second.output();
    const auto rows = must(store_.list({}));
    ASSERT_EQ(rows.size(), 3u);
    for (const ConversationSummary& row : rows) {
        const auto path = must(store_.path(row.id)).messages;
        EXPECT_EQ(path.size(), 120u);
        for (const PathMessage& entry : path) {
            EXPECT_EQ(entry.message.status, MessageStatus::complete);
        }
    }
    must(store_.verify());
    EXPECT_EQ(must(store_.search({"问题", 1000, std::chrono::milliseconds(2000), {}})).hits.size(), 180u);
}

TEST_F(TwoProcessesTest, TheAnswerOfAKilledProcessIsInterruptedByTheNextThatOpens) {
    const std::string file = folder_.file().string();
    auto child = std::make_unique<ChildProcess>("chat", file);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (child->output().find("append") == std::string::npos &&
           std::chrono::steady_clock::now() < deadline) {
        child->listen();
    }
    const auto streaming = [&] {
        for (const ConversationSummary& row : must(store_.list({}))) {
            if (row.writing) {
                return true;
            }
        }
        return false;
    };
    reopen();
    EXPECT_EQ(store_.report().interrupted_answers, 0u) << "the child is alive";
    child->kill_now();
    reopen();
    EXPECT_LE(store_.report().interrupted_answers, 1u);
    EXPECT_FALSE(streaming());
}

}  // namespace
}  // namespace hearth::storage
