#include "sampling/validate.h"

#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace hearth {

namespace {

Error wrong(std::string field, std::string expected, std::string actual) {
    Error error{ErrorCode::invalid_request, fmt::format("{} must be {}, it is {}", field, expected, actual)};
    error.details.field = std::move(field);
    error.details.expected = std::move(expected);
    error.details.actual = std::move(actual);
    return error;
}

/// Values of a member: from `lowest` to `highest`, never NaN or infinite.
struct Range {
    std::string_view field;
    float value = 0;
    float lowest = 0;
    float highest = 0;
    std::string_view description;
};

Status check(const Range& range) {
    if (std::isfinite(range.value) && range.value >= range.lowest && range.value <= range.highest) {
        return {};
    }
    return wrong(std::string(range.field), std::string(range.description), fmt::format("{}", range.value));
}

constexpr float kMost = std::numeric_limits<float>::max();
constexpr float kLeast = std::numeric_limits<float>::lowest();
constexpr float kAboveZero = std::numeric_limits<float>::min();
constexpr std::string_view kShare = "a number from 0 to 1";
constexpr std::string_view kPositive = "a number above 0";
constexpr std::string_view kNotNegative = "a number, 0 or more";

}  // namespace

Status validate(const SamplingParameters& parameters) {
    for (std::size_t i = 0; i < parameters.logit_bias.size(); ++i) {
        const auto& [token, bias] = parameters.logit_bias[i];
        if (token.value < 0) {
            return wrong(fmt::format("logit_bias[{}]", i), "for a token of the vocabulary",
                         fmt::format("for token {}", token.value));
        }
        if (std::isnan(bias) || bias == std::numeric_limits<float>::infinity()) {
            return wrong(fmt::format("logit_bias[{}]", i), "a number, or -inf to ban the token",
                         fmt::format("{}", bias));
        }
    }
    HEARTH_TRY(check({"repetition_penalty", parameters.repetition_penalty, kAboveZero, kMost, kPositive}));
    HEARTH_TRY(check({"frequency_penalty", parameters.frequency_penalty, kLeast, kMost, "a number"}));
    HEARTH_TRY(check({"presence_penalty", parameters.presence_penalty, kLeast, kMost, "a number"}));
    if (parameters.dry) {
        HEARTH_TRY(check({"dry.multiplier", parameters.dry->multiplier, 0, kMost, kNotNegative}));
        HEARTH_TRY(check({"dry.base", parameters.dry->base, 1, kMost, "a number, 1 or more"}));
        for (std::size_t i = 0; i < parameters.dry->breakers.size(); ++i) {
            if (parameters.dry->breakers[i].empty()) {
                return wrong(fmt::format("dry.breakers[{}]", i), "some text", "empty");
            }
        }
    }
    if (parameters.top_k == 0U) {
        return wrong("top_k", "at least 1", "0");
    }
    HEARTH_TRY(check({"typical_p", parameters.typical_p.value_or(1), 0, 1, kShare}));
    HEARTH_TRY(check({"top_p", parameters.top_p.value_or(1), 0, 1, kShare}));
    HEARTH_TRY(check({"min_p", parameters.min_p.value_or(0), 0, 1, kShare}));
    if (parameters.xtc) {
        HEARTH_TRY(check({"xtc.probability", parameters.xtc->probability, 0, 1, kShare}));
        HEARTH_TRY(check({"xtc.threshold", parameters.xtc->threshold, 0, 1, kShare}));
    }
    HEARTH_TRY(check({"temperature", parameters.temperature, 0, kMost, kNotNegative}));
    if (parameters.mirostat) {
        HEARTH_TRY(check({"mirostat.tau", parameters.mirostat->tau, 0, kMost, kNotNegative}));
        HEARTH_TRY(check({"mirostat.eta", parameters.mirostat->eta, 0, kMost, kNotNegative}));
    }
    return {};
}

Status validate(const SamplingParameters& parameters, std::uint32_t vocabulary_size) {
    HEARTH_TRY(validate(parameters));
    for (std::size_t i = 0; i < parameters.logit_bias.size(); ++i) {
        const std::int32_t token = parameters.logit_bias[i].first.value;
        if (static_cast<std::uint32_t>(token) >= vocabulary_size) {
            return wrong(fmt::format("logit_bias[{}]", i),
                         fmt::format("for a token below {}", vocabulary_size),
                         fmt::format("for token {}", token));
        }
    }
    return {};
}

}  // namespace hearth
