#pragma once

#include <hearth/ids.h>

#include <span>
#include <utility>
#include <vector>

namespace hearth {

/// A row of logits with a few changes, which are undone at the end: log-probabilities are those of the raw
/// logits.
class EditedLogits {
 public:
    explicit EditedLogits(std::span<float> logits) : logits_(logits) {}
    EditedLogits(const EditedLogits&) = delete;
    EditedLogits(EditedLogits&&) = delete;
    EditedLogits& operator=(const EditedLogits&) = delete;
    EditedLogits& operator=(EditedLogits&&) = delete;
    ~EditedLogits() { undo(); }

    std::span<const float> values() const { return logits_; }
    /// Whether the row has a logit for the token.
    bool has(TokenId token) const {
        return token.value >= 0 && static_cast<std::size_t>(token.value) < logits_.size();
    }
    float operator[](TokenId token) const { return logits_[static_cast<std::size_t>(token.value)]; }
    void set(TokenId token, float logit);
    void undo();

 private:
    std::span<float> logits_;
    std::vector<std::pair<TokenId, float>> changes_;  ///< token and logit before
};

}  // namespace hearth
