#pragma once

#include <hearth/error.h>
#include <hearth/ids.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hearth {

/// Natural-log probabilities at one generated token, before any sampling step.
struct TokenLogprobs {
    float chosen = 0;
    std::vector<std::pair<TokenId, float>> top;  ///< most likely first
};

/// The request has another place in the queue: it waits for memory or for its turn. Also said of one that ran
/// and had to give its memory back; it goes on by itself. Nothing is said when the wait ends: the next event
/// is another one.
struct Waiting {
    std::uint32_t position = 0;  ///< 1: next
};

/// A step computed more of the prompt without finishing it; the next one goes on. After a request lost its
/// memory this is said of all its tokens, those it generated included.
struct Prefilling {
    std::uint32_t done = 0;   ///< tokens whose KV is there, cached ones included
    std::uint32_t total = 0;  ///< tokens that come before the next generated one
};

/// The prompt has been computed; the first token follows.
struct Prefilled {
    std::uint32_t prompt_tokens = 0;
    std::uint32_t cached_tokens = 0;  ///< prompt tokens whose KV was not computed for this request
};

/// One more token. `text` is what it adds to the visible answer: whole UTF-8 characters, never part of a stop
/// string, never taken back; often empty.
struct Generated {
    TokenId token;
    std::string text;
    std::optional<TokenLogprobs> logprobs;
};

enum class FinishReason : std::uint8_t { stop, length, cancelled };

/// The request is done. `text` is what was held back and is part of the answer.
struct Finished {
    FinishReason reason = FinishReason::stop;
    std::string text;
    std::optional<std::string> stop_string;  ///< which one ended it
    std::uint32_t prompt_tokens = 0;
    std::uint32_t cached_tokens = 0;
    std::uint32_t generated_tokens = 0;
    std::chrono::nanoseconds time_to_first_token{};  ///< from submission
    std::chrono::nanoseconds decode_time{};          ///< first to last token
};

/// A ScoreRequest is done: log_probabilities[i] is that of tokens[i + 1].
struct Scored {
    std::vector<float> log_probabilities;
};

/// The request ends with an error; the engine goes on unless the code is engine_failed.
struct Failed {
    Error error;
};

struct Event {
    SequenceId request;
    std::variant<Waiting, Prefilling, Prefilled, Generated, Finished, Scored, Failed> what;
};

/// Whether an event is the last of its request.
bool is_final(const Event& event);

}  // namespace hearth
