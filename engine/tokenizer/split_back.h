#pragma once

#include "tokenizer/symbol_merger.h"
#include "tokenizer/vocabulary.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace hearth::tokenizer {

/// Whether ordinary text may become the token. Control and unknown tokens never come out of text, and unused
/// ones only serve as steps to longer tokens (SentencePiece).
inline bool may_be_text(TokenKind kind) {
    return kind == TokenKind::normal || kind == TokenKind::user_defined || kind == TokenKind::byte;
}

/// Remembers how tokens that text may not become were joined, to take them apart again.
class SplitBack {
 public:
    struct Part {
        std::string_view text;
        std::int32_t token;
    };

    SplitBack(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

    void clear() { joins_.clear(); }

    /// Called for each join of a word.
    void joined(std::string_view word, const Symbol& left, const Symbol& right, std::int32_t token) {
        if (may_be_text(vocabulary_.kind(TokenId{token}))) {
            return;
        }
        joins_[token] = {{word.substr(left.begin, left.length), left.token},
                         {word.substr(right.begin, right.length), right.token}};
    }

    /// Calls `each` with the parts that `part` consists of: itself, where text may become it.
    template <class Each>
    void visit(Part part, const Each& each) {
        if (joins_.empty()) {
            each(part);
            return;
        }
        pending_.assign(1, part);
        while (!pending_.empty()) {
            const Part next = pending_.back();
            pending_.pop_back();
            const auto join = next.token < 0 ? joins_.end() : joins_.find(next.token);
            if (join == joins_.end()) {
                each(next);
            } else {
                pending_.push_back(join->second.right);
                pending_.push_back(join->second.left);
            }
        }
    }

 private:
    struct Join {
        Part left;
        Part right;
    };

    const Vocabulary& vocabulary_;
    std::unordered_map<std::int32_t, Join> joins_;
    std::vector<Part> pending_;
};

}  // namespace hearth::tokenizer
