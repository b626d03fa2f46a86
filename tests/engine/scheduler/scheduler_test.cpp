#include "scheduler/scheduler.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include <gtest/gtest.h>

namespace hearth {
namespace {

constexpr std::uint32_t kBlock = 16;

std::vector<TokenId> tokens(std::int32_t first, std::size_t count) {
    std::vector<TokenId> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = TokenId{first + static_cast<std::int32_t>(i)};
    }
    return out;
}

std::vector<TokenId> joined(std::vector<TokenId> a, const std::vector<TokenId>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// A scheduler and the least of a runtime around it.
struct Bench {
    Scheduler scheduler;
    std::uint64_t next_id = 1;

    explicit Bench(std::uint32_t blocks, StepBudget budget = {.tokens = 512, .outputs = 64, .sequences = 64})
        : scheduler(KvCache({{blocks, std::nullopt}}, kBlock), budget) {}
    Bench(std::vector<KvGroupConfig> groups, StepBudget budget)
        : scheduler(KvCache(std::move(groups), kBlock), budget) {}

    SequenceId add(std::vector<TokenId> prompt, std::int32_t priority = 0,
                   std::optional<std::uint32_t> stable_prefix = {},
                   SequenceSpec::Outputs outputs = SequenceSpec::Outputs::last) {
        const SequenceId id{next_id++};
        scheduler.add({id, std::move(prompt), stable_prefix, priority, outputs});
        return id;
    }

    /// A step whose outputs all continue with the next of `continuation`.
    StepPlan step(std::int32_t continuation = 9000) {
        StepPlan plan = scheduler.plan();
        scheduler.complete(plan);
        for (const ScheduledChunk& chunk : plan.chunks) {
            if (chunk.output_count == 1) {
                scheduler.append(chunk.id, TokenId{continuation++});
            }
        }
        return plan;
    }

    std::uint32_t tokens_of(const StepPlan& plan, SequenceId id) const {
        for (const ScheduledChunk& chunk : plan.chunks) {
            if (chunk.id == id) {
                return chunk.token_count;
            }
        }
        return 0;
    }
};

TEST(Scheduler, NothingToDoIsAnEmptyPlan) {
    Bench bench(8);
    const StepPlan plan = bench.scheduler.plan();
    EXPECT_TRUE(plan.chunks.empty() && plan.copies.empty() && plan.preempted.empty() && plan.refused.empty());
}

TEST(Scheduler, PrefillsInChunksThatEndAtBlocksAndDecodesThen) {
    Bench bench(100, {.tokens = 40, .outputs = 4, .sequences = 4});
    const auto id = bench.add(tokens(0, 75));
    const std::vector<std::array<std::uint32_t, 3>> expected = {
        {0, 32, 0}, {32, 32, 0}, {64, 11, 1}, {75, 1, 1}};
    for (const auto& [first, count, outputs] : expected) {
        const StepPlan plan = bench.step();
        ASSERT_EQ(plan.chunks.size(), 1U);
        EXPECT_EQ(plan.chunks[0].id, id);
        EXPECT_EQ(plan.chunks[0].first_position, first);
        EXPECT_EQ(plan.chunks[0].token_count, count);
        EXPECT_EQ(plan.chunks[0].output_count, outputs);
    }
}

TEST(Scheduler, DecodesComeFirstAndPrefillsShareTheRest) {
    Bench bench(100, {.tokens = 50, .outputs = 8, .sequences = 8});
    const auto decoding = bench.add(tokens(0, 10));
    bench.step();
    const auto first = bench.add(tokens(1000, 60));
    const auto second = bench.add(tokens(2000, 60));
    const StepPlan plan = bench.step();
    ASSERT_EQ(plan.chunks.size(), 3U);
    EXPECT_EQ(plan.chunks[0].id, decoding);
    EXPECT_EQ(bench.tokens_of(plan, first), 48U);  // 49 tokens of budget, a whole number of blocks
    EXPECT_EQ(bench.tokens_of(plan, second), 1U);  // what is left, though it is less than a block
    const StepPlan next = bench.step();
    EXPECT_EQ(bench.tokens_of(next, first), 12U);
    EXPECT_EQ(bench.tokens_of(next, second), 31U);  // up to a border of blocks
}

TEST(Scheduler, SecondRequestComputesOnlyWhatIsNew) {
    Bench bench(200);
    const auto system_prompt = tokens(0, 500);
    const auto first = bench.add(joined(system_prompt, tokens(1000, 20)));
    bench.step();
    bench.step();
    const auto second = bench.add(joined(system_prompt, tokens(2000, 30)));
    const StepPlan plan = bench.step();
    EXPECT_EQ(bench.scheduler.cached_tokens(first), 0U);
    // 496 in whole blocks and 4 within one, which is copied: the first still writes behind it.
    EXPECT_EQ(bench.scheduler.cached_tokens(second), 500U);
    EXPECT_EQ(bench.tokens_of(plan, second), 30U);
    ASSERT_EQ(plan.copies.size(), 1U);
    EXPECT_EQ(plan.copies[0].token_count, 4U);
    EXPECT_EQ(bench.scheduler.tables(second)[0].blocks[30], bench.scheduler.tables(first)[0].blocks[30]);
    EXPECT_NE(bench.scheduler.tables(second)[0].blocks[31], bench.scheduler.tables(first)[0].blocks[31]);
}

TEST(Scheduler, RequestWhosePrefixIsBeingComputedWaitsForIt) {
    Bench bench(200, {.tokens = 128, .outputs = 64, .sequences = 64});
    const auto system_prompt = tokens(0, 500);
    std::vector<SequenceId> ids;
    for (std::int32_t i = 0; i < 4; ++i) {
        ids.push_back(bench.add(joined(system_prompt, tokens(1000 * (i + 1), 20))));
    }
    const auto other = bench.add(tokens(7000, 20));
    StepPlan plan = bench.step();
    EXPECT_EQ(bench.tokens_of(plan, ids[0]), 128U);
    EXPECT_EQ(plan.chunks.size(), 1U);
    while (bench.scheduler.waiting_count() > 0) {
        plan = bench.step();
    }
    std::uint32_t computed = 0;
    for (const SequenceId id : ids) {
        computed += 520 - bench.scheduler.cached_tokens(id);
    }
    EXPECT_LE(computed, 520U + 3 * (20 + kBlock));
    EXPECT_EQ(bench.scheduler.cached_tokens(other), 0U);
}

TEST(Scheduler, WaitingForAPrefixEndsWithTheOneThatComputesIt) {
    Bench bench(200, {.tokens = 64, .outputs = 64, .sequences = 64});
    const auto prompt = tokens(0, 500);
    const auto first = bench.add(prompt);
    const auto second = bench.add(prompt);
    bench.step();
    EXPECT_EQ(bench.scheduler.waiting_count(), 1U);
    bench.scheduler.remove(first);
    const StepPlan plan = bench.step();
    EXPECT_EQ(bench.tokens_of(plan, second), 64U);
    EXPECT_EQ(bench.scheduler.cached_tokens(second), 64U);  // what the first had computed
}

TEST(Scheduler, DoesNotWaitForLessThanABlock) {
    Bench bench(200, {.tokens = 64, .outputs = 64, .sequences = 64});
    bench.add(tokens(0, 40));
    bench.add(joined(tokens(0, 15), tokens(500, 5)));
    EXPECT_EQ(bench.step().chunks.size(), 2U);
}

TEST(Scheduler, RegenerationSharesThePromptAndTheWholePromptIsNeverCached) {
    Bench bench(100);
    const auto prompt = tokens(0, 64);
    const auto answer = bench.add(prompt);
    for (int i = 0; i < 20; ++i) {
        bench.step(3000 + i);
    }
    bench.scheduler.remove(answer);
    const auto again = bench.add(prompt);
    const StepPlan plan = bench.step(5000);
    EXPECT_EQ(bench.scheduler.cached_tokens(again), 63U);
    EXPECT_EQ(bench.tokens_of(plan, again), 1U);
    ASSERT_EQ(plan.copies.size(), 1U);
    EXPECT_EQ(plan.copies[0].token_count, 15U);
}

TEST(Scheduler, NextTurnContinuesWhereTheAnswerEnded) {
    Bench bench(100);
    const auto first = bench.add(tokens(0, 30));
    for (int i = 0; i < 10; ++i) {
        bench.step(3000 + i);
    }
    auto history =
        std::vector<TokenId>(bench.scheduler.tokens(first).begin(), bench.scheduler.tokens(first).end());
    bench.scheduler.remove(first);
    // The last sampled token was never computed: 39 of 40.
    const auto second = bench.add(joined(history, tokens(500, 10)));
    const StepPlan plan = bench.step();
    EXPECT_EQ(bench.scheduler.cached_tokens(second), 39U);
    // The tail is nobody else's: it is filled on, without a copy.
    EXPECT_TRUE(plan.copies.empty());
}

TEST(Scheduler, TailIsPublishedAtTheStablePrefixWhileItsSequenceRuns) {
    for (const bool stable : {false, true}) {
        Bench bench(100);
        const auto prompt = tokens(0, 40);
        bench.add(prompt, 0, stable ? std::optional(38U) : std::nullopt);
        bench.step();
        const auto branch = bench.add(joined(tokens(0, 38), tokens(700, 10)));
        bench.step();
        EXPECT_EQ(bench.scheduler.cached_tokens(branch), stable ? 38U : 32U);
    }
}

TEST(Scheduler, HigherPriorityThenLongerCachedPrefixThenAgeIsAdmittedFirst) {
    Bench bench(100, {.tokens = 64, .outputs = 1, .sequences = 1});
    const auto warm = bench.add(tokens(0, 32));
    bench.step();
    bench.scheduler.remove(warm);
    const auto old = bench.add(tokens(1000, 20));
    const auto cached = bench.add(joined(tokens(0, 32), tokens(1, 3)));
    const auto urgent = bench.add(tokens(2000, 20), 1);
    std::vector<SequenceId> order;
    for (int i = 0; i < 3; ++i) {
        const StepPlan plan = bench.step();
        order.push_back(plan.chunks.at(0).id);
        bench.scheduler.remove(order.back());
    }
    EXPECT_EQ(order, (std::vector{urgent, cached, old}));
}

TEST(Scheduler, AdmitsOnlyWhatFitsWhole) {
    Bench bench(10);
    const auto first = bench.add(tokens(0, 6 * kBlock));
    const auto second = bench.add(tokens(1000, 4 * kBlock));
    StepPlan plan = bench.step();
    EXPECT_EQ(bench.tokens_of(plan, first), 96U);
    EXPECT_EQ(bench.tokens_of(plan, second), 0U);  // 4 blocks are free, but the first must be able to grow
    EXPECT_EQ(bench.scheduler.waiting_count(), 1U);
    bench.scheduler.remove(first);
    plan = bench.step();
    EXPECT_EQ(bench.tokens_of(plan, second), 64U);
}

TEST(Scheduler, DecodeThatOutgrowsMemoryPausesTheLatestOfTheLowestPriority) {
    Bench bench(9);
    const auto oldest = bench.add(tokens(0, 2 * kBlock - 1), 0);
    const auto important = bench.add(tokens(1000, 2 * kBlock - 1), 1);
    const auto latest = bench.add(tokens(2000, 2 * kBlock - 1), 0);
    std::vector<SequenceId> preempted;
    std::map<SequenceId, std::size_t> finished;
    for (int i = 0; i < 400 && finished.size() < 3; ++i) {
        const StepPlan plan = bench.step(i * 3 + 5000);
        preempted.insert(preempted.end(), plan.preempted.begin(), plan.preempted.end());
        for (const SequenceId id : {oldest, important, latest}) {
            if (bench.scheduler.contains(id) && bench.scheduler.tokens(id).size() > 5 * kBlock) {
                finished[id] = static_cast<std::size_t>(i);
                bench.scheduler.remove(id);
            }
        }
    }
    ASSERT_FALSE(preempted.empty());
    EXPECT_EQ(preempted.front(), latest);
    EXPECT_EQ(std::ranges::count(preempted, important), 0);
    ASSERT_EQ(finished.size(), 3U);  // everybody came to an end
    EXPECT_LT(finished[important], finished[latest]);
}

TEST(Scheduler, PausedSequenceResumesFromTheCache) {
    Bench bench(8);
    const auto first = bench.add(tokens(0, 3 * kBlock));
    bench.step();
    const auto second = bench.add(tokens(1000, 3 * kBlock));
    StepPlan plan;
    int steps = 0;
    while (plan.preempted.empty() && steps++ < 200) {
        plan = bench.step(2000 + 2 * steps);
    }
    ASSERT_EQ(plan.preempted, std::vector{second});
    const std::size_t size = bench.scheduler.tokens(second).size();
    bench.scheduler.remove(first);
    plan = bench.step();
    ASSERT_EQ(plan.chunks.size(), 1U);
    EXPECT_EQ(plan.chunks[0].id, second);
    EXPECT_GE(plan.chunks[0].first_position, 3 * kBlock);
    EXPECT_EQ(plan.chunks[0].first_position + plan.chunks[0].token_count, size);
    EXPECT_EQ(bench.scheduler.cached_tokens(second), 0U);  // as it was when it was admitted first
}

TEST(Scheduler, NewcomersCannotPushOutARunningSequence) {
    Bench bench(8);
    const auto running = bench.add(tokens(0, 6 * kBlock), 0);
    bench.step();
    for (std::int32_t i = 0; i < 20; ++i) {
        bench.add(tokens(1000 * (i + 1), 3 * kBlock), 5);
    }
    for (int i = 0; i < 16; ++i) {
        const StepPlan plan = bench.step();
        EXPECT_EQ(bench.tokens_of(plan, running), 1U);
        EXPECT_TRUE(plan.preempted.empty());
    }
}

TEST(Scheduler, WhatCanNeverFitIsRefusedWithTheNumbers) {
    Bench bench(4);
    const auto fits = bench.add(tokens(0, 4 * kBlock));
    const auto too_long = bench.add(tokens(0, 4 * kBlock + 1));
    const auto empty = bench.add({});
    const auto odd = bench.add(tokens(0, 3), 0, 4U);
    const StepPlan plan = bench.step();
    ASSERT_EQ(plan.refused.size(), 3U);
    EXPECT_EQ(plan.refused[0].first, too_long);
    EXPECT_EQ(plan.refused[0].second.code, ErrorCode::context_too_long);
    EXPECT_EQ(plan.refused[0].second.details.expected, "at most 64 tokens");
    EXPECT_EQ(plan.refused[0].second.details.actual, "65 tokens");
    EXPECT_EQ(plan.refused[1].first, empty);
    EXPECT_EQ(plan.refused[1].second.code, ErrorCode::invalid_request);
    EXPECT_EQ(plan.refused[2].first, odd);
    EXPECT_EQ(plan.refused[2].second.details.field, "stable_prefix");
    EXPECT_FALSE(bench.scheduler.contains(too_long));
    EXPECT_EQ(bench.tokens_of(plan, fits), 64U);
    // It has grown to 65 now, which the memory cannot hold.
    const StepPlan next = bench.step();
    ASSERT_EQ(next.refused.size(), 1U);
    EXPECT_EQ(next.refused[0].first, fits);
    EXPECT_EQ(next.refused[0].second.code, ErrorCode::out_of_memory);
    EXPECT_EQ(bench.scheduler.running_count(), 0U);
}

TEST(Scheduler, CachedPrefixesGiveWayLeavesAndOldestFirst) {
    Bench bench(6);
    const auto run = [&](std::vector<TokenId> prompt) {
        const auto id = bench.add(std::move(prompt));
        bench.step();
        const auto cached = bench.scheduler.cached_tokens(id);
        bench.scheduler.remove(id);
        return cached;
    };
    run(tokens(0, 3 * kBlock));                                        // 3 blocks
    run(tokens(1000, 2 * kBlock));                                     // 5 blocks
    EXPECT_EQ(run(joined(tokens(0, 1 * kBlock), tokens(7, 2))), 16U);  // its first block is the latest now
    run(tokens(2000, 1 * kBlock));  // none is free: takes the leaf of the oldest
    EXPECT_EQ(run(joined(tokens(0, 3 * kBlock), tokens(7, 2))), 2 * kBlock);
    EXPECT_EQ(bench.scheduler.cache().usage().blocks_total, 6U);
}

TEST(Scheduler, ScoringUsesAllOutputsNoCachedPrefixAndLeavesNone) {
    Bench bench(100, {.tokens = 64, .outputs = 20, .sequences = 8});
    const auto prompt = tokens(0, 50);
    bench.scheduler.remove(bench.add(prompt));
    const auto chat = bench.add(prompt);
    bench.step();
    bench.scheduler.remove(chat);
    const auto nodes = bench.scheduler.cache().trie().node_count();
    const auto scored = bench.add(prompt, 0, {}, SequenceSpec::Outputs::all);
    std::uint32_t outputs = 0;
    while (outputs < 50) {
        const StepPlan plan = bench.scheduler.plan();
        ASSERT_EQ(plan.chunks.size(), 1U);
        EXPECT_EQ(plan.chunks[0].first_position, outputs);
        EXPECT_EQ(plan.chunks[0].output_count, plan.chunks[0].token_count);
        EXPECT_LE(plan.chunks[0].output_count, 20U);
        outputs += plan.chunks[0].output_count;
        bench.scheduler.complete(plan);
    }
    EXPECT_TRUE(bench.scheduler.plan().chunks.empty());
    EXPECT_EQ(bench.scheduler.cached_tokens(scored), 0U);
    bench.scheduler.remove(scored);
    EXPECT_EQ(bench.scheduler.cache().trie().node_count(), nodes);
}

TEST(Scheduler, ScoringDoesNotKeepChatsFromTheirOutputs) {
    Bench bench(1000, {.tokens = 64, .outputs = 16, .sequences = 16});
    bench.add(tokens(0, 2000), 0, {}, SequenceSpec::Outputs::all);
    bench.step();
    const auto chat = bench.add(tokens(5000, 20));
    bench.step();
    EXPECT_EQ(bench.scheduler.tokens(chat).size(), 21U);
}

TEST(Scheduler, LowPriorityIsServedInTheEnd) {
    Bench bench(100, {.tokens = 64, .outputs = 2, .sequences = 2});
    const auto low = bench.add(tokens(0, 20), 0);
    std::int32_t newcomer = 1000;
    std::vector<SequenceId> high;
    int steps = 0;
    for (; bench.scheduler.tokens(low).size() == 20 && steps < 200; ++steps) {
        while (high.size() < 4) {
            high.push_back(bench.add(tokens(newcomer += 100, 20), 9));
        }
        const StepPlan plan = bench.step();
        for (const ScheduledChunk& chunk : plan.chunks) {
            if (chunk.id != low) {
                bench.scheduler.remove(chunk.id);
                std::erase(high, chunk.id);
            }
        }
    }
    EXPECT_LT(steps, 40);
}

TEST(Scheduler, LongPromptIsNotPassedForEverByShortOnes) {
    Bench bench(20);
    std::int32_t first_token = 0;
    std::vector<SequenceId> short_ones;
    for (int i = 0; i < 4; ++i) {
        short_ones.push_back(bench.add(tokens(first_token += 100, 3 * kBlock)));
    }
    bench.step();
    const auto long_one = bench.add(tokens(50000, 18 * kBlock));
    int steps = 0;
    for (; bench.scheduler.tokens(long_one).size() == 18 * kBlock && steps < 200; ++steps) {
        // One goes, one comes: there is never enough room unless somebody keeps it.
        bench.scheduler.remove(short_ones.front());
        short_ones.erase(short_ones.begin());
        short_ones.push_back(bench.add(tokens(first_token += 100, 3 * kBlock)));
        bench.step();
    }
    EXPECT_LT(steps, 60);
}

TEST(Scheduler, WindowedBlocksAreFreedWhileTheSequenceRuns) {
    // 64 tokens of window span at most 5 blocks of 16 and the one that is being written.
    Bench bench({{100, std::nullopt}, {30, 64}}, {.tokens = 64, .outputs = 4, .sequences = 4});
    const auto id = bench.add(tokens(0, 320));
    for (int i = 0; i < 60; ++i) {
        bench.step(3000 + i);
        const auto tables = bench.scheduler.tables(id);
        const auto computed = static_cast<std::uint32_t>(bench.scheduler.tokens(id).size()) - 1;
        EXPECT_EQ(tables[0].first_block, 0U);
        if (i > 5) {
            EXPECT_EQ(tables[1].first_block, (computed - 63) / kBlock);
            EXPECT_LE(tables[1].blocks.size(), 5U);
        }
    }
}

TEST(Scheduler, HitWithinAWindowNeedsOnlyTheBlocksOfTheWindow) {
    Bench bench({{100, std::nullopt}, {12, 64}}, {.tokens = 64, .outputs = 4, .sequences = 4});
    const auto first = bench.add(tokens(0, 320));
    for (int i = 0; i < 8; ++i) {
        bench.step(3000 + i);
    }
    bench.scheduler.remove(first);
    // The windowed pool has room for 12 blocks: those of the end are still there, those of the beginning are
    // not.
    const auto next_turn = bench.add(joined(tokens(0, 320), tokens(9100, 5)));
    const StepPlan plan = bench.step();
    EXPECT_EQ(bench.scheduler.cached_tokens(next_turn), 320U);
    EXPECT_EQ(bench.scheduler.tables(next_turn)[1].first_block, (320U - 63) / kBlock);
    bench.scheduler.remove(next_turn);
    const auto early_branch = bench.add(joined(tokens(0, 100), tokens(9200, 5)));
    bench.step();
    EXPECT_EQ(bench.scheduler.cached_tokens(early_branch), 0U);
}

TEST(Scheduler, FailedStepIsPlannedAgainWithItsCopies) {
    Bench bench(100);
    const auto prompt = tokens(0, 64);
    const auto first = bench.add(prompt);
    bench.step();
    bench.step();
    const auto second = bench.add(prompt);
    const StepPlan failed = bench.scheduler.plan();
    ASSERT_EQ(failed.copies.size(), 1U);
    bench.scheduler.remove(first);
    const StepPlan again = bench.scheduler.plan();
    ASSERT_EQ(again.chunks.size(), 1U);
    EXPECT_EQ(again.chunks[0].id, second);
    ASSERT_EQ(again.copies.size(), 1U);
    EXPECT_EQ(again.copies[0].from, failed.copies[0].from);
    EXPECT_EQ(again.copies[0].to, failed.copies[0].to);
    bench.scheduler.complete(again);
    EXPECT_TRUE(bench.scheduler.plan().copies.empty());
}

TEST(Scheduler, DroppedCacheIsNotUsed) {
    Bench bench(100);
    const auto prompt = tokens(0, 64);
    const auto before = bench.add(prompt);
    bench.step();
    bench.scheduler.drop_cache();
    bench.step();
    bench.scheduler.remove(before);  // was open when it was dropped: leaves nothing
    EXPECT_EQ(bench.scheduler.cache().trie().node_count(), 0U);
    const auto after = bench.add(prompt);
    bench.step();
    EXPECT_EQ(bench.scheduler.cached_tokens(after), 0U);
    EXPECT_EQ(bench.scheduler.cache().trie().node_count(), 4U);
}

TEST(Scheduler, MisuseIsABrokenInvariant) {
    Bench bench(10);
    const auto id = bench.add(tokens(0, 10));
    EXPECT_THROW(bench.scheduler.add({id, tokens(0, 3), {}, 0, SequenceSpec::Outputs::last}),
                 std::logic_error);
    EXPECT_THROW(bench.scheduler.append(id, TokenId{1}), std::logic_error);
    EXPECT_THROW(bench.scheduler.append(SequenceId{99}, TokenId{1}), std::out_of_range);
    EXPECT_THROW(static_cast<void>(bench.scheduler.tokens(SequenceId{99})), std::out_of_range);
    EXPECT_NO_THROW(bench.scheduler.remove(SequenceId{99}));
    const StepPlan plan = bench.scheduler.plan();
    bench.scheduler.complete(plan);
    EXPECT_THROW(bench.scheduler.complete(plan), std::logic_error);
    EXPECT_THROW(Scheduler(KvCache({{8, {}}}, 4), {.tokens = 0, .outputs = 1, .sequences = 1}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace hearth
