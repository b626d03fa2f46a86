#include "model/rope.h"

#include "model/model_error.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr double kDefaultTheta = 10000.0;

/// The pair of dimensions that turns `turns` times within `context` tokens, as a real number.
double pair_with_turns(double turns, double context, double theta, double dimensions) {
    return dimensions * std::log(context / (turns * 2 * std::numbers::pi)) / (2 * std::log(theta));
}

/// YaRN by parts (Peng et al. 2023, arXiv:2309.00071, section 3.2): pairs that turn often keep their
/// frequency, pairs that turn less than once are slowed by `factor`, a ramp lies between.
struct Yarn {
    double factor = 1;
    double original_context = 0;
    double beta_fast = 32;
    double beta_slow = 1;

    void apply(std::vector<double>& inverse_frequency, double theta) const {
        const auto dimensions = 2.0 * static_cast<double>(inverse_frequency.size());
        const double low =
            std::max(0.0, std::floor(pair_with_turns(beta_fast, original_context, theta, dimensions)));
        double high = std::min(dimensions - 1,
                               std::ceil(pair_with_turns(beta_slow, original_context, theta, dimensions)));
        high = std::max(high, low + 0.001);  // a ramp of no length would divide by zero
        for (std::size_t pair = 0; pair < inverse_frequency.size(); ++pair) {
            const double slowed = std::clamp((static_cast<double>(pair) - low) / (high - low), 0.0, 1.0);
            inverse_frequency[pair] *= (1 - slowed) + slowed / factor;
        }
    }

    /// Longer contexts need sharper attention: cos and sin grow by this (section 3.3).
    double magnitude() const { return factor > 1 ? 0.1 * std::log(factor) + 1 : 1.0; }
};

Result<Yarn> read_yarn(const ArchitectureKeys& keys, const HyperParameters& hyper_parameters, double factor) {
    // Variants whose arithmetic differs from the paper's.
    HEARTH_TRY(keys.require_neutral("rope.scaling.yarn_ext_factor", 1));
    HEARTH_TRY(keys.require_neutral("rope.scaling.yarn_log_multiplier", 0));
    Yarn yarn{.factor = factor, .original_context = static_cast<double>(hyper_parameters.context_tokens)};
    HEARTH_TRY_ASSIGN(const auto context,
                      keys.find_count("rope.scaling.original_context_length", {1, 1U << 30U}));
    if (context) {
        yarn.original_context = *context;
    }
    HEARTH_TRY_ASSIGN(const auto fast, keys.find_number("rope.scaling.yarn_beta_fast", {1e-3, 1e6}));
    HEARTH_TRY_ASSIGN(const auto slow, keys.find_number("rope.scaling.yarn_beta_slow", {1e-3, 1e6}));
    yarn.beta_fast = fast.value_or(yarn.beta_fast);
    yarn.beta_slow = slow.value_or(yarn.beta_slow);

    // Some writers mean the whole magnitude, others a multiple of the usual one: only values on which both
    // agree or that are in use with one meaning pass (1 is written by models that want the usual magnitude).
    constexpr std::string_view kAttention = "rope.scaling.yarn_attn_factor";
    HEARTH_TRY_ASSIGN(const auto attention, keys.find_number(kAttention, {0, 1e3}));
    if (attention && *attention != 1 && std::abs(*attention - yarn.magnitude()) > 1e-4) {
        return model_error(ErrorCode::unsupported_feature, keys.file(), keys.full(kAttention),
                           "a magnitude other than the usual one is not supported",
                           fmt::format("{}", yarn.magnitude()), fmt::format("{}", *attention));
    }
    return yarn;
}

/// `rope.scaling.factor`, or the name it had before; absent means 1.
Result<double> read_factor(const ArchitectureKeys& keys) {
    HEARTH_TRY_ASSIGN(const auto factor, keys.find_number("rope.scaling.factor", {1e-3, 1e6}));
    if (factor) {
        return *factor;
    }
    HEARTH_TRY_ASSIGN(const auto old_name, keys.find_number("rope.scale_linear", {1e-3, 1e6}));
    return old_name.value_or(1.0);
}

