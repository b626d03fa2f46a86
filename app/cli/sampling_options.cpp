#include "cli/sampling_options.h"

#include "cli/arguments.h"

#include <cmath>
#include <limits>
#include <random>

namespace hearth::cli {
namespace {

constexpr Limits<float> kShare = {.least = 0, .most = 1};
constexpr Limits<float> kNotNegative = {.least = 0};
/// The engine compares every new piece of text with all stop strings.
constexpr std::size_t kMostStops = 64;
constexpr std::size_t kMostStopBytes = 4096;

void check_stops(const std::vector<std::string>& stops) {
    if (stops.size() > kMostStops) {
        throw WrongValue("--stop", fmt::format("given at most {} times", kMostStops),
                         fmt::format("given {} times", stops.size()));
    }
    for (const std::string& stop : stops) {
        if (stop.empty() || stop.size() > kMostStopBytes) {
            throw WrongValue("--stop", fmt::format("a text of 1 to {} bytes", kMostStopBytes),
                             stop.empty() ? "" : fmt::format("one of {} bytes", stop.size()));
        }
    }
}

std::optional<std::pair<TokenId, float>> parse_bias(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        return std::nullopt;
    }
    const auto token = parse_number<std::int32_t>(text.substr(0, equals));
    const auto bias = parse_number<float>(text.substr(equals + 1));
    if (!token || *token < 0 || !bias || std::isnan(*bias) ||
        *bias == std::numeric_limits<float>::infinity()) {
        return std::nullopt;
    }
    return std::pair{TokenId{*token}, *bias};
}

void add_token_options(CLI::App& app, SamplingOptions& options) {
    const auto read_biases = [&options](const CLI::results_t& results) {
        for (const std::string& text : results) {
            const auto bias = parse_bias(text);
            if (!bias) {
                throw WrongValue("--logit-bias", "ID=X, a token's id and a number (-inf bans the token)",
                                 text);
            }
            options.logit_bias.push_back(*bias);
        }
        return true;
    };
    const auto read_stop_tokens = [&options](const CLI::results_t& results) {
        for (const std::string& text : results) {
            options.stop_tokens.push_back(
                TokenId{read_number<std::int32_t>("--stop-token", text, {.least = 0})});
        }
        return true;
    };
    const auto many = [](CLI::Option* option, const char* type) {
        option->type_name(type)->allow_extra_args(false)->multi_option_policy(
            CLI::MultiOptionPolicy::TakeAll);
    };
    many(app.add_option("--logit-bias", read_biases, "Add to a token's logit; may be repeated"), "ID=X");
    many(app.add_option("--stop-token", read_stop_tokens, "Stop at this token; may be repeated"), "ID");
}

/// A penalty or cut that is on as soon as one of its options is given.
template <class Group, class... Values>
void turn_on(std::optional<Group>& group, const Values&... values) {
    if ((values.has_value() || ...)) {
        group = Group();
    }
}

template <class T>
void set(T& target, const std::optional<T>& value) {
    if (value) {
        target = *value;
    }
}

}  // namespace

void check_sampling(const SamplingOptions& options) {
    check_stops(options.stop_strings);
    for (const std::string& breaker : options.dry_breakers) {
        if (breaker.empty()) {
            throw WrongValue("--dry-breaker", "some text", breaker);
        }
    }
}

