#include "sampling/validate.h"

#include <functional>
#include <limits>

#include <gtest/gtest.h>

namespace hearth {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Case {
    std::string field;
    std::function<void(SamplingParameters&)> change;
};

TEST(Validate, NamesTheFieldOfEveryWrongValue) {
    using P = SamplingParameters;
    const std::vector<Case> cases = {
        {"logit_bias[1]",
         [](P& p) {
             p.logit_bias = {{TokenId{1}, 0.0F}, {TokenId{-1}, 0.0F}};
         }},
        {"logit_bias[0]",
         [](P& p) {
             p.logit_bias = {{TokenId{1}, kNaN}};
         }},
        {"logit_bias[0]",
         [](P& p) {
             p.logit_bias = {{TokenId{1}, kInfinity}};
         }},
        {"logit_bias[0]",
         [](P& p) {
             p.logit_bias = {{TokenId{100}, 1.0F}};
         }},
        {"repetition_penalty", [](P& p) { p.repetition_penalty = 0; }},
        {"repetition_penalty", [](P& p) { p.repetition_penalty = -1; }},
        {"repetition_penalty", [](P& p) { p.repetition_penalty = kInfinity; }},
        {"frequency_penalty", [](P& p) { p.frequency_penalty = kNaN; }},
        {"presence_penalty", [](P& p) { p.presence_penalty = kInfinity; }},
        {"dry.multiplier", [](P& p) { p.dry.emplace().multiplier = -1; }},
        {"dry.base", [](P& p) { p.dry.emplace().base = 0.5F; }},
        {"dry.base", [](P& p) { p.dry.emplace().base = kNaN; }},
        {"dry.breakers[1]",
         [](P& p) {
             p.dry.emplace().breakers = {"a", ""};
         }},
        {"top_k", [](P& p) { p.top_k = 0; }},
        {"typical_p", [](P& p) { p.typical_p = 1.5F; }},
        {"top_p", [](P& p) { p.top_p = -0.1F; }},
        {"top_p", [](P& p) { p.top_p = kNaN; }},
        {"min_p", [](P& p) { p.min_p = 2; }},
        {"xtc.probability", [](P& p) { p.xtc.emplace().probability = 1.1F; }},
        {"xtc.threshold", [](P& p) { p.xtc.emplace().threshold = -1; }},
        {"temperature", [](P& p) { p.temperature = -1; }},
        {"temperature", [](P& p) { p.temperature = kNaN; }},
        {"temperature", [](P& p) { p.temperature = kInfinity; }},
        {"mirostat.tau", [](P& p) { p.mirostat.emplace().tau = -1; }},
        {"mirostat.eta", [](P& p) { p.mirostat.emplace().eta = kNaN; }},
    };
    for (const Case& wrong : cases) {
        SamplingParameters parameters;
        wrong.change(parameters);
        const Status status = validate(parameters, 100);
        ASSERT_FALSE(status) << wrong.field;
        EXPECT_EQ(status.error().code, ErrorCode::invalid_request);
        EXPECT_EQ(status.error().details.field, wrong.field);
        EXPECT_NE(status.error().message.find(wrong.field), std::string::npos);
    }
}

TEST(Validate, AcceptsDefaultsAndTheEndsOfEveryRange) {
    EXPECT_TRUE(validate(SamplingParameters{}));
    SamplingParameters parameters;
    parameters.logit_bias = {{TokenId{99}, -kInfinity}};
    parameters.dry.emplace() = {.multiplier = 0, .base = 1, .allowed_length = 0, .window = 0, .breakers = {}};
    parameters.penalty_window = 0;
    parameters.top_k = 1;
    parameters.typical_p = 0;
    parameters.top_p = 1;
    parameters.min_p = 0;
    parameters.xtc.emplace() = {.probability = 1, .threshold = 0};
    parameters.mirostat.emplace() = {.tau = 0, .eta = 0};
    EXPECT_TRUE(validate(parameters, 100));
}

}  // namespace
}  // namespace hearth
