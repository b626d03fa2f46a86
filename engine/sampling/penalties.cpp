#include "sampling/penalties.h"

#include <algorithm>
#include <vector>

namespace hearth {

void add_logit_bias(const SamplingParameters& parameters, EditedLogits& logits) {
    for (const auto& [token, bias] : parameters.logit_bias) {
        logits.set(token, logits[token] + bias);
    }
}

void penalize_repetition(const SamplingParameters& parameters, std::span<const TokenId> history,
                         EditedLogits& logits) {
    const bool is_off = parameters.repetition_penalty == 1.0F && parameters.frequency_penalty == 0.0F &&
                        parameters.presence_penalty == 0.0F;
    if (is_off) {
        return;
    }
    const auto recent = history.last(std::min<std::size_t>(history.size(), parameters.penalty_window));
    std::vector<TokenId> seen(recent.begin(), recent.end());
    std::ranges::sort(seen);
    for (auto run = seen.begin(); run != seen.end();) {
        const TokenId token = *run;
        const auto end = std::upper_bound(run, seen.end(), token);
        const auto count = static_cast<float>(end - run);
        run = end;
        if (!logits.has(token)) {
            continue;
        }
        const float logit = logits[token];
        const float repeated =
            logit > 0 ? logit / parameters.repetition_penalty : logit * parameters.repetition_penalty;
        logits.set(token, repeated - count * parameters.frequency_penalty - parameters.presence_penalty);
    }
}

}  // namespace hearth
