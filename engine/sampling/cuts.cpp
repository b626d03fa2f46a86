#include "sampling/cuts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hearth {

namespace {

/// A candidate in an order of preference.
struct Ranked {
    double rank = 0;  ///< lowest first
    TokenId token;    ///< lowest first among equals
    float weight = 0;

    bool operator<(const Ranked& other) const {
        return rank != other.rank ? rank < other.rank : token < other.token;
    }
};

/// The last entry that is needed, best first, for the weights to reach `wanted`. Linear on average: halves
/// the part in which it lies; a sort of a whole vocabulary would take longer than the rest of sampling. At
/// least one entry.
Ranked last_needed(std::vector<Ranked>& entries, double wanted) {
    auto begin = entries.begin();
    auto end = entries.end();
    double mass = 0;  // before `begin`
    while (end - begin > 1) {
        const auto middle = begin + (end - begin) / 2;
        std::nth_element(begin, middle, end);
        double half = 0;
        for (auto entry = begin; entry != middle; ++entry) {
            half += entry->weight;
        }
        if (mass + half >= wanted) {
            end = middle;
        } else {
            mass += half;
            begin = middle;
        }
    }
    return *begin;
}

}  // namespace

void keep_typical(float p, std::vector<Candidate>& candidates, Weights& scratch) {
    softmax(candidates, 1.0F, scratch);
    const float top = std::ranges::min_element(candidates, likelier)->logit;
    const double log_total = std::log(scratch.total);
    const auto surprise = [&](const Candidate& candidate) {
        return log_total - (double{candidate.logit} - top);
    };
    double entropy = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        entropy += scratch.of[i] / scratch.total * surprise(candidates[i]);
    }
    std::vector<Ranked> entries;
    entries.reserve(candidates.size());
    const auto ranked = [&](const Candidate& candidate, float weight) {
        return Ranked{std::abs(surprise(candidate) - entropy), candidate.token, weight};
    };
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        entries.push_back(ranked(candidates[i], scratch.of[i]));
    }
    const double wanted = double{p} * scratch.total;
    const Ranked last = last_needed(entries, std::nextafter(wanted, 2 * scratch.total));
    std::erase_if(candidates, [&](const Candidate& candidate) { return last < ranked(candidate, 0); });
}

void keep_top_p(float p, std::vector<Candidate>& candidates, Weights& scratch) {
    softmax(candidates, 1.0F, scratch);
    // All tokens below this together have less than 1 − p, so none of them is needed.
    const double bar = (1.0 - p) * scratch.total / static_cast<double>(candidates.size()) * (1 - 1e-6);
    std::vector<Ranked> entries;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (scratch.of[i] >= bar) {
            entries.push_back({-double{candidates[i].logit}, candidates[i].token, scratch.of[i]});
        }
    }
    const Ranked last = last_needed(entries, double{p} * scratch.total);
    std::erase_if(candidates, [&](const Candidate& candidate) {
        return last < Ranked{-double{candidate.logit}, candidate.token, 0};
    });
}

void keep_min_p(float p, std::vector<Candidate>& candidates) {
    const float top = std::ranges::min_element(candidates, likelier)->logit;
    const double bar = top + std::log(double{p});
    std::erase_if(candidates, [&](const Candidate& candidate) { return candidate.logit < bar; });
}

void exclude_top_choices(const SamplingParameters::Xtc& xtc, double random,
                         std::vector<Candidate>& candidates, Weights& scratch) {
    if (random >= xtc.probability) {
        return;
    }
    softmax(candidates, 1.0F, scratch);
    const double bar = double{xtc.threshold} * scratch.total;
    std::optional<std::size_t> least;  // likely of the top choices
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (scratch.of[i] >= bar && (!least || likelier(candidates[*least], candidates[i]))) {
            least = i;
        }
    }
    if (!least) {
        return;
    }
    const Candidate kept = candidates[*least];
    std::erase_if(candidates, [&](const Candidate& candidate) { return likelier(candidate, kept); });
}

}  // namespace hearth
