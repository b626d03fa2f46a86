#include "tokenizer/added_token_matcher.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace hearth::tokenizer {

void AddedTokenMatcher::add(std::string_view text, TokenId token) {
    const ByteTrie::Node node = trie_.insert(std::string(text.rbegin(), text.rend()));
    longest_.resize(trie_.size());
    if (longest_[node].token < 0) {
        longest_[node] = {token.value, static_cast<std::uint32_t>(text.size())};
        ++pattern_count_;
    }
}

void AddedTokenMatcher::prepare() {
    longest_.resize(trie_.size());
    fallback_.assign(trie_.size(), ByteTrie::root);

    std::vector<std::uint32_t> depth(trie_.size(), 0);
    for (ByteTrie::Node node = 1; node < trie_.size(); ++node) {
        depth[node] = depth[trie_.parent(node)] + 1;
    }
    std::vector<ByteTrie::Node> by_depth(trie_.size());
    std::iota(by_depth.begin(), by_depth.end(), ByteTrie::root);
    std::ranges::stable_sort(by_depth, {}, [&](ByteTrie::Node node) { return depth[node]; });

    for (const ByteTrie::Node node : by_depth) {
        if (depth[node] > 1) {
            ByteTrie::Node suffix = fallback_[trie_.parent(node)];
            ByteTrie::Node next = trie_.child(suffix, trie_.byte(node));
            while (next == ByteTrie::none && suffix != ByteTrie::root) {
                suffix = fallback_[suffix];
                next = trie_.child(suffix, trie_.byte(node));
            }
            fallback_[node] = next == ByteTrie::none ? ByteTrie::root : next;
        }
        if (longest_[node].token < 0) {
            longest_[node] = longest_[fallback_[node]];
        }
    }
}

void AddedTokenMatcher::find(std::string_view text, std::size_t offset, std::vector<Match>& matches) const {
    if (empty()) {
        return;
    }
    ByteTrie::Node node = ByteTrie::root;
    for (std::size_t at = text.size(); at-- > 0;) {
        const auto byte = static_cast<unsigned char>(text[at]);
        ByteTrie::Node next = trie_.child(node, byte);
        while (next == ByteTrie::none && node != ByteTrie::root) {
            node = fallback_[node];
            next = trie_.child(node, byte);
        }
        node = next == ByteTrie::none ? ByteTrie::root : next;
        if (const Pattern& pattern = longest_[node]; pattern.token >= 0) {
            matches.push_back({offset + at, pattern.length, TokenId{pattern.token}});
        }
    }
}

}  // namespace hearth::tokenizer
