#pragma once

#include <hearth/ids.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hearth {

/// How the next token is drawn. Defaults leave the model's distribution unchanged at temperature 1; every
/// step is off unless set. Steps run in the order of the members.
struct SamplingParameters {
    std::vector<std::pair<TokenId, float>> logit_bias;  ///< added to the logits
    float repetition_penalty = 1.0F;  ///< > 1 discourages tokens seen (Keskar et al. 2019, arXiv:1909.05858)
    float frequency_penalty = 0.0F;   ///< per occurrence
    float presence_penalty = 0.0F;    ///< once
    std::uint32_t penalty_window = 64;  ///< last tokens that count as seen
    struct Dry {                        ///< "don't repeat yourself" sequence penalty
        float multiplier = 0.8F;
        float base = 1.75F;
        std::uint32_t allowed_length = 2;
        std::uint32_t window = 1024;  ///< last tokens searched
        std::vector<std::string> breakers = {"\n", ":", "\"", "*"};
    };
    std::optional<Dry> dry;
    std::optional<std::uint32_t> top_k;
    std::optional<float> typical_p;  ///< Meister et al. 2022, arXiv:2202.00666
    std::optional<float> top_p;      ///< Holtzman et al. 2020, arXiv:1904.09751
    std::optional<float> min_p;      ///< relative to the most likely token
    struct Xtc {                     ///< exclude top choices
        float probability = 0.5F;
        float threshold = 0.1F;
    };
    std::optional<Xtc> xtc;
    float temperature = 0.0F;  ///< 0: greedy (highest logit, lowest id among equals)
    struct Mirostat {          ///< version 2 (Basu et al. 2021, arXiv:2007.14966); replaces the cuts above
        float tau = 5.0F;
        float eta = 0.1F;
    };
    std::optional<Mirostat> mirostat;
    std::uint64_t seed = 0;  ///< draws depend on (seed, position) alone, never on the batch
};

/// What to do when a token that ends a turn is drawn.
enum class EndTokens : std::uint8_t { stop, ignore };

/// A prompt and how to continue it. Goes to the engine by value.
struct GenerateRequest {
    std::vector<TokenId> prompt;  ///< BOS included where wanted; not empty
    /// Length of the prefix that the next turn will render the same way (the prompt without the generation
    /// prompt); the prefix cache keeps KV up to here, partial block included.
    std::optional<std::uint32_t> stable_prefix;
    std::optional<std::uint32_t> max_tokens;  ///< absent: up to the end of the context
    SamplingParameters sampling;
    std::vector<std::string> stop_strings;  ///< text from the first of them on is never shown
    std::vector<TokenId> stop_tokens;       ///< besides the model's end tokens
    EndTokens end_tokens = EndTokens::stop;
    std::optional<std::uint32_t>
        logprobs;               ///< how many alternatives to report per token; 0: the chosen one alone
    std::int32_t priority = 0;  ///< higher runs first (the visible tab)
};

/// Asks for the log-probability of every token of `tokens` given those before it (perplexity).
struct ScoreRequest {
    std::vector<TokenId> tokens;  ///< at least 2
    std::int32_t priority = 0;
};

}  // namespace hearth
