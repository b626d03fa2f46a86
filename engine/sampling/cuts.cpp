#include "sampling/cuts.h"

#include <algorithm>
#include <cmath>

namespace hearth {

void keep_typical(float p, std::vector<Candidate>& candidates, Weights& scratch) {
    softmax(candidates, 1.0F, scratch);
    const float top = std::ranges::min_element(candidates, likelier)->logit;
    const double log_total = std::log(scratch.total);
    const auto surprise = [&](std::size_t i) { return log_total - (double{candidates[i].logit} - top); };
    double entropy = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        entropy += scratch.of[i] / scratch.total * surprise(i);
    }
    struct Entry {
        double distance;
        std::size_t index;
    };
    std::vector<Entry> heap;
    heap.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        heap.push_back({std::abs(surprise(i) - entropy), i});
    }
    const auto less_typical = [&](const Entry& a, const Entry& b) {
        return a.distance != b.distance ? a.distance > b.distance
                                        : likelier(candidates[b.index], candidates[a.index]);
    };
    std::ranges::make_heap(heap, less_typical);
    std::vector<Candidate> kept;
    double mass = 0;
    while (!heap.empty() && (kept.empty() || mass <= double{p} * scratch.total)) {
        const std::size_t index = heap.front().index;
        mass += scratch.of[index];
        kept.push_back(candidates[index]);
        std::ranges::pop_heap(heap, less_typical);
        heap.pop_back();
    }
    candidates = std::move(kept);
}

void keep_top_p(float p, std::vector<Candidate>& candidates, Weights& scratch) {
    softmax(candidates, 1.0F, scratch);
    const double wanted = double{p} * scratch.total;
    const float top = std::ranges::min_element(candidates, likelier)->logit;
    // Most often a few hundred hold the mass; sorts more only where they do not.
    std::size_t sorted = 0;
    double mass = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (i == sorted) {
            sorted = std::min(candidates.size(), std::max<std::size_t>(256, 8 * sorted));
            sort_front(std::span(candidates).subspan(i), sorted - i);
        }
        mass += std::exp(double{candidates[i].logit} - top);
        if (mass >= wanted) {
            candidates.resize(i + 1);
            return;
        }
    }
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
