#include "engine_harness.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

const FakeModel kModel;

TEST(EngineCancel, TakesEffectWithinOneStep) {
    std::atomic<std::uint32_t> steps = 0;
    const auto engine = make_engine({.run_fault = [&](std::uint32_t) {
        ++steps;
        return Fault{.delay = std::chrono::milliseconds(5)};
    }});
    const SequenceId id = engine->submit(make_request(make_prompt(1, 4), 80));
    while (steps < 3) {
        std::this_thread::yield();
    }
    const std::uint32_t before = steps;
    engine->cancel(id);
    auto outcomes = collect(*engine, {id});
    EXPECT_LE(steps - before, 1U);
    ASSERT_NE(outcomes[id].last<Finished>(), nullptr);
    EXPECT_EQ(outcomes[id].last<Finished>()->reason, FinishReason::cancelled);
    EXPECT_EQ(outcomes[id].last<Finished>()->generated_tokens, outcomes[id].tokens().size());
    expect_all_blocks_free(*engine);
}

TEST(EngineCancel, WorksInEveryState) {
    const auto engine = make_engine({});
    engine->cancel(SequenceId{12345});  // never seen
    std::vector<SequenceId> ids;
    for (std::uint32_t i = 0; i < 20; ++i) {
        ids.push_back(engine->submit(make_request(make_prompt(i, 40), 30)));
    }
    const SequenceId score = engine->submit(ScoreRequest{.tokens = make_prompt(30, 60)});
    ids.push_back(score);
    for (const SequenceId id : ids) {
        engine->cancel(id);
        engine->cancel(id);
    }
    auto outcomes = collect(*engine, ids);
    for (const SequenceId id : ids) {
        EXPECT_EQ(outcomes[id].final_count(), 1U);
        engine->cancel(id);  // over
    }
    EXPECT_TRUE(engine->wait_events(std::chrono::milliseconds(20)).empty());
    expect_all_blocks_free(*engine);
}

TEST(EngineCancel, AStormLeavesTheOthersRight) {
    const auto engine = make_engine({.block_count = 40});
    std::vector<SequenceId> kept;
    std::vector<SequenceId> dropped;
    std::thread storm;
    std::atomic<bool> ended = false;
    for (std::uint32_t i = 0; i < 40; ++i) {
        const SequenceId id = engine->submit(make_request(make_prompt(i % 5, 10 + i % 7), 15));
        (i % 4 == 0 ? kept : dropped).push_back(id);
    }
    storm = std::thread([&] {
        for (std::uint32_t round = 0; !ended && round < 2000; ++round) {
            engine->cancel(dropped[round * 7 % dropped.size()]);
            std::this_thread::yield();
        }
    });
    std::vector<SequenceId> all = kept;
    all.insert(all.end(), dropped.begin(), dropped.end());
    auto outcomes = collect(*engine, all);
    ended = true;
    storm.join();
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const auto number = static_cast<std::uint32_t>(i * 4);
        EXPECT_EQ(outcomes[kept[i]].tokens(),
                  kModel.continuation(make_prompt(number % 5, 10 + number % 7), 15));
    }
    for (const SequenceId id : dropped) {
        EXPECT_EQ(outcomes[id].final_count(), 1U);
        ASSERT_NE(outcomes[id].last<Finished>(), nullptr);
    }
    expect_all_blocks_free(*engine);
}

TEST(EngineCancel, DestructionEndsWhatRuns) {
    const auto engine = make_engine(
        {.run_fault = [](std::uint32_t) { return Fault{.delay = std::chrono::milliseconds(2)}; }});
    for (std::uint32_t i = 0; i < 20; ++i) {
        engine->submit(make_request(make_prompt(i, 40), 50));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace
}  // namespace hearth::test
