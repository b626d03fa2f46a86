#include "runtime/generation.h"

#include "sampling/log_probabilities.h"

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

Result<Generation> Generation::create(SequenceId id, const GenerateRequest& request,
                                      const std::shared_ptr<const Tokenizer>& tokenizer,
                                      std::uint32_t context_tokens, Clock::time_point submitted) {
    const auto token_text = [tokenizer](TokenId token) {
        return tokenizer->token_bytes(token, Tokenizer::ShowControl::no);
    };
    HEARTH_TRY_ASSIGN(Sampler sampler,
                      Sampler::create(request.sampling,
                                      static_cast<std::uint32_t>(tokenizer->vocabulary_size()), token_text));
    HEARTH_TRY_ASSIGN(TextStream text, TextStream::create(request.stop_strings));
    return Generation(id, request, std::move(sampler), std::move(text), tokenizer, context_tokens, submitted);
}

Generation::Generation(SequenceId id, const GenerateRequest& request, Sampler sampler, TextStream text,
                       std::shared_ptr<const Tokenizer> tokenizer, std::uint32_t context_tokens,
                       Clock::time_point submitted)
    : id_(id),
      sampler_(std::move(sampler)),
      text_(std::move(text)),
      tokenizer_(std::move(tokenizer)),
      end_tokens_(end_tokens_of(request, *tokenizer_)),
      logprobs_(request.logprobs),
      prompt_tokens_(static_cast<std::uint32_t>(request.prompt.size())),
      max_tokens_(std::min(request.max_tokens.value_or(context_tokens), context_tokens - prompt_tokens_)),
      submitted_(submitted) {}

bool Generation::ends_turn(TokenId token) const {
    return std::binary_search(end_tokens_.begin(), end_tokens_.end(), token);
}

Result<Generation::Advance> Generation::advance(std::span<const TokenId> tokens, std::span<float> logits) {
    HEARTH_TRY_ASSIGN(const TokenId token, sampler_.sample(logits, tokens, tokens.size()));
    last_token_ = Clock::now();
    if (generated_ == 0) {
        first_token_ = last_token_;
    }
    ++generated_;

    Advance result{{token, {}, std::nullopt}, std::nullopt};
    if (logprobs_) {
        result.generated.logprobs = log_probabilities(logits, token, *logprobs_);
    }
    if (ends_turn(token)) {
        result.finished = finish(FinishReason::stop);
        return result;
    }
    result.generated.text = text_.append(tokenizer_->token_bytes(token, Tokenizer::ShowControl::no));
    if (text_.stop_string()) {
        result.finished = finish(FinishReason::stop);
    } else if (generated_ == max_tokens_) {
        result.finished = finish(FinishReason::length);
    }
    return result;
}

Finished Generation::finish(FinishReason reason) {
    Finished finished;
    finished.reason = reason;
    finished.text = reason == FinishReason::cancelled ? text_.cut() : text_.finish();
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
