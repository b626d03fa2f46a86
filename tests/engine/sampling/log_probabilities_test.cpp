#include "sampling/log_probabilities.h"

#include "sampling/softmax.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(LogProbabilities, AgreeWithFloat64OnALargeVocabulary) {
    std::mt19937 random(3);
    std::normal_distribution<float> normal(2.0F, 4.0F);
    std::vector<float> logits(150001);
    for (float& logit : logits) {
        logit = normal(random);
    }
    long double total = 0;
    for (const float logit : logits) {
        total += std::exp(static_cast<long double>(logit));
    }
    const LogNormalizer normalizer = LogNormalizer::of(logits);
    EXPECT_NEAR(normalizer.top + normalizer.log_total, static_cast<double>(std::log(total)), 2e-7);
    for (const std::int32_t token : {0, 17, 150000}) {
        const double expected =
            logits[static_cast<std::size_t>(token)] - static_cast<double>(std::log(total));
        EXPECT_NEAR(log_probability(logits, TokenId{token}), expected, 2e-6);
    }
}

TEST(LogProbabilities, OfFarApartAndOfEqualLogits) {
    EXPECT_EQ(log_probability(std::vector<float>{5.0F}, TokenId{0}), 0.0F);
    EXPECT_FLOAT_EQ(log_probability(std::vector<float>(8, -1e30F), TokenId{3}), -std::log(8.0F));
    EXPECT_EQ(log_probability(std::vector<float>{3e38F, -3e38F}, TokenId{0}), 0.0F);
}

TEST(LogProbabilities, InfinitiesAndNaNAreDefined) {
    const std::vector<float> logits = {kNaN, -kInfinity, 0.0F, 0.0F};
    EXPECT_FLOAT_EQ(log_probability(logits, TokenId{2}), -std::log(2.0F));
    EXPECT_EQ(log_probability(logits, TokenId{0}), -kInfinity);
    EXPECT_EQ(log_probability(logits, TokenId{1}), -kInfinity);
    const std::vector<float> infinite = {kInfinity, 1.0F, kInfinity};
    EXPECT_FLOAT_EQ(log_probability(infinite, TokenId{0}), -std::log(2.0F));
    EXPECT_EQ(log_probability(infinite, TokenId{1}), -kInfinity);
    EXPECT_EQ(log_probability(std::vector<float>(3, -kInfinity), TokenId{1}), -kInfinity);
}

TEST(LogProbabilities, NoAlternativesUnlessAsked) {
    const auto result = log_probabilities(std::vector<float>{1.0F, 2.0F}, TokenId{0}, 0);
    EXPECT_TRUE(result.top.empty());
    EXPECT_NEAR(result.chosen, -std::log1p(std::exp(1.0)), 1e-6);
    EXPECT_EQ(log_probabilities(std::vector<float>{1.0F, 2.0F}, TokenId{0}, 9).top.size(), 2U);
}

}  // namespace
}  // namespace hearth