void add_sampling_options(CLI::App& app, SamplingOptions& options) {
    add_number(app, "--max-tokens", options.max_tokens, {.least = 1},
               "Longest answer in tokens (default: the context)");
    add_number(app, "--temperature", options.temperature, kNotNegative,
               "0 (default): always the most likely token");
    add_number(app, "--top-k", options.top_k, {.least = 1}, "Keep the N most likely tokens");
    add_number(app, "--top-p", options.top_p, kShare, "Keep the likeliest tokens that sum to X");
    add_number(app, "--min-p", options.min_p, kShare, "Drop tokens below X times the likeliest");
    add_number(app, "--typical-p", options.typical_p, kShare, "Keep the most typical tokens that sum to X");
    add_number(app, "--repetition-penalty", options.repetition_penalty, {.least = 0, .without_least = true},
               "Discourage tokens seen (above 1)");
    add_number(app, "--frequency-penalty", options.frequency_penalty, {}, "Discourage tokens per occurrence");
    add_number(app, "--presence-penalty", options.presence_penalty, {}, "Discourage tokens seen, once");
    add_number(app, "--penalty-window", options.penalty_window, {}, "Last N tokens that count as seen");
    add_number(app, "--dry-multiplier", options.dry_multiplier, kNotNegative,
               "Strength of the DRY repetition penalty");
    add_number(app, "--dry-base", options.dry_base, {.least = 1}, "Growth of the DRY penalty per token");
    add_number(app, "--dry-allowed-length", options.dry_allowed_length, {},
               "Repetitions up to N tokens are free");
    add_number(app, "--dry-window", options.dry_window, {}, "Last N tokens that DRY searches");
    add_texts(app, "--dry-breaker", options.dry_breakers,
              "Text that DRY does not match across; may be repeated");
    add_number(app, "--xtc-probability", options.xtc_probability, kShare,
               "Chance to exclude the top choices");
    add_number(app, "--xtc-threshold", options.xtc_threshold, kShare,
               "Probability from which a token is a top choice");
    app.add_flag("--mirostat", options.mirostat, "Draw with Mirostat 2 instead of the cuts above");
    add_number(app, "--mirostat-tau", options.mirostat_tau, kNotNegative,
               "Target surprise of Mirostat in bits");
    add_number(app, "--mirostat-eta", options.mirostat_eta, kNotNegative, "Learning rate of Mirostat");
    add_number(app, "--seed", options.seed, {}, "Same seed, same answer");
    add_texts(app, "--stop", options.stop_strings, "Stop before this text; may be repeated");
    add_token_options(app, options);
    app.add_flag("--ignore-eos", options.ignore_end, "Do not stop where the model ends its turn");
}

GenerateRequest generate_request(const SamplingOptions& options) {
    GenerateRequest request;
    request.max_tokens = options.max_tokens;
    request.stop_strings = options.stop_strings;
    request.stop_tokens = options.stop_tokens;
    request.end_tokens = options.ignore_end ? EndTokens::ignore : EndTokens::stop;

    SamplingParameters& sampling = request.sampling;
    sampling.logit_bias = options.logit_bias;
    set(sampling.repetition_penalty, options.repetition_penalty);
    set(sampling.frequency_penalty, options.frequency_penalty);
    set(sampling.presence_penalty, options.presence_penalty);
    set(sampling.penalty_window, options.penalty_window);
    turn_on(sampling.dry, options.dry_multiplier, options.dry_base, options.dry_allowed_length,
            options.dry_window);
    if (!options.dry_breakers.empty() && !sampling.dry) {
        sampling.dry = SamplingParameters::Dry();
    }
    if (sampling.dry) {
        set(sampling.dry->multiplier, options.dry_multiplier);
        set(sampling.dry->base, options.dry_base);
        set(sampling.dry->allowed_length, options.dry_allowed_length);
        set(sampling.dry->window, options.dry_window);
        if (!options.dry_breakers.empty()) {
            sampling.dry->breakers = options.dry_breakers;
        }
    }
    sampling.top_k = options.top_k;
    sampling.typical_p = options.typical_p;
    sampling.top_p = options.top_p;
    sampling.min_p = options.min_p;
    turn_on(sampling.xtc, options.xtc_probability, options.xtc_threshold);
    if (sampling.xtc) {
        set(sampling.xtc->probability, options.xtc_probability);
        set(sampling.xtc->threshold, options.xtc_threshold);
    }
    set(sampling.temperature, options.temperature);
    turn_on(sampling.mirostat, options.mirostat_tau, options.mirostat_eta);
    if (options.mirostat && !sampling.mirostat) {
        sampling.mirostat = SamplingParameters::Mirostat();
    }
    if (sampling.mirostat) {
        set(sampling.mirostat->tau, options.mirostat_tau);
        set(sampling.mirostat->eta, options.mirostat_eta);
    }
    sampling.seed = options.seed ? *options.seed : std::random_device{}();
    return request;
}

}  // namespace hearth::cli
