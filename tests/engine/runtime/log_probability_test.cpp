#include "runtime/log_probability.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

TEST(LogProbability, IsTheLogarithmOfTheSoftmax) {
    const std::vector<float> logits = {1.0F, 2.0F, 3.0F};
    const double sum = std::exp(1.0) + std::exp(2.0) + std::exp(3.0);
    EXPECT_NEAR(log_sum_exp(logits), std::log(sum), 1e-12);
    EXPECT_NEAR(log_probability(logits, TokenId{1}), 2.0 - std::log(sum), 1e-6);
}

TEST(LogProbability, SurvivesLargeAndMissingLogits) {
    const float nothing = -std::numeric_limits<float>::infinity();
    const std::vector<float> logits = {30000.0F, nothing, 30000.0F};
    EXPECT_NEAR(log_probability(logits, TokenId{0}), std::log(0.5), 1e-6);
    EXPECT_EQ(log_probability(logits, TokenId{1}), nothing);
}

TEST(TokenLogprobs, ListsTheMostLikelyLowestIdFirst) {
    const std::vector<float> logits = {1.0F, 5.0F, 5.0F, 4.0F};
    const TokenLogprobs result = token_logprobs(logits, TokenId{3}, 3);
    ASSERT_EQ(result.top.size(), 3U);
    EXPECT_EQ(result.top[0].first, TokenId{1});
    EXPECT_EQ(result.top[1].first, TokenId{2});
    EXPECT_EQ(result.top[2].first, TokenId{3});
    EXPECT_EQ(result.chosen, result.top[2].second);
    EXPECT_TRUE(token_logprobs(logits, TokenId{0}, 0).top.empty());
    EXPECT_EQ(token_logprobs(logits, TokenId{0}, 9).top.size(), 4U);
}

}  // namespace
}  // namespace hearth
