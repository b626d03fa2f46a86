#include "sampling/cuts.h"
#include "sampling/dry.h"
#include "sampling/edited_logits.h"
#include "sampling/log_probabilities.h"
#include "sampling/mirostat.h"
#include "sampling/penalties.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hearth {
namespace {

// Right answers in float64, see tests/data/sampling/sampling_oracle.py.
const nlohmann::json& oracle() {
    static const nlohmann::json content = [] {
        std::ifstream file(HEARTH_TEST_DATA "/sampling/sampling_oracle.json");
        return nlohmann::json::parse(file);
    }();
    return content;
}

std::vector<TokenId> history_of(const nlohmann::json& entry) {
    std::vector<TokenId> history;
    for (const std::int32_t token : entry["history"]) {
        history.push_back(TokenId{token});
    }
    return history;
}

std::vector<int> sorted(std::vector<int> ids) {
    std::ranges::sort(ids);
    return ids;
}

template <class Cut>
std::vector<int> kept(const nlohmann::json& entry, Cut cut) {
    std::vector<Candidate> candidates;
    Weights scratch;
    collect_candidates(entry["logits"].get<std::vector<float>>(), candidates);
    cut(candidates, scratch);
    std::vector<int> ids;
    for (const Candidate& candidate : candidates) {
        ids.push_back(candidate.token.value);
    }
    return sorted(ids);
}

TEST(SamplingOracle, Cuts) {
    for (const auto& entry : oracle()["cuts"]) {
        const auto p = entry["p"].get<float>();
        EXPECT_EQ(kept(entry, [&](auto& all, auto& scratch) { keep_top_p(p, all, scratch); }),
                  sorted(entry["top_p"]));
        EXPECT_EQ(kept(entry, [&](auto& all, auto& scratch) { keep_typical(p, all, scratch); }),
                  sorted(entry["typical"]));
        EXPECT_EQ(kept(entry, [&](auto& all, auto&) { keep_min_p(p, all); }), sorted(entry["min_p"]));
        const SamplingParameters::Xtc xtc{.probability = 0.5F,
                                          .threshold = entry["xtc_threshold"].get<float>()};
        EXPECT_EQ(
            kept(entry, [&](auto& all, auto& scratch) { exclude_top_choices(xtc, 0.49, all, scratch); }),
            sorted(entry["xtc"]));
        EXPECT_EQ(kept(entry, [&](auto& all, auto& scratch) { exclude_top_choices(xtc, 0.5, all, scratch); })
                      .size(),
                  entry["logits"].size());
    }
}

TEST(SamplingOracle, Penalties) {
    for (const auto& entry : oracle()["penalties"]) {
        const auto raw = entry["logits"].get<std::vector<float>>();
        auto logits = raw;
        SamplingParameters parameters;
        parameters.penalty_window = entry["window"];
        parameters.repetition_penalty = entry["repetition"];
        parameters.frequency_penalty = entry["frequency"];
        parameters.presence_penalty = entry["presence"];
        {
            EditedLogits edited(logits);
            penalize_repetition(parameters, history_of(entry), edited);
            for (std::size_t i = 0; i < logits.size(); ++i) {
                EXPECT_NEAR(edited.values()[i], entry["result"][i].get<double>(), 1e-5);
            }
        }
        EXPECT_EQ(logits, raw);
    }
}

TEST(SamplingOracle, Dry) {
    const auto texts = oracle()["dry_texts"].get<std::vector<std::string>>();
    std::size_t penalized = 0;
    for (const auto& entry : oracle()["dry"]) {
        const auto raw = entry["logits"].get<std::vector<float>>();
        const SamplingParameters::Dry parameters{
            .multiplier = entry["multiplier"],
            .base = entry["base"],
            .allowed_length = entry["allowed_length"],
            .window = entry["window"],
            .breakers = entry["breakers"].get<std::vector<std::string>>()};
        const auto text = [&](TokenId token) { return texts.at(static_cast<std::size_t>(token.value)); };
        const auto history = history_of(entry);
        // Once at a stroke and once token by token: what it remembers must not change the answer.
        Dry at_once(parameters, text);
        Dry in_steps(parameters, text);
        for (std::size_t length = 0; length < history.size(); ++length) {
            auto scratch = raw;
            EditedLogits edited(scratch);
            in_steps.penalize(std::span(history).first(length), edited);
        }
        for (Dry* dry : {&at_once, &in_steps}) {
            auto logits = raw;
            EditedLogits edited(logits);
            dry->penalize(history, edited);
            for (std::size_t i = 0; i < logits.size(); ++i) {
                const auto expected = entry["result"][i].get<double>();
                EXPECT_NEAR(edited.values()[i], expected, 1e-5 * std::max(1.0, std::abs(expected)));
                penalized += edited.values()[i] != raw[i] ? 1 : 0;
            }
        }
    }
    EXPECT_GT(penalized, 100U);
}

TEST(SamplingOracle, Mirostat) {
    for (const auto& entry : oracle()["mirostat"]) {
        Mirostat mirostat({.tau = entry["tau"], .eta = entry["eta"]});
        std::vector<int> tokens;
        Weights scratch;
        for (std::size_t i = 0; i < entry["rows"].size(); ++i) {
            std::vector<Candidate> candidates;
            collect_candidates(entry["rows"][i].get<std::vector<float>>(), candidates);
            tokens.push_back(
                mirostat.draw_token(candidates, entry["temperature"], entry["randoms"][i], scratch).value);
        }
        EXPECT_EQ(tokens, entry["tokens"].get<std::vector<int>>());
        EXPECT_NEAR(mirostat.max_surprise(), entry["mu"].get<double>(), 1e-5);
    }
}

TEST(SamplingOracle, LogProbabilities) {
    for (const auto& entry : oracle()["log_probabilities"]) {
        const auto logits = entry["logits"].get<std::vector<float>>();
        const auto result = log_probabilities(logits, TokenId{3}, 10);
        EXPECT_NEAR(result.chosen, entry["result"][3].get<double>(), 2e-6);
        ASSERT_EQ(result.top.size(), 10U);
        for (std::size_t i = 0; i < 10; ++i) {
            const std::size_t token = entry["order"][i];
            EXPECT_EQ(result.top[i].first.value, static_cast<std::int32_t>(token));
            EXPECT_NEAR(result.top[i].second, entry["result"][token].get<double>(), 2e-6);
        }
    }
}

}  // namespace
}  // namespace hearth
