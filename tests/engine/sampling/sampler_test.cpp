#include "sampling/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace hearth {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Sampler sampler(const SamplingParameters& parameters, std::size_t vocabulary_size, TokenText text = {}) {
    return Sampler::create(parameters, static_cast<std::uint32_t>(vocabulary_size), std::move(text)).value();
}

TokenId sample(const SamplingParameters& parameters, std::vector<float> logits,
               std::vector<TokenId> history = {}, std::uint64_t position = 0) {
    return sampler(parameters, logits.size()).sample(logits, history, position).value();
}

SamplingParameters at_temperature(float temperature) {
    SamplingParameters parameters;
    parameters.temperature = temperature;
    return parameters;
}

/// Shares of the tokens over many positions.
std::vector<double> shares(const SamplingParameters& parameters, std::vector<float> logits) {
    constexpr int kDraws = 40000;
    auto drawn = sampler(parameters, logits.size());
    std::vector<double> counts(logits.size(), 0);
    for (std::uint64_t position = 0; position < kDraws; ++position) {
        counts[static_cast<std::size_t>(drawn.sample(logits, {}, position)->value)] += 1.0 / kDraws;
    }
    return counts;
}

void expect_shares(const SamplingParameters& parameters, const std::vector<float>& logits,
                   const std::vector<double>& expected) {
    const auto found = shares(parameters, logits);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        // Five standard deviations of a share of 40,000 draws.
        EXPECT_NEAR(found[i], expected[i], 5 * std::sqrt(expected[i] * (1 - expected[i]) / 40000)) << i;
    }
}

std::vector<float> logits_of(const std::vector<double>& probabilities) {
    std::vector<float> logits;
    for (const double p : probabilities) {
        logits.push_back(static_cast<float>(std::log(p)));
    }
    return logits;
}

const std::vector<double> kFive = {0.4, 0.3, 0.15, 0.1, 0.05};

TEST(Sampler, GreedyTakesTheHighestAndTheLowestIdAmongEquals) {
    EXPECT_EQ(sample({}, {1, 3, 2, 3}).value, 1);
    SamplingParameters parameters;
    parameters.top_k = 2;
    parameters.top_p = 0.1F;
    parameters.mirostat.emplace();
    EXPECT_EQ(sample(parameters, {1, 3, 2, 3}).value, 1);
}

TEST(Sampler, GreedyFollowsBiasAndPenalties) {
    SamplingParameters parameters;
    parameters.logit_bias = {{TokenId{1}, -kInfinity}, {TokenId{0}, 1.5F}};
    EXPECT_EQ(sample(parameters, {1, 3, 2}).value, 0);
    parameters = {};
    parameters.presence_penalty = 2;
    EXPECT_EQ(sample(parameters, {1, 3, 2}, {TokenId{1}}).value, 2);
    parameters.penalty_window = 1;
    EXPECT_EQ(sample(parameters, {1, 3, 2}, {TokenId{1}, TokenId{0}}).value, 1);
}

TEST(Sampler, GreedyFollowsCutsThatRemoveTheTop) {
    SamplingParameters parameters;
    parameters.xtc.emplace() = {.probability = 1, .threshold = 0.2F};
    EXPECT_EQ(sample(parameters, logits_of(kFive)).value, 1);
    parameters = {};
    parameters.typical_p = 0.1F;  // entropy of kFive: 1.39 nats; the surprise of 0.3 is the nearest
    EXPECT_EQ(sample(parameters, logits_of(kFive)).value, 1);
}

TEST(Sampler, TemperatureOneIsTheModelsDistribution) {
    expect_shares(at_temperature(1), logits_of(kFive), kFive);
}

TEST(Sampler, TemperatureSharpensAndFlattens) {
    for (const float temperature : {0.5F, 2.0F}) {
        std::vector<double> expected;
        double total = 0;
        for (const double p : kFive) {
            expected.push_back(std::pow(p, 1 / temperature));
            total += expected.back();
        }
        for (double& p : expected) {
            p /= total;
        }
        expect_shares(at_temperature(temperature), logits_of(kFive), expected);
    }
}

TEST(Sampler, ExtremeTemperaturesAreDefined) {
    EXPECT_EQ(sample(at_temperature(1e-38F), {1, 3, 2}).value, 1);
    expect_shares(at_temperature(3e38F), {1, -300, 50}, {1 / 3.0, 1 / 3.0, 1 / 3.0});
}

