#pragma once

#include "tokenizer/byte_trie.h"

#include <hearth/ids.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hearth::tokenizer {

/// Finds tokens that are recognised in text before it is tokenized: at each position the longest that starts
/// there. An Aho-Corasick automaton over the reversed tokens, run from the end of the text: linear in the
/// length of the text, whatever the tokens are (Aho and Corasick 1975).
class AddedTokenMatcher {
 public:
    struct Match {
        std::size_t begin;
        std::size_t length;
        TokenId token;
    };

    /// Before prepare. `text` must not be empty; of two tokens with one text the first stays.
    void add(std::string_view text, TokenId token);
    /// Once, after the last add.
    void prepare();

    bool empty() const { return pattern_count_ == 0; }

    /// Appends the longest match of each position that has one, from the last position to the first; `offset`
    /// is added to each begin. Matches overlap.
    void find(std::string_view text, std::size_t offset, std::vector<Match>& matches) const;

 private:
    struct Pattern {
        std::int32_t token = -1;
        std::uint32_t length = 0;
    };

    ByteTrie trie_;
    std::vector<ByteTrie::Node> fallback_;  ///< of each node: of its longest proper suffix that is a node too
    std::vector<Pattern> longest_;          ///< of each node: the longest token that is a suffix of it
    std::size_t pattern_count_ = 0;
};

}  // namespace hearth::tokenizer
