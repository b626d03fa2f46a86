#pragma once

#include <hearth/ids.h>

#include <cstdint>
#include <span>
#include <vector>

namespace hearth {

/// One ScoreRequest while it runs: collects the log-probability of each token given those before it.
class Scoring {
 public:
    explicit Scoring(std::vector<TokenId> tokens) : tokens_(std::move(tokens)) {}

    /// The logits at `position`, which predict the token after it. Positions come in order; one that was
    /// computed again, or the last one, adds nothing.
    void advance(std::uint32_t position, std::span<const float> logits);

    bool done() const { return log_probabilities_.size() + 1 == tokens_.size(); }
    std::vector<float> take_result() { return std::move(log_probabilities_); }

 private:
    std::vector<TokenId> tokens_;
    std::vector<float> log_probabilities_;
};

}  // namespace hearth
