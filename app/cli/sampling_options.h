#pragma once

#include <hearth/request.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace hearth::cli {

/// Options that say how an answer is drawn and where it ends.
struct SamplingOptions {
    std::optional<float> temperature, top_p, min_p, typical_p;
    std::optional<std::uint32_t> top_k, penalty_window;
    std::optional<float> repetition_penalty, frequency_penalty, presence_penalty;
    std::optional<float> dry_multiplier, dry_base;
    std::optional<std::uint32_t> dry_allowed_length, dry_window;
    std::vector<std::string> dry_breakers;
    std::optional<float> xtc_probability, xtc_threshold;
    bool mirostat = false;
    std::optional<float> mirostat_tau, mirostat_eta;
    std::vector<std::pair<TokenId, float>> logit_bias;
    std::optional<std::uint64_t> seed;
    std::optional<std::uint32_t> max_tokens;
    bool ignore_end = false;
    std::vector<std::string> stop_strings;
    std::vector<TokenId> stop_tokens;
};

void add_sampling_options(CLI::App& app, SamplingOptions& options);

/// Throws WrongValue for texts that no request can have, once the command line is read.
void check_sampling(const SamplingOptions& options);

/// A request with these options and no prompt. Without --seed every request draws differently.
GenerateRequest generate_request(const SamplingOptions& options);

}  // namespace hearth::cli
