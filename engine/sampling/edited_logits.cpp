#include "sampling/edited_logits.h"

namespace hearth {

void EditedLogits::undo() {
    for (; !changes_.empty(); changes_.pop_back()) {
        logits_[static_cast<std::size_t>(changes_.back().first.value)] = changes_.back().second;
    }
}

void EditedLogits::set(TokenId token, float logit) {
    float& entry = logits_[static_cast<std::size_t>(token.value)];
    changes_.emplace_back(token, entry);
    entry = logit;
}

}  // namespace hearth
