#include "cli/sampling_options.h"

#include "cli/arguments.h"

#include <random>

namespace hearth::cli {
namespace {

std::optional<std::pair<TokenId, float>> parse_bias(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        return std::nullopt;
    }
    const auto token = parse_number<std::int32_t>(text.substr(0, equals));
    const auto bias = parse_number<float>(text.substr(equals + 1));
    if (!token || !bias) {
        return std::nullopt;
    }
    return std::pair{TokenId{*token}, *bias};
}

void add_token_options(CLI::App& app, SamplingOptions& options) {
    const auto read_biases = [&options](const CLI::results_t& results) {
        for (const std::string& text : results) {
            const auto bias = parse_bias(text);
            if (!bias) {
                return false;
            }
            options.logit_bias.push_back(*bias);
        }
        return true;
    };
    const auto read_stop_tokens = [&options](const CLI::results_t& results) {
        for (const std::string& text : results) {
            const auto token = parse_number<std::int32_t>(text);
            if (!token) {
                return false;
            }
            options.stop_tokens.push_back(TokenId{*token});
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
        group.emplace();
    }
}

template <class T>
void set(T& target, const std::optional<T>& value) {
    if (value) {
        target = *value;
    }
}

}  // namespace

void add_sampling_options(CLI::App& app, SamplingOptions& options) {
    add_number(app, "--max-tokens", options.max_tokens, "Longest answer in tokens (default: the context)");
    add_number(app, "--temperature", options.temperature, "0 (default): always the most likely token");
    add_number(app, "--top-k", options.top_k, "Keep the N most likely tokens");
    add_number(app, "--top-p", options.top_p, "Keep the likeliest tokens that sum to X");
    add_number(app, "--min-p", options.min_p, "Drop tokens below X times the likeliest");
    add_number(app, "--typical-p", options.typical_p, "Keep the most typical tokens that sum to X");
    add_number(app, "--repetition-penalty", options.repetition_penalty, "Discourage tokens seen (above 1)");
    add_number(app, "--frequency-penalty", options.frequency_penalty, "Discourage tokens per occurrence");
    add_number(app, "--presence-penalty", options.presence_penalty, "Discourage tokens seen, once");
    add_number(app, "--penalty-window", options.penalty_window, "Last N tokens that count as seen");
    add_number(app, "--dry-multiplier", options.dry_multiplier, "Strength of the DRY repetition penalty");
    add_number(app, "--dry-base", options.dry_base, "Growth of the DRY penalty per token");
    add_number(app, "--dry-allowed-length", options.dry_allowed_length,
               "Repetitions up to N tokens are free");
    add_number(app, "--dry-window", options.dry_window, "Last N tokens that DRY searches");
    add_texts(app, "--dry-breaker", options.dry_breakers,
              "Text that DRY does not match across; may be repeated");
    add_number(app, "--xtc-probability", options.xtc_probability, "Chance to exclude the top choices");
    add_number(app, "--xtc-threshold", options.xtc_threshold,
               "Probability from which a token is a top choice");
    app.add_flag("--mirostat", options.mirostat, "Draw with Mirostat 2 instead of the cuts above");
    add_number(app, "--mirostat-tau", options.mirostat_tau, "Target surprise of Mirostat in bits");
    add_number(app, "--mirostat-eta", options.mirostat_eta, "Learning rate of Mirostat");
    add_number(app, "--seed", options.seed, "Same seed, same answer");
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
        sampling.dry.emplace();
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
        sampling.mirostat.emplace();
    }
    if (sampling.mirostat) {
        set(sampling.mirostat->tau, options.mirostat_tau);
        set(sampling.mirostat->eta, options.mirostat_eta);
    }
    sampling.seed = options.seed ? *options.seed : std::random_device{}();
    return request;
}

}  // namespace hearth::cli
