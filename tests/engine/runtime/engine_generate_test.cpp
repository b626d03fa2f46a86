#include "engine_harness.h"

#include <thread>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

const FakeModel kModel;

TEST(EngineGenerate, ManyAtOnceGetWhatEachWouldAlone) {
    for (const std::optional<std::uint32_t> window_blocks :
         {std::optional<std::uint32_t>(), std::optional(48U)}) {
        const auto engine = make_engine({.window_blocks = window_blocks});
        std::vector<SequenceId> ids;
        std::vector<std::vector<TokenId>> prompts;
        for (std::uint32_t i = 0; i < 24; ++i) {
            prompts.push_back(make_prompt(i, 1 + i * 2));
            ids.push_back(engine->submit(make_request(prompts.back(), 20)));
        }
        auto outcomes = collect(*engine, ids);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const Outcome& outcome = outcomes[ids[i]];
            EXPECT_EQ(outcome.tokens(), kModel.continuation(prompts[i], 20)) << i;
            EXPECT_EQ(outcome.final_count(), 1U) << i;
            const auto* finished = outcome.last<Finished>();
            ASSERT_NE(finished, nullptr) << i;
            EXPECT_EQ(finished->reason, FinishReason::length);
            EXPECT_EQ(finished->prompt_tokens, prompts[i].size());
            EXPECT_EQ(finished->generated_tokens, 20U);
            EXPECT_GT(finished->time_to_first_token.count(), 0);
            EXPECT_GT(finished->decode_time.count(), 0);
        }
        expect_all_blocks_free(*engine);
    }
}

TEST(EngineGenerate, AnswersSurvivePreemption) {
    // Room for two and a half of these sequences, so that running ones lose their KV and start over.
    const auto engine = make_engine({.context_tokens = 64, .block_count = 40});
    std::vector<SequenceId> ids;
    for (std::uint32_t i = 0; i < 8; ++i) {
        ids.push_back(engine->submit(make_request(make_prompt(i, 12), 50)));
    }
    auto outcomes = collect(*engine, ids);
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        EXPECT_EQ(outcomes[ids[i]].tokens(), kModel.continuation(make_prompt(i, 12), 50)) << i;
    }
}

TEST(EngineGenerate, ASharedPrefixIsComputedOnce) {
    const auto engine = make_engine({});
    const std::vector<TokenId> shared = make_prompt(1, 40);
    const auto ask = [&](std::int32_t last) {
        std::vector<TokenId> prompt = shared;
        prompt.push_back(TokenId{last});
        prompt.push_back(TokenId{last});
        const SequenceId id = engine->submit(make_request(prompt, 8));
        auto outcomes = collect(*engine, {id});
        EXPECT_EQ(outcomes[id].tokens(), kModel.continuation(prompt, 8));
        const auto* prefilled = outcomes[id].first<Prefilled>();
        EXPECT_NE(prefilled, nullptr);
        EXPECT_EQ(prefilled->prompt_tokens, prompt.size());
        EXPECT_EQ(prefilled->cached_tokens, outcomes[id].last<Finished>()->cached_tokens);
        return prefilled->cached_tokens;
    };
    EXPECT_EQ(ask(5), 0U);
    EXPECT_GE(ask(6), 40U);
    EXPECT_GE(ask(7), 40U);
}

TEST(EngineGenerate, StopsAtEndTokensUnlessTold) {
    const auto engine = make_engine({});
    // A prompt after which the model ends its turn within the answer.
    std::vector<TokenId> prompt;
    std::size_t length = 0;
    for (std::uint32_t seed = 0; length == 0; ++seed) {
        prompt = make_prompt(seed, 5);
        const std::vector<TokenId> tokens = kModel.continuation(prompt, 40);
        const auto end = std::find(tokens.begin(), tokens.end(), TokenId{1});
        length = end == tokens.end() || end - tokens.begin() < 3
                     ? 0
                     : static_cast<std::size_t>(end - tokens.begin()) + 1;
    }
    GenerateRequest request = make_request(prompt, 40);
    request.end_tokens = EndTokens::stop;
    GenerateRequest stop_token = make_request(prompt, 40);
    stop_token.stop_tokens = {kModel.continuation(prompt, 2).back()};
    const SequenceId stopped = engine->submit(request);
    const SequenceId ignored = engine->submit(make_request(prompt, 40));
    const SequenceId own = engine->submit(stop_token);
    auto outcomes = collect(*engine, {stopped, ignored, own});

    EXPECT_EQ(outcomes[stopped].tokens(), kModel.continuation(prompt, length));
    EXPECT_EQ(outcomes[stopped].last<Finished>()->reason, FinishReason::stop);
    EXPECT_EQ(outcomes[stopped].text().find("</s>"), std::string::npos);
    EXPECT_EQ(outcomes[ignored].tokens().size(), 40U);
    EXPECT_EQ(outcomes[ignored].last<Finished>()->reason, FinishReason::length);
    EXPECT_LE(outcomes[own].tokens().size(), 2U);
    EXPECT_EQ(outcomes[own].last<Finished>()->reason, FinishReason::stop);
}

