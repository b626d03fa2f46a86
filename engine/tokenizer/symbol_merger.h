#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace hearth::tokenizer {

/// A stretch of a word on its way to become a token. Symbols form a doubly linked list in a vector.
struct Symbol {
    std::uint32_t begin;    ///< byte offset in the word
    std::uint32_t length;   ///< bytes; 0 once it was joined to its left neighbour
    std::int32_t previous;  ///< index, -1 at the ends
    std::int32_t next;
    std::int32_t token;  ///< -1 where no token is written so
};

/// A pair of neighbours that may join.
struct MergeCandidate {
    std::uint32_t rank;  ///< lower joins first; the leftmost of equals
    std::int32_t token;  ///< what they become
};

/// Byte-pair merging of one word: always the neighbours of the lowest rank, the leftmost first, until none
/// may join. A heap of candidates, outdated ones skipped when they surface, makes it O(n log n) for n
/// symbols.
class SymbolMerger {
 public:
    std::vector<Symbol>& symbols() { return symbols_; }

    void clear() { symbols_.clear(); }

    void append(std::uint32_t begin, std::uint32_t length, std::int32_t token) {
        const auto index = static_cast<std::int32_t>(symbols_.size());
        if (index > 0) {
            symbols_.back().next = index;
        }
        symbols_.push_back({begin, length, index - 1, -1, token});
    }

    /// `candidate(left, right)` is a std::optional<MergeCandidate>; `merged(left, right, token)` hears of
    /// each join before it happens.
    template <class Candidate, class Merged>
    void merge(const Candidate& candidate, const Merged& merged) {
        first_.clear();
        later_.clear();
        for (std::size_t i = 1; i < symbols_.size(); ++i) {
            if (const auto found = candidate(symbols_[i - 1], symbols_[i])) {
                first_.push_back(entry(static_cast<std::int32_t>(i - 1), *found));
            }
        }
        std::ranges::sort(first_, {}, &Entry::order);
        auto next = first_.begin();
        while (next != first_.end() || !later_.empty()) {
            Entry top{};
            if (later_.empty() || (next != first_.end() && next->order < later_.front().order)) {
                top = *next++;
            } else {
                std::pop_heap(later_.begin(), later_.end(), std::greater<>{});
                top = later_.back();
                later_.pop_back();
            }
            ++step_count_;
            join(top, candidate, merged);
        }
    }

    /// Candidates looked at since construction: the work done, for tests of its growth.
    std::uint64_t step_count() const { return step_count_; }

 private:
    struct Entry {
        std::uint64_t order;  ///< rank, then index of the left symbol
        std::uint32_t
            length;  ///< of both when the candidate was found: it changes when either was joined since
        std::int32_t token;
        bool operator>(const Entry& other) const { return order > other.order; }
    };

    Entry entry(std::int32_t left, MergeCandidate found) const {
        const Symbol& symbol = symbols_[static_cast<std::size_t>(left)];
        return {static_cast<std::uint64_t>(found.rank) << 32U | static_cast<std::uint32_t>(left),
                symbol.length + symbols_[static_cast<std::size_t>(symbol.next)].length, found.token};
    }

    template <class Candidate>
    void push(std::int32_t left, const Candidate& candidate) {
        const Symbol& symbol = symbols_[static_cast<std::size_t>(left)];
        if (symbol.next < 0) {
            return;
        }
        if (const auto found = candidate(symbol, symbols_[static_cast<std::size_t>(symbol.next)])) {
            later_.push_back(entry(left, *found));
            std::push_heap(later_.begin(), later_.end(), std::greater<>{});
        }
    }

    template <class Candidate, class Merged>
    void join(const Entry& top, const Candidate& candidate, const Merged& merged) {
        const auto left_index = static_cast<std::int32_t>(top.order & 0xFFFFFFFFU);
        Symbol& left = symbols_[static_cast<std::size_t>(left_index)];
        if (left.length == 0 || left.next < 0) {
            return;
        }
        Symbol& right = symbols_[static_cast<std::size_t>(left.next)];
        if (left.length + right.length != top.length) {
            return;
        }
        merged(left, right, top.token);
        left.length += right.length;
        left.token = top.token;
        left.next = right.next;
        if (right.next >= 0) {
            symbols_[static_cast<std::size_t>(right.next)].previous = left_index;
        }
        right.length = 0;
        if (left.previous >= 0) {
            push(left.previous, candidate);
        }
        push(left_index, candidate);
    }

    std::vector<Symbol> symbols_;
    std::vector<Entry> first_;  ///< candidates of the word as it came, in order
    std::vector<Entry> later_;  ///< those that joins brought about, a heap
    std::uint64_t step_count_ = 0;
};

}  // namespace hearth::tokenizer