Result<std::string> read_scaling_type(const ArchitectureKeys& keys) {
    constexpr std::string_view kType = "rope.scaling.type";
    HEARTH_TRY_ASSIGN(const auto type, keys.metadata().get<std::string>(keys.full(kType)));
    if (!type) {
        return std::string("linear");  // what a factor without a type means
    }
    if (*type != "none" && *type != "linear" && *type != "yarn") {
        return model_error(ErrorCode::unsupported_feature, keys.file(), keys.full(kType),
                           fmt::format("RoPE scaling '{}' is not supported", escaped(*type)),
                           "none, linear or yarn", escaped(*type));
    }
    return *type;
}

}  // namespace

std::vector<double> inverse_frequencies(double theta, std::uint32_t dimensions) {
    std::vector<double> out(dimensions / 2);
    for (std::size_t pair = 0; pair < out.size(); ++pair) {
        out[pair] = std::pow(theta, -2.0 * static_cast<double>(pair) / dimensions);
    }
    return out;
}

Result<std::uint32_t> rotated_dimensions(const ArchitectureKeys& keys,
                                         const HyperParameters& hyper_parameters) {
    constexpr std::string_view kDimensions = "rope.dimension_count";
    HEARTH_TRY_ASSIGN(const auto stated, keys.find_count(kDimensions, {2, hyper_parameters.head_dim}));
    const std::uint32_t dimensions = stated.value_or(hyper_parameters.head_dim);
    if (dimensions % 2 != 0) {
        return model_error(ErrorCode::bad_value, keys.file(), keys.full(kDimensions),
                           fmt::format("{} dimensions cannot be rotated in pairs", dimensions),
                           "an even number", fmt::format("{}", dimensions));
    }
    HEARTH_TRY(keys.require_neutral("rope.dimension_count_swa", dimensions));
    return dimensions;
}

Result<RopeSpec> scaled_rope(const ArchitectureKeys& keys, const HyperParameters& hyper_parameters,
                             RopeSpec::Pairing pairing, std::span<const float> divisors) {
    HEARTH_TRY_ASSIGN(const std::uint32_t dimensions, rotated_dimensions(keys, hyper_parameters));
    HEARTH_TRY_ASSIGN(const auto stated_theta, keys.find_number("rope.freq_base", kThetaRange));
    const double theta = stated_theta.value_or(kDefaultTheta);
    HEARTH_TRY(keys.require_neutral("rope.scaling.alpha", 0));
    HEARTH_TRY_ASSIGN(const auto attention_factor, keys.find_number("rope.scaling.attn_factor", {1e-3, 1e3}));

    RopeSpec rope{.pairing = pairing, .inverse_frequency = inverse_frequencies(theta, dimensions)};
    double magnitude = attention_factor.value_or(1.0);
    HEARTH_TRY_ASSIGN(const std::string type, read_scaling_type(keys));
    HEARTH_TRY_ASSIGN(const double factor, read_factor(keys));
    if (type == "linear") {
        for (double& frequency : rope.inverse_frequency) {
            frequency /= factor;
        }
    } else if (type == "yarn") {
        HEARTH_TRY_ASSIGN(const Yarn yarn, read_yarn(keys, hyper_parameters, factor));
        yarn.apply(rope.inverse_frequency, theta);
        magnitude *= yarn.magnitude();
    }
    for (std::size_t pair = 0; pair < divisors.size(); ++pair) {
        if (!(divisors[pair] > 0 && std::isfinite(divisors[pair]))) {
            return model_error(
                ErrorCode::bad_value, keys.file(), std::string(kRopeDivisors),
                fmt::format("value {} is {}, expected a positive number", pair, divisors[pair]),
                "positive numbers", fmt::format("{}", divisors[pair]));
        }
        rope.inverse_frequency[pair] /= divisors[pair];
    }
    rope.magnitude = static_cast<float>(magnitude);
    return rope;
}

}  // namespace hearth
