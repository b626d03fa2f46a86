#pragma once

#include "sampling/candidates.h"
#include "sampling/dry.h"
#include "sampling/mirostat.h"
#include "sampling/philox.h"
#include "sampling/softmax.h"

#include <hearth/ids.h>
#include <hearth/request.h>
#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hearth {

/// Draws the tokens of one sequence: logit bias, penalties, DRY, then the cuts (top-k, typical, top-p, min-p,
/// XTC) or mirostat, temperature, the draw. The random numbers depend on the seed and the token's position
/// alone.
class Sampler {
 public:
    /// invalid_request names what is wrong with the parameters. `token_text` is asked by DRY alone and may be
    /// empty without it (invalid_request with it).
    static Result<Sampler> create(SamplingParameters parameters, std::uint32_t vocabulary_size,
                                  TokenText token_text = {});

    /// The token at `position` after `history` (the whole sequence so far, growing at its end from call to
    /// call). `logits` has at least vocabulary_size entries, those beyond are padding and are not looked at.
    /// They are scratch while it runs and as before when it returns. NaN counts as −∞; backend_failed when no
    /// token is above −∞.
    Result<TokenId> sample(std::span<float> logits, std::span<const TokenId> history, std::uint64_t position);

    const SamplingParameters& parameters() const { return parameters_; }

 private:
    Sampler(SamplingParameters parameters, std::uint32_t vocabulary_size, TokenText token_text);
    bool takes_the_highest() const;
    void cut(std::span<const float> logits, const TokenRandomness& random);

    SamplingParameters parameters_;
    std::uint32_t vocabulary_size_;
    std::optional<Dry> dry_;
    std::optional<Mirostat> mirostat_;
    std::vector<Candidate> candidates_;  ///< kept for their memory
    Weights weights_;
};

}  // namespace hearth
