#include "sampling/candidates.h"

#include "sampling/argmax.h"

#include <algorithm>
#include <limits>

namespace hearth {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The tokens of logit +∞; true when there is one.
bool collect_infinite(std::span<const float> logits, std::vector<Candidate>& candidates) {
    candidates.clear();
    if (highest(logits) < kInfinity) {
        return false;
    }
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (logits[i] == kInfinity) {
            candidates.push_back({TokenId{static_cast<std::int32_t>(i)}, 0.0F});
        }
    }
    return true;
}

}  // namespace

void collect_candidates(std::span<const float> logits, std::vector<Candidate>& candidates) {
    if (collect_infinite(logits, candidates)) {
        return;
    }
    candidates.reserve(logits.size());
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (logits[i] > -kInfinity) {
            candidates.push_back({TokenId{static_cast<std::int32_t>(i)}, logits[i]});
        }
    }
}

void collect_likeliest(std::span<const float> logits, std::size_t count, std::vector<Candidate>& candidates) {
    if (collect_infinite(logits, candidates)) {
        candidates.resize(std::min(count, candidates.size()));
        return;
    }
    // Gathers what is above a bar, and whenever that is four times too much raises the bar to the count-th
    // best so far. Ids ascend, so an equal logit that comes later never displaces one that is in.
    const std::size_t room = std::max<std::size_t>(4 * count, 64);
    float bar = -kInfinity;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (!(logits[i] > bar)) {
            continue;
        }
        candidates.push_back({TokenId{static_cast<std::int32_t>(i)}, logits[i]});
        if (candidates.size() == room) {
            const auto last = candidates.begin() + static_cast<std::ptrdiff_t>(count) - 1;
            std::nth_element(candidates.begin(), last, candidates.end(), likelier);
            candidates.resize(count);
            bar = candidates.back().logit;
        }
    }
    std::sort(candidates.begin(), candidates.end(), likelier);
    candidates.resize(std::min(count, candidates.size()));
}

}  // namespace hearth
