#pragma once

#include <hearth/ids.h>

#include <cstddef>
#include <span>
#include <vector>

namespace hearth {

/// A token that may be drawn.
struct Candidate {
    TokenId token;
    float logit = 0;
};

/// Higher logit first, lower id among equals.
inline bool likelier(const Candidate& a, const Candidate& b) {
    return a.logit != b.logit ? a.logit > b.logit : a.token < b.token;
}

/// Every token that can be drawn, by id: NaN and −∞ are not; where there is +∞, nothing else is, and its
/// logit becomes 0. `candidates` is overwritten.
void collect_candidates(std::span<const float> logits, std::vector<Candidate>& candidates);

/// The `count` likeliest of them, likeliest first. Linear but for the few that are kept: a full sort of a
/// vocabulary would take longer than the rest of sampling.
void collect_likeliest(std::span<const float> logits, std::size_t count, std::vector<Candidate>& candidates);

}  // namespace hearth