TEST(Sampler, CutsRenormalize) {
    auto parameters = at_temperature(1);
    parameters.top_k = 2;
    expect_shares(parameters, logits_of(kFive), {4 / 7.0, 3 / 7.0, 0, 0, 0});
    parameters = at_temperature(1);
    parameters.top_p = 0.8F;
    expect_shares(parameters, logits_of(kFive), {40 / 85.0, 30 / 85.0, 15 / 85.0, 0, 0});
    parameters = at_temperature(1);
    parameters.min_p = 0.3F;
    expect_shares(parameters, logits_of(kFive), {40 / 85.0, 30 / 85.0, 15 / 85.0, 0, 0});
    parameters = at_temperature(1);
    parameters.xtc.emplace() = {.probability = 0.5F, .threshold = 0.12F};
    expect_shares(parameters, logits_of(kFive), {0.2, 0.15, 0.075 + 0.25, 0.05 + 0.5 / 3, 0.025 + 0.25 / 3});
}

TEST(Sampler, CutsAreMadeBeforeTheTemperature) {
    auto parameters = at_temperature(5);
    parameters.top_p = 0.5F;
    const auto found = shares(parameters, logits_of(kFive));
    EXPECT_GT(found[0], 0.0);
    EXPECT_GT(found[1], 0.0);
    EXPECT_EQ(found[2] + found[3] + found[4], 0.0);
}

TEST(Sampler, CutsAtTheirEndsKeepOneOrAll) {
    auto none = at_temperature(1);
    none.top_p = 0.0F;
    none.typical_p = 0.0F;
    none.min_p = 1.0F;
    EXPECT_NO_THROW(sample(none, logits_of(kFive)));
    auto all = at_temperature(1);
    all.top_p = 1.0F;
    all.typical_p = 1.0F;
    all.min_p = 0.0F;
    all.top_k = 1000;
    expect_shares(all, logits_of(kFive), kFive);
}

TEST(Sampler, DependsOnSeedAndPositionAlone) {
    std::mt19937 random(1);
    std::vector<float> logits(1000);
    for (float& logit : logits) {
        logit = static_cast<float>(random() % 100) / 50;
    }
    auto parameters = at_temperature(1);
    parameters.seed = 42;
    auto one = sampler(parameters, logits.size());
    auto other = sampler(parameters, logits.size());
    std::vector<std::int32_t> forwards;
    std::vector<std::int32_t> backwards;
    for (std::uint64_t i = 0; i < 50; ++i) {
        forwards.push_back(one.sample(logits, {}, i)->value);
        backwards.insert(backwards.begin(), other.sample(logits, {}, 49 - i)->value);
    }
    EXPECT_EQ(forwards, backwards);
    parameters.seed = 43;
    auto different = sampler(parameters, logits.size());
    int equal = 0;
    for (std::uint64_t i = 0; i < 50; ++i) {
        equal += different.sample(logits, {}, i)->value == forwards[i] ? 1 : 0;
    }
    EXPECT_LT(equal, 10);
}

TEST(Sampler, LeavesTheLogitsAsTheyWere) {
    auto parameters = at_temperature(1);
    parameters.logit_bias = {{TokenId{0}, 2.0F}, {TokenId{0}, 1.0F}};
    parameters.repetition_penalty = 1.3F;
    parameters.dry.emplace().allowed_length = 1;
    parameters.top_k = 2;
    const std::vector<float> raw = {0.1F, -0.7F, 0.3F, 0.9F};
    auto logits = raw;
    auto drawn = sampler(parameters, 3, [](TokenId) { return std::string("x"); });
    const std::vector<TokenId> history = {{0}, {1}, {0}, {1}, {0}};
    ASSERT_TRUE(drawn.sample(logits, history, 5));
    EXPECT_EQ(logits, raw);
}

TEST(Sampler, PaddingOfTheVocabularyIsNotLookedAt) {
    for (const float temperature : {0.0F, 1.0F}) {
        auto drawn = sampler(at_temperature(temperature), 2);
        std::vector<float> logits = {1, 0, 1000, kInfinity};
        EXPECT_LT(drawn.sample(logits, {}, 3)->value, 2);
    }
    auto drawn = sampler({}, 5);
    std::vector<float> logits = {1, 0};
    EXPECT_EQ(drawn.sample(logits, {}, 3).error().code, ErrorCode::backend_failed);
}

