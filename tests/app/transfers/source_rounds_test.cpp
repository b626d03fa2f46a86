#include "transfers/source_rounds.h"

#include <gtest/gtest.h>

using namespace hearth::transfers;
using std::chrono::milliseconds;

namespace {

Failure failure(FailureKind kind) {
    return {.kind = kind};
}

TEST(SourceRounds, TriesEachAtOnceThenWaitsLongerEachRound) {
    SourceRounds rounds(2, TransferPolicy{});
    const Failure gone = failure(FailureKind::cannot_connect);
    auto next = rounds.after(gone);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->source, 1U);
    EXPECT_EQ(next->pause, milliseconds(0));
    next = rounds.after(gone);
    EXPECT_EQ(next->source, 0U);
    EXPECT_EQ(next->pause, milliseconds(1000));
    rounds.after(gone);
    next = rounds.after(gone);
    EXPECT_EQ(next->pause, milliseconds(2000));
    rounds.after(gone);
    EXPECT_EQ(rounds.after(gone)->pause, milliseconds(4000));
    for (int i = 0; i < 100; ++i) {
        next = rounds.after(gone);
        ASSERT_TRUE(next) << "a lost network is waited for without end";
        EXPECT_LE(next->pause, milliseconds(30'000));
    }
}

TEST(SourceRounds, AScriptMayHaveItEnd) {
    SourceRounds rounds(1, TransferPolicy{.most_rounds = 3});
    EXPECT_TRUE(rounds.after(failure(FailureKind::cannot_connect)));
    EXPECT_TRUE(rounds.after(failure(FailureKind::cannot_connect)));
    EXPECT_FALSE(rounds.after(failure(FailureKind::cannot_connect)));
    EXPECT_FALSE(rounds.is_only_later());
}

Failure busy(std::optional<std::uint32_t> seconds) {
    return {.kind = FailureKind::http_status, .http_status = 429, .retry_after_seconds = seconds};
}

TEST(SourceRounds, ABusyServerIsAskedOnceMore) {
    SourceRounds rounds(1, TransferPolicy{});
    EXPECT_EQ(rounds.after(busy(7))->pause, std::chrono::seconds(7));
    EXPECT_FALSE(rounds.after(busy(7)));
    EXPECT_TRUE(rounds.is_only_later());
    EXPECT_EQ(rounds.failure().retry_after_seconds, 7U);
    SourceRounds silent(1, TransferPolicy{});
    EXPECT_EQ(silent.after(busy({}))->pause, TransferPolicy{}.busy_pause);
    SourceRounds long_wait(1, TransferPolicy{});
    EXPECT_FALSE(long_wait.after(busy(601)));
    EXPECT_TRUE(long_wait.is_only_later());
    SourceRounds first(1, TransferPolicy{});
    first.after(busy(7));
    first.progressed();
    EXPECT_TRUE(first.after(busy(7))) << "bytes came since";
}

TEST(SourceRounds, ABusyServerLeavesTheOthers) {
    SourceRounds rounds(2, TransferPolicy{});
    EXPECT_EQ(rounds.after(busy(86'400))->source, 1U);
    EXPECT_FALSE(rounds.after(failure(FailureKind::web_page)));
    EXPECT_TRUE(rounds.is_only_later());
}

TEST(SourceRounds, LeavesOutWhatCannotWork) {
    SourceRounds rounds(2, TransferPolicy{});
    EXPECT_EQ(rounds.after(failure(FailureKind::web_page))->source, 1U);
    const auto next = rounds.after(failure(FailureKind::stalled));
    EXPECT_EQ(next->source, 1U);
    EXPECT_FALSE(rounds.after(failure(FailureKind::wrong_content)));
    EXPECT_EQ(rounds.failure().kind, FailureKind::wrong_content);
}

TEST(SourceRounds, ALineThatBrokeIsTakenUpWithTheSameSource) {
    SourceRounds rounds(2, TransferPolicy{});
    rounds.progressed();
    const auto next = rounds.after(failure(FailureKind::connection_lost));
    EXPECT_EQ(next->source, 0U);
    EXPECT_EQ(next->pause, milliseconds(1000));
    EXPECT_EQ(rounds.after(failure(FailureKind::connection_lost))->source, 1U);
}

TEST(SourceRounds, AProblemOfThisComputerEndsIt) {
    SourceRounds rounds(2, TransferPolicy{});
    EXPECT_FALSE(rounds.after(failure(FailureKind::no_space)));
    EXPECT_EQ(rounds.failure().kind, FailureKind::no_space);
}

TEST(SourceRounds, TellsTheMostTellingFailure) {
    SourceRounds rounds(3, TransferPolicy{.most_rounds = 1});
    rounds.after(failure(FailureKind::host_not_found));
    rounds.after({.kind = FailureKind::http_status, .http_status = 403});
    EXPECT_FALSE(rounds.after(failure(FailureKind::connect_timed_out)));
    EXPECT_EQ(rounds.failure().http_status, 403U);
}

}  // namespace
