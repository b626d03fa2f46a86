#include "runtime/generation.h"

#include "runtime/log_probability.h"

#include <algorithm>

namespace hearth {
namespace {

std::vector<TokenId> end_tokens_of(const GenerateRequest& request, const Tokenizer& tokenizer) {
    std::vector<TokenId> tokens = request.stop_tokens;
    if (request.end_tokens == EndTokens::stop) {
        const std::span<const TokenId> model = tokenizer.end_tokens();
        tokens.insert(tokens.end(), model.begin(), model.end());
    }
    std::sort(tokens.begin(), tokens.end());
    return tokens;
}

}  // namespace

Generation::Generation(SequenceId id, GenerateRequest request, Sampler sampler, const Tokenizer& tokenizer,
                       std::uint32_t context_tokens, Clock::time_point submitted)
    : id_(id),
      sampler_(std::move(sampler)),
      text_(request.stop_strings),
      tokenizer_(&tokenizer),
      end_tokens_(end_tokens_of(request, tokenizer)),
      logprobs_(request.logprobs),
      prompt_tokens_(static_cast<std::uint32_t>(request.prompt.size())),
      max_tokens_(std::min(request.max_tokens.value_or(context_tokens), context_tokens - prompt_tokens_)),
      submitted_(submitted) {}

bool Generation::ends_turn(TokenId token) const {
    return std::binary_search(end_tokens_.begin(), end_tokens_.end(), token);
}

Result<Generation::Advance> Generation::advance(std::span<const TokenId> tokens,
                                                std::span<const float> logits) {
    HEARTH_TRY_ASSIGN(const TokenId token, sampler_.sample(logits, tokens, tokens.size()));
    last_token_ = Clock::now();
    if (generated_ == 0) {
        first_token_ = last_token_;
    }
    ++generated_;

    Advance result{{token, {}, std::nullopt}, std::nullopt};
    if (logprobs_) {
        result.generated.logprobs = token_logprobs(logits, token, *logprobs_);
    }
    if (ends_turn(token)) {
        result.finished = finish(FinishReason::stop);
        return result;
    }
    result.generated.text = text_.push(tokenizer_->token_bytes(token, Tokenizer::ShowControl::no));
    if (text_.stopped()) {
        result.finished = finish(FinishReason::stop);
    } else if (generated_ == max_tokens_) {
        result.finished = finish(FinishReason::length);
    }
    return result;
}

Finished Generation::finish(FinishReason reason) {
    Finished finished;
    finished.reason = reason;
    finished.text = text_.finish();
    finished.stop_string = text_.stop_string();
    finished.prompt_tokens = prompt_tokens_;
    finished.cached_tokens = cached_tokens_;
    finished.generated_tokens = generated_;
    if (generated_ > 0) {
        finished.time_to_first_token = first_token_ - submitted_;
        finished.decode_time = last_token_ - first_token_;
    }
    return finished;
}

}  // namespace hearth
