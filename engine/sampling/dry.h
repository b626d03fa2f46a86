#pragma once

#include "sampling/edited_logits.h"
#include "sampling/string_matcher.h"

#include <hearth/ids.h>
#include <hearth/request.h>

#include <functional>
#include <span>
#include <string>
#include <unordered_map>

namespace hearth {

/// The bytes a token stands for in running text.
using TokenText = std::function<std::string(TokenId)>;

/// DRY, "don't repeat yourself": a token that would continue a repetition of earlier text is penalized by
/// multiplier · base^(length of the repetition − allowed_length). Repetitions do not reach across a breaker.
/// (p-e-w, github.com/oobabooga/text-generation-webui pull request 5677.)
class Dry {
 public:
    Dry(SamplingParameters::Dry parameters, TokenText token_text);

    /// `history` grows at its end from call to call. Linear in the window.
    void penalize(std::span<const TokenId> history, EditedLogits& logits);

 private:
    std::size_t tokens_since_breaker(std::span<const TokenId> history);
    const std::string& text(TokenId token);

    SamplingParameters::Dry parameters_;
    TokenText token_text_;
    StringMatcher breakers_;
    std::unordered_map<TokenId, std::string> texts_;  ///< of the tokens met so far

    std::size_t read_ = 0;           ///< tokens of the history that went through the matcher or were skipped
    std::size_t unbroken_from_ = 0;  ///< index after the last token in which a breaker ended
    StringMatcher::State state_ = StringMatcher::kStart;
};

/// For every token that would continue a repetition of the end of `recent`: the length of the longest one,
/// not counting the token itself, cut to `limit`; none below `shortest`.
std::unordered_map<TokenId, std::size_t> repetitions(std::span<const TokenId> recent, std::size_t shortest,
                                                     std::size_t limit);

}  // namespace hearth
