#pragma once

#include "sampling/sampler.h"
#include "sampling/text_stream.h"

#include <hearth/event.h>
#include <hearth/request.h>
#include <hearth/tokenizer.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hearth {

/// One GenerateRequest while it runs: draws its tokens, turns them into text, and knows when it is over.
class Generation {
 public:
    using Clock = std::chrono::steady_clock;

    /// Of a request that check_request passed. invalid_request or invalid_utf8 where its sampling parameters
    /// or stop strings cannot be followed.
    static Result<Generation> create(SequenceId id, const GenerateRequest& request,
                                     const std::shared_ptr<const Tokenizer>& tokenizer,
                                     std::uint32_t context_tokens, Clock::time_point submitted);

    SequenceId id() const { return id_; }
    bool started() const { return generated_ > 0; }
    void set_cached_tokens(std::uint32_t count) { cached_tokens_ = count; }
    std::uint32_t prompt_tokens() const { return prompt_tokens_; }
    std::uint32_t cached_tokens() const { return cached_tokens_; }

    /// What one more token did.
    struct Advance {
        Generated generated;
        std::optional<Finished> finished;
    };
    /// Draws the token after `tokens` (prompt and what was generated) from its logits.
    Result<Advance> advance(std::span<const TokenId> tokens, std::span<float> logits);

    /// The end, with the text that was held back.
    Finished finish(FinishReason reason);

 private:
    Generation(SequenceId id, const GenerateRequest& request, Sampler sampler, TextStream text,
               std::shared_ptr<const Tokenizer> tokenizer, std::uint32_t context_tokens,
               Clock::time_point submitted);
    bool ends_turn(TokenId token) const;

    SequenceId id_;
    Sampler sampler_;
    TextStream text_;
    std::shared_ptr<const Tokenizer> tokenizer_;
    std::vector<TokenId> end_tokens_;  ///< sorted
    std::optional<std::uint32_t> logprobs_;
    std::uint32_t prompt_tokens_;
    std::uint32_t max_tokens_;
    std::uint32_t cached_tokens_ = 0;
    std::uint32_t generated_ = 0;
    Clock::time_point submitted_;
    Clock::time_point first_token_;
    Clock::time_point last_token_;
};

}  // namespace hearth