TEST(Sampler, NaNAndInfinityNeverBreakIt) {
    std::vector<SamplingParameters> all(1);
    all.push_back(at_temperature(0.7F));
    all.push_back(at_temperature(1));
    all.back().mirostat.emplace();
    auto everything = at_temperature(1);
    everything.repetition_penalty = 1.1F;
    everything.top_k = 3;
    everything.typical_p = 0.9F;
    everything.top_p = 0.9F;
    everything.min_p = 0.05F;
    everything.xtc.emplace();
    all.push_back(everything);
    everything.top_k.reset();
    all.push_back(everything);
    const std::vector<TokenId> history = {{0}, {1}, {2}};
    for (const SamplingParameters& parameters : all) {
        auto drawn = sampler(parameters, 4);
        std::vector<float> nothing = {kNaN, kNaN, -kInfinity, kNaN};
        const auto failed = drawn.sample(nothing, history, 1);
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().code, ErrorCode::backend_failed);
        for (std::uint64_t position = 0; position < 20; ++position) {
            std::vector<float> one = {kNaN, -kInfinity, -7, kNaN};
            EXPECT_EQ(drawn.sample(one, history, position)->value, 2);
            std::vector<float> infinite = {1, kInfinity, kNaN, -kInfinity};
            EXPECT_EQ(drawn.sample(infinite, history, position)->value, 1);
            std::vector<float> huge = {3e38F, -3e38F, kNaN, -3e38F};
            EXPECT_EQ(drawn.sample(huge, history, position)->value, 0);
        }
    }
}

TEST(Sampler, ABiasThatExcludesEverythingIsTheRequestsFault) {
    SamplingParameters parameters;
    parameters.logit_bias = {{TokenId{0}, -kInfinity}, {TokenId{1}, -kInfinity}};
    std::vector<float> logits = {1, 2};
    const auto failed = sampler(parameters, 2).sample(logits, {}, 0);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::invalid_request);
    EXPECT_EQ(failed.error().details.field, "logit_bias");
    EXPECT_EQ(logits, (std::vector<float>{1, 2}));
}

TEST(Sampler, DryPreventsTheLoop) {
    SamplingParameters parameters;
    parameters.dry.emplace();
    auto drawn = sampler(parameters, 4, [](TokenId token) { return std::string(1, "abc\n"[token.value]); });
    std::vector<float> logits = {1.0F, 0.9F, 0.8F, -5.0F};
    // a b c a b c a b → c would repeat "c a b", "a b c"…
    const std::vector<TokenId> loop = {{0}, {1}, {2}, {0}, {1}, {2}, {0}, {1}};
    logits[2] = 3.0F;
    EXPECT_EQ(sample({}, logits, loop).value, 2);
    EXPECT_NE(drawn.sample(logits, loop, 8)->value, 2);
    // The same after a breaker.
    std::vector<TokenId> broken = loop;
    broken.back() = TokenId{3};
    EXPECT_EQ(drawn.sample(logits, broken, 8)->value, 2);
}

TEST(Sampler, WrongParametersAreRefused) {
    const auto result = Sampler::create(at_temperature(-1), 4);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().details.field, "temperature");
    SamplingParameters parameters;
    parameters.dry.emplace();
    EXPECT_EQ(Sampler::create(parameters, 4).error().details.field, "dry");
}

TEST(Sampler, TopPOfAFlatLargeVocabularyIsRight) {
    std::mt19937 random(2);
    std::vector<float> logits(50000);
    for (float& logit : logits) {
        logit = static_cast<float>(random() % 1000) / 400;
    }
    std::vector<Candidate> candidates;
    collect_candidates(logits, candidates);
    std::ranges::sort(candidates, likelier);
    double total = 0;
    for (const auto& candidate : candidates) {
        total += std::exp(double{candidate.logit});
    }
    double mass = 0;
    std::size_t expected = 0;
    while (mass < 0.9 * total) {
        mass += std::exp(double{candidates[expected++].logit});
    }
    auto parameters = at_temperature(1);
    parameters.top_p = 0.9F;
    auto drawer = sampler(parameters, logits.size());
    for (std::uint64_t position = 0; position < 50; ++position) {
        const auto token = drawer.sample(logits, {}, position).value();
        const float logit = logits[static_cast<std::size_t>(token.value)];
        EXPECT_GE(logit, candidates[expected - 1].logit);
    }
}

}  // namespace
}  // namespace hearth
