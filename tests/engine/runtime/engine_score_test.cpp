#include "engine_harness.h"

#include <cmath>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

const FakeModel kModel;

/// log softmax of the model at every token, in double.
std::vector<double> expected_scores(const std::vector<TokenId>& tokens) {
    std::vector<double> scores;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const std::vector<float> logits = kModel.logits(kModel.state_after(std::span(tokens).first(i + 1)));
        double sum = 0;
        for (const float logit : logits) {
            sum += std::exp(static_cast<double>(logit));
        }
        scores.push_back(logits[static_cast<std::size_t>(tokens[i + 1].value)] - std::log(sum));
    }
    return scores;
}

TEST(EngineScore, GivesEveryTokensLogProbability) {
    const auto engine = make_engine({});
    std::vector<SequenceId> ids;
    std::vector<std::vector<TokenId>> texts;
    for (const std::size_t length : {2U, 3U, 8U, 9U, 50U, 96U}) {
        texts.push_back(make_prompt(7, length));  // prefixes of each other: none may come from the cache
        ids.push_back(engine->submit(ScoreRequest{.tokens = texts.back()}));
        ids.push_back(engine->submit(make_request(make_prompt(7, length - 1), 1)));
        texts.emplace_back();
    }
    auto outcomes = collect(*engine, ids);
    for (std::size_t i = 0; i < ids.size(); i += 2) {
        const auto* scored = outcomes[ids[i]].last<Scored>();
        ASSERT_NE(scored, nullptr) << i;
        EXPECT_EQ(outcomes[ids[i]].final_count(), 1U);
        const std::vector<double> expected = expected_scores(texts[i]);
        ASSERT_EQ(scored->log_probabilities.size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            EXPECT_NEAR(scored->log_probabilities[k], expected[k], 1e-5) << k;
        }
    }
    expect_all_blocks_free(*engine);
}

}  // namespace
}  // namespace hearth::test
