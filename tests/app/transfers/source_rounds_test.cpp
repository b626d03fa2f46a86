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
    EXPECT_FALSE(rounds.after(gone));
    EXPECT_EQ(rounds.attempt(), 6U);
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
    SourceRounds rounds(3, TransferPolicy{.rounds_before_first_byte = 1});
    rounds.after(failure(FailureKind::host_not_found));
    rounds.after({.kind = FailureKind::http_status, .http_status = 403});
    EXPECT_FALSE(rounds.after(failure(FailureKind::connect_timed_out)));
    EXPECT_EQ(rounds.failure().http_status, 403U);
}

}  // namespace
