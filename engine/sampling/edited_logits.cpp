#include "sampling/edited_logits.h"

namespace hearth {

EditedLogits::~EditedLogits() {
    for (; !undo_.empty(); undo_.pop_back()) {
        logits_[static_cast<std::size_t>(undo_.back().first.value)] = undo_.back().second;
    }
}

void EditedLogits::set(TokenId token, float logit) {
    float& entry = logits_[static_cast<std::size_t>(token.value)];
    undo_.emplace_back(token, entry);
    entry = logit;
}

}  // namespace hearth