TEST(EngineGenerate, AStopStringAcrossTokensIsNeverShown) {
    const auto engine = make_engine({});
    const std::vector<TokenId> prompt = make_prompt(3, 6);
    const std::vector<TokenId> tokens = kModel.continuation(prompt, 3);
    // From the middle of the second token's text into the third's.
    const std::string second = std::to_string(tokens[1].value);
    const std::string stop =
        second.substr(second.size() - 1) + "," + std::to_string(tokens[2].value).substr(0, 1);
    GenerateRequest request = make_request(prompt, 20);
    request.stop_strings = {"never", stop};
    const SequenceId id = engine->submit(request);
    auto outcomes = collect(*engine, {id});
    const Outcome& outcome = outcomes[id];
    EXPECT_EQ(outcome.tokens().size(), 3U);
    EXPECT_EQ(outcome.last<Finished>()->reason, FinishReason::stop);
    EXPECT_EQ(outcome.last<Finished>()->stop_string, stop);
    EXPECT_EQ(outcome.text(), std::to_string(tokens[0].value) + "," + second.substr(0, second.size() - 1));
}

TEST(EngineGenerate, TheContextIsTheLimitWhereNoneIsGiven) {
    const auto engine = make_engine({.context_tokens = 30});
    GenerateRequest open = make_request(make_prompt(1, 10), 1);
    open.max_tokens.reset();
    GenerateRequest greedy_for_more = make_request(make_prompt(2, 29), 1000);
    const SequenceId first = engine->submit(open);
    const SequenceId second = engine->submit(greedy_for_more);
    auto outcomes = collect(*engine, {first, second});
    EXPECT_EQ(outcomes[first].tokens(), kModel.continuation(make_prompt(1, 10), 20));
    EXPECT_EQ(outcomes[first].last<Finished>()->reason, FinishReason::length);
    EXPECT_EQ(outcomes[second].tokens().size(), 1U);
    EXPECT_EQ(outcomes[second].last<Finished>()->reason, FinishReason::length);
}

TEST(EngineGenerate, ReportsLogProbabilities) {
    const auto engine = make_engine({});
    GenerateRequest request = make_request(make_prompt(4, 7), 5);
    request.logprobs = 3;
    const SequenceId id = engine->submit(request);
    auto outcomes = collect(*engine, {id});
    std::size_t seen = 0;
    for (const Event& event : outcomes[id].events) {
        if (const auto* generated = std::get_if<Generated>(&event.what)) {
            ASSERT_TRUE(generated->logprobs.has_value());
            ASSERT_EQ(generated->logprobs->top.size(), 3U);
            EXPECT_EQ(generated->logprobs->top[0].first, generated->token);
            EXPECT_EQ(generated->logprobs->top[0].second, generated->logprobs->chosen);
            EXPECT_LT(generated->logprobs->chosen, 0.0F);
            ++seen;
        }
    }
    EXPECT_EQ(seen, 5U);
}

TEST(EngineGenerate, ManyThreadsMaySubmit) {
    const auto engine = make_engine({});
    std::vector<std::vector<SequenceId>> ids(4);
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < ids.size(); ++t) {
        threads.emplace_back([&, t] {
            for (std::uint32_t i = 0; i < 12; ++i) {
                ids[t].push_back(engine->submit(make_request(make_prompt(t * 100 + i, 5 + i), 6)));
                static_cast<void>(engine->load_now());
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::vector<SequenceId> all;
    for (const auto& some : ids) {
        all.insert(all.end(), some.begin(), some.end());
    }
    auto outcomes = collect(*engine, all);
    EXPECT_EQ(outcomes.size(), 48U);  // ids are unique
    for (std::uint32_t t = 0; t < ids.size(); ++t) {
        for (std::uint32_t i = 0; i < ids[t].size(); ++i) {
            EXPECT_EQ(outcomes[ids[t][i]].tokens(), kModel.continuation(make_prompt(t * 100 + i, 5 + i), 6));
        }
    }
}

}  // namespace
}  // namespace hearth::test
