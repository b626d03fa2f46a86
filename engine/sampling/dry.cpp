#include "sampling/dry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace hearth {

Dry::Dry(SamplingParameters::Dry parameters, TokenText token_text)
    : parameters_(std::move(parameters)),
      token_text_(std::move(token_text)),
      breakers_(parameters_.breakers) {}

void Dry::penalize(std::span<const TokenId> history, EditedLogits& logits) {
    const std::size_t since_breaker = tokens_since_breaker(history);
    const auto recent = history.last(std::min<std::size_t>(history.size(), parameters_.window));
    const std::size_t limit = std::min(recent.size(), since_breaker);
    if (parameters_.multiplier == 0.0F || limit < parameters_.allowed_length) {
        return;
    }
    for (const auto& [token, length] : repetitions(recent, parameters_.allowed_length, limit)) {
        if (!logits.has(token) || breakers_.occurs_in(text(token))) {
            continue;
        }
        const double excess = static_cast<double>(length) - parameters_.allowed_length;
        const double penalty = double{parameters_.multiplier} * std::pow(double{parameters_.base}, excess);
        const double lowest = std::numeric_limits<float>::lowest();
        logits.set(token, static_cast<float>(std::max(lowest, logits[token] - penalty)));
    }
}

std::size_t Dry::tokens_since_breaker(std::span<const TokenId> history) {
    if (history.size() < read_) {
        read_ = 0;
        unbroken_from_ = 0;
        state_ = StringMatcher::kStart;
    }
    if (history.size() - read_ > parameters_.window) {
        read_ = history.size() - parameters_.window;
        unbroken_from_ = read_;
        state_ = StringMatcher::kStart;
    }
    for (; read_ < history.size(); ++read_) {
        for (const char byte : text(history[read_])) {
            state_ = breakers_.next(state_, byte);
            if (breakers_.found(state_)) {
                unbroken_from_ = read_ + 1;
            }
        }
    }
    return history.size() - unbroken_from_;
}

const std::string& Dry::text(TokenId token) {
    const auto [entry, is_new] = texts_.try_emplace(token);
    if (is_new) {
        entry->second = token_text_(token);
    }
    return entry->second;
}

std::unordered_map<TokenId, std::size_t> repetitions(std::span<const TokenId> recent, std::size_t shortest,
                                                     std::size_t limit) {
    std::unordered_map<TokenId, std::size_t> longest;
    const std::size_t count = recent.size();
    const auto from_end = [&](std::size_t i) { return recent[count - 1 - i]; };
    // Z-algorithm on the reversed tokens: same[k] is how many tokens before position k from the end equal the
    // last ones.
    std::vector<std::size_t> same(count, 0);
    std::size_t begin = 0;
    std::size_t end = 0;  // [begin, end) is the match that reaches furthest
    for (std::size_t k = 1; k < count; ++k) {
        if (k < end) {
            same[k] = std::min(end - k, same[k - begin]);
        }
        while (k + same[k] < count && from_end(same[k]) == from_end(k + same[k])) {
            ++same[k];
        }
        if (k + same[k] > end) {
            begin = k;
            end = k + same[k];
        }
        const std::size_t length = std::min(same[k], limit);
        if (length >= shortest) {
            std::size_t& known = longest[from_end(k - 1)];
            known = std::max(known, length);
        }
    }
    return longest;
}

}  // namespace hearth
