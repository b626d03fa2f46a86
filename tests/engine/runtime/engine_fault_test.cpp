#include "engine_harness.h"

#include <string>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

const FakeModel kModel;
using Kind = Fault::Kind;

FaultAt at(std::uint32_t call, Kind kind) {
    return [=](std::uint32_t now) { return Fault{now == call ? kind : Kind::none}; };
}

/// Requests of every sort: short and long prompts, one shared prefix, one to score.
std::vector<SequenceId> submit_mixture(Engine& engine) {
    std::vector<SequenceId> ids;
    for (std::uint32_t i = 0; i < 6; ++i) {
        ids.push_back(engine.submit(make_request(make_prompt(i % 3, 4 + i * 5), 6)));
    }
    ids.push_back(engine.submit(ScoreRequest{.tokens = make_prompt(9, 25)}));
    return ids;
}

/// Steps that the mixture takes where nothing fails, at most.
constexpr std::uint32_t kSteps = 40;

class EngineFault : public testing::TestWithParam<std::uint32_t> {};

TEST_P(EngineFault, AFailedStepFailsItsRequestsAndNoOther) {
    for (const bool copies : {false, true}) {
        const FaultAt fault = at(GetParam(), Kind::error);
        const auto engine =
            make_engine({.run_fault = copies ? nullptr : fault, .copy_fault = copies ? fault : nullptr});
        const std::vector<SequenceId> ids = submit_mixture(*engine);
        auto outcomes = collect(*engine, ids);
        std::size_t failures = 0;
        for (std::uint32_t i = 0; i < ids.size(); ++i) {
            const Outcome& outcome = outcomes[ids[i]];
            EXPECT_EQ(outcome.final_count(), 1U) << i;
            if (const auto* failed = outcome.last<Failed>()) {
                ++failures;
                EXPECT_EQ(failed->error.code, ErrorCode::backend_failed) << i;
            } else if (outcome.last<Finished>() != nullptr) {
                EXPECT_EQ(outcome.tokens(), kModel.continuation(make_prompt(i % 3, 4 + i * 5), 6)) << i;
            } else {
                EXPECT_NE(outcome.last<Scored>(), nullptr) << i;
            }
        }
        // The first run fails somebody's request; the first copy may never be needed.
        EXPECT_TRUE(copies || GetParam() > 0 || failures > 0);
        // The same again: nothing that the failed step wrote may be found in the cache.
        const std::vector<SequenceId> again = submit_mixture(*engine);
        outcomes = collect(*engine, again);
        for (std::uint32_t i = 0; i < 6; ++i) {
            if (outcomes[again[i]].last<Finished>() != nullptr) {
                EXPECT_EQ(outcomes[again[i]].tokens(), kModel.continuation(make_prompt(i % 3, 4 + i * 5), 6))
                    << i;
            }
        }
        expect_all_blocks_free(*engine);
    }
}

TEST_P(EngineFault, AThrowEndsTheEngineAndEveryRequestIsTold) {
    for (const Kind kind : {Kind::throw_logic, Kind::throw_memory, Kind::throw_int}) {
        const auto engine = make_engine({.run_fault = at(GetParam(), kind)});
        const std::vector<SequenceId> ids = submit_mixture(*engine);
        auto outcomes = collect(*engine, ids);
        bool broke = false;
        for (const SequenceId id : ids) {
            EXPECT_EQ(outcomes[id].final_count(), 1U);
            if (const auto* failed = outcomes[id].last<Failed>()) {
                EXPECT_EQ(failed->error.code, ErrorCode::engine_failed);
                EXPECT_NE(failed->error.message.find("load the model again"), std::string::npos);
                broke = true;
            }
        }
        EXPECT_TRUE(broke || GetParam() > 5);
        if (broke) {
            const SequenceId late = engine->submit(make_request(make_prompt(1, 3), 2));
            const SequenceId late_score = engine->submit(ScoreRequest{.tokens = make_prompt(1, 3)});
            engine->cancel(late);
            outcomes = collect(*engine, {late, late_score});
            for (const SequenceId id : {late, late_score}) {
                ASSERT_NE(outcomes[id].last<Failed>(), nullptr);
                EXPECT_EQ(outcomes[id].last<Failed>()->error.code, ErrorCode::engine_failed);
                EXPECT_EQ(outcomes[id].final_count(), 1U);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AtEveryStep, EngineFault, testing::Range(0U, kSteps));

TEST(EngineFault, TheMessageSaysWhatBroke) {
    const auto engine = make_engine({.run_fault = at(0, Kind::throw_logic)});
    const SequenceId id = engine->submit(make_request(make_prompt(1, 3), 2));
    auto outcomes = collect(*engine, {id});
    ASSERT_NE(outcomes[id].last<Failed>(), nullptr);
    EXPECT_NE(outcomes[id].last<Failed>()->error.message.find("a broken invariant"), std::string::npos);
}

TEST(EngineFault, LogitsThatAreNoNumbersFailTheRequestAndNameTheFile) {
    for (const bool scoring : {false, true}) {
        const auto engine = make_engine({.run_fault = at(0, Kind::not_numbers)});
        const SequenceId id = scoring ? engine->submit(ScoreRequest{.tokens = make_prompt(1, 3)})
                                      : engine->submit(make_request(make_prompt(1, 3), 2));
        auto outcomes = collect(*engine, {id});
        const auto* failed = outcomes[id].last<Failed>();
        ASSERT_NE(failed, nullptr);
        EXPECT_EQ(failed->error.code, ErrorCode::backend_failed);
        EXPECT_EQ(failed->error.details.file, "fake.gguf");
        EXPECT_TRUE(failed->error.message.starts_with("fake.gguf: ")) << failed->error.message;
        const SequenceId next = engine->submit(make_request(make_prompt(2, 3), 2));
        outcomes = collect(*engine, {next});
        EXPECT_NE(outcomes[next].last<Finished>(), nullptr);
    }
}

}  // namespace
}  // namespace hearth::test
