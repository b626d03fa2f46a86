#include "sampling/mirostat.h"

#include "sampling/draw.h"

#include <algorithm>
#include <cmath>

namespace hearth {

TokenId Mirostat::draw_token(std::vector<Candidate>& candidates, float temperature, double random,
                             Weights& scratch) {
    softmax(candidates, temperature, scratch);
    const double bar = std::exp2(-max_surprise_) * scratch.total;
    std::vector<Candidate> kept;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (scratch.of[i] >= bar) {
            kept.push_back(candidates[i]);
        }
    }
    if (kept.empty()) {
        kept.push_back(*std::ranges::min_element(candidates, likelier));
    }
    candidates = std::move(kept);
    softmax(candidates, temperature, scratch);
    const std::size_t drawn = draw(scratch, random);
    const double surprise = -std::log2(scratch.of[drawn] / scratch.total);
    max_surprise_ -= parameters_.eta * (surprise - parameters_.tau);
    return candidates[drawn].token;
}

}  // namespace hearth
