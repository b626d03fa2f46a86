#include "sampling/sampler.h"

#include "sampling/argmax.h"
#include "sampling/cuts.h"
#include "sampling/draw.h"
#include "sampling/edited_logits.h"
#include "sampling/penalties.h"
#include "sampling/validate.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

Error nothing_to_draw(std::uint64_t position, bool was_possible) {
    if (!was_possible) {
        return {ErrorCode::backend_failed,
                fmt::format("no token can be drawn at position {}: every logit is NaN or -inf", position)};
    }
    Error error{ErrorCode::invalid_request,
                fmt::format("logit_bias and the penalties exclude every token at position {}", position)};
    error.details.field = "logit_bias";
    return error;
}

}  // namespace

Result<Sampler> Sampler::create(SamplingParameters parameters, std::uint32_t vocabulary_size,
                                TokenText token_text) {
    HEARTH_TRY(validate(parameters, vocabulary_size));
    if (parameters.dry && !token_text) {
        Error error{ErrorCode::invalid_request, "dry needs the text of the tokens, and there is none"};
        error.details.field = "dry";
        return error;
    }
    return Sampler(std::move(parameters), vocabulary_size, std::move(token_text));
}

Sampler::Sampler(SamplingParameters parameters, std::uint32_t vocabulary_size, TokenText token_text)
    : parameters_(std::move(parameters)), vocabulary_size_(vocabulary_size) {
    if (parameters_.dry) {
        dry_.emplace(*parameters_.dry, std::move(token_text));
    }
    if (parameters_.mirostat) {
        mirostat_.emplace(*parameters_.mirostat);
    }
}

Result<TokenId> Sampler::sample(std::span<float> logits, std::span<const TokenId> history,
                                std::uint64_t position) {
    if (logits.size() < vocabulary_size_) {
        return Error{ErrorCode::backend_failed, fmt::format("the model gave {} logits for a vocabulary of {}",
                                                            logits.size(), vocabulary_size_)};
    }
    EditedLogits edited(logits.first(vocabulary_size_));
    add_logit_bias(parameters_, edited);
    penalize_repetition(parameters_, history, edited);
    if (dry_) {
        dry_->penalize(history, edited);
    }
    const auto highest = argmax(edited.values());
    if (!highest) {
        edited.undo();
        return nothing_to_draw(position, argmax(edited.values()).has_value());
    }
    if (takes_the_highest()) {
        return *highest;
    }
    const auto random = TokenRandomness::at(parameters_.seed, position);
    if (mirostat_) {
        collect_candidates(edited.values(), candidates_);
        return mirostat_->draw_token(candidates_, parameters_.temperature, random.draw, weights_);
    }
    cut(edited.values(), random);
    if (parameters_.temperature == 0.0F) {
        return std::ranges::min_element(candidates_, likelier)->token;
    }
    softmax(candidates_, parameters_.temperature, weights_);
    return candidates_[draw(weights_, random.draw)].token;
}

/// Greedy, and no step could remove the most likely token.
bool Sampler::takes_the_highest() const {
    return parameters_.temperature == 0.0F && (mirostat_ || (!parameters_.typical_p && !parameters_.xtc));
}

void Sampler::cut(std::span<const float> logits, const TokenRandomness& random) {
    if (parameters_.top_k) {
        collect_likeliest(logits, *parameters_.top_k, candidates_);
    } else {
        collect_candidates(logits, candidates_);
    }
    // At 1 a cut keeps everything, which rounding must not change.
    if (parameters_.typical_p && *parameters_.typical_p < 1.0F) {
        keep_typical(*parameters_.typical_p, candidates_, weights_);
    }
    if (parameters_.top_p && *parameters_.top_p < 1.0F) {
        keep_top_p(*parameters_.top_p, candidates_, weights_);
    }
    if (parameters_.min_p && *parameters_.min_p > 0.0F) {
        keep_min_p(*parameters_.min_p, candidates_);
    }
    if (parameters_.xtc) {
        exclude_top_choices(*parameters_.xtc, random.xtc, candidates_, weights_);
    }
}

}  // namespace hearth
