#include "kv_cache/prefix_trie.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hearth {

namespace {

std::uint32_t common_prefix(std::span<const TokenId> a, std::span<const TokenId> b) {
    const std::size_t length = std::min(a.size(), b.size());
    const auto end = a.begin() + static_cast<std::ptrdiff_t>(length);
    return static_cast<std::uint32_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

bool starts_with(std::span<const TokenId> tokens, std::span<const TokenId> prefix) {
    return prefix.size() <= tokens.size() && common_prefix(tokens, prefix) == prefix.size();
}

}  // namespace

PrefixTrie::PrefixTrie(std::uint32_t block_tokens, std::vector<std::optional<std::uint32_t>> windows)
    : block_tokens_(block_tokens), windows_(std::move(windows)), nodes_(1) {
    nodes_[0].alive = true;
}

bool PrefixTrie::has_every_block(const Node& node) const {
    return std::all_of(node.blocks.begin(), node.blocks.end(),
                       [](const auto& block) { return block.has_value(); });
}

std::optional<TrieNodeId> PrefixTrie::find(TrieNodeId parent, std::span<const TokenId> tokens) const {
    const auto [begin, end] = full_.equal_range(Key{parent, TokenDigest::of(tokens)});
    for (auto entry = begin; entry != end; ++entry) {
        if (std::ranges::equal(nodes_[entry->second.value].tokens, tokens)) {
            return entry->second;
        }
    }
    return std::nullopt;
}

bool PrefixTrie::covers(TrieNodeId parent, std::span<const TokenId> tokens) const {
    return std::ranges::any_of(node(parent).children, [&](TrieNodeId child) {
        const Node& candidate = nodes_[child.value];
        return has_every_block(candidate) && starts_with(candidate.tokens, tokens);
    });
}

PrefixTrie::Match PrefixTrie::match(std::span<const TokenId> tokens, std::uint32_t limit) const {
    Match match;
    tokens = tokens.first(std::min<std::size_t>(tokens.size(), limit));
    TrieNodeId last = root();
    while (tokens.size() - match.token_count >= block_tokens_) {
        const auto child = find(last, tokens.subspan(match.token_count, block_tokens_));
        if (!child) {
            break;
        }
        last = *child;
        match.nodes.push_back(last);
        match.token_count += block_tokens_;
    }
    const auto rest = tokens.subspan(match.token_count);
    std::uint32_t longest = 0;
    std::optional<TrieNodeId> tail;
    for (const TrieNodeId child : nodes_[last.value].children) {
        const Node& candidate = nodes_[child.value];
        const std::uint32_t length = common_prefix(candidate.tokens, rest);
        if (length > longest && has_every_block(candidate)) {
            longest = length;
            tail = child;
        }
    }
    if (tail) {
        match.nodes.push_back(*tail);
        match.token_count += longest;
    }
    match.token_count = usable_length(match);
    match.nodes.resize((match.token_count + block_tokens_ - 1) / block_tokens_);
    return match;
}

/// Shortens the match until no windowed block that its next query sees is missing.
std::uint32_t PrefixTrie::usable_length(const Match& match) const {
    std::uint32_t length = match.token_count;
    bool shortened = true;
    while (shortened && length > 0) {
        shortened = false;
        for (std::size_t group = 0; group < windows_.size(); ++group) {
            if (!windows_[group]) {
                continue;
            }
            const std::uint32_t seen = std::min(*windows_[group] - 1, length);
            const std::uint32_t first = (length - seen) / block_tokens_;
            const std::uint32_t end = (length + block_tokens_ - 1) / block_tokens_;
            for (std::uint32_t i = end; i > first; --i) {
                if (!nodes_[match.nodes[i - 1].value].blocks[group]) {
                    length = (i - 1) * block_tokens_;
                    shortened = true;
                    break;
                }
            }
        }
    }
    return length;
}

TrieNodeId PrefixTrie::create(TrieNodeId parent, std::span<const TokenId> tokens,
                              std::span<const BlockId> blocks, std::span<BlockPool> pools) {
    TrieNodeId id{static_cast<std::uint32_t>(nodes_.size())};
    if (spare_.empty()) {
        nodes_.emplace_back();
    } else {
        id = spare_.back();
        spare_.pop_back();
    }
    Node& created = nodes_[id.value];
    created = Node{.parent = parent,
                   .tokens = {tokens.begin(), tokens.end()},
                   .blocks = {},
                   .children = {},
                   .alive = true};
    for (std::size_t group = 0; group < blocks.size(); ++group) {
        pools[group].hold(blocks[group], id);
        created.blocks.emplace_back(blocks[group]);
    }
    nodes_[parent.value].children.push_back(id);
    if (tokens.size() == block_tokens_) {
        full_.emplace(Key{parent, TokenDigest::of(tokens)}, id);
    }
    return id;
}

void PrefixTrie::lengthen(TrieNodeId id, std::span<const TokenId> tokens) {
    Node& tail = nodes_.at(id.value);
    if (!starts_with(tokens, tail.tokens) || tail.tokens.size() == block_tokens_) {
        throw std::logic_error("a cached block cannot change its tokens");
    }
    tail.tokens.assign(tokens.begin(), tokens.end());
    if (tokens.size() == block_tokens_) {
        full_.emplace(Key{tail.parent, TokenDigest::of(tokens)}, id);
    }
}

void PrefixTrie::adopt(TrieNodeId id, std::uint32_t group, BlockId block, std::span<BlockPool> pools) {
    pools[group].hold(block, id);
    nodes_.at(id.value).blocks.at(group) = block;
}

void PrefixTrie::remove_tails_within(TrieNodeId parent, std::span<const TokenId> tokens, TrieNodeId kept,
                                     std::span<BlockPool> pools) {
    std::vector<TrieNodeId> within;
    for (const TrieNodeId child : node(parent).children) {
        const Node& candidate = nodes_[child.value];
        if (child != kept && candidate.tokens.size() < block_tokens_ &&
            starts_with(tokens, candidate.tokens)) {
            within.push_back(child);
        }
    }
    for (const TrieNodeId tail : within) {
        remove(tail, pools);
    }
}

void PrefixTrie::evict(TrieNodeId id, std::uint32_t group, std::span<BlockPool> pools) {
    if (!windows_[group]) {
        remove(id, pools);
        return;
    }
    auto& block = nodes_.at(id.value).blocks[group];
    pools[group].drop_hold(block.value());
    block.reset();
    remove_if_useless(id, pools);
}

void PrefixTrie::leave(TrieNodeId id, std::span<BlockPool> pools) {
    --nodes_.at(id.value).standing;
    remove_if_useless(id, pools);
}

/// Where every group is windowed a node may have lost all its blocks; it stays for its children and for who
/// stands on it.
void PrefixTrie::remove_if_useless(TrieNodeId id, std::span<BlockPool> pools) {
    while (id != root()) {
        const Node& candidate = nodes_[id.value];
        const bool holds =
            std::ranges::any_of(candidate.blocks, [](const auto& block) { return block.has_value(); });
        if (holds || candidate.standing > 0 || !candidate.children.empty()) {
            return;
        }
        const TrieNodeId parent = candidate.parent;
        remove(id, pools);
        id = parent;
    }
}

void PrefixTrie::forget_digest(TrieNodeId id) {
    const Node& node = nodes_[id.value];
    if (node.tokens.size() < block_tokens_) {
        return;
    }
    const auto [begin, end] = full_.equal_range(Key{node.parent, TokenDigest::of(node.tokens)});
    const auto entry = std::find_if(begin, end, [&](const auto& pair) { return pair.second == id; });
    full_.erase(entry);
}

void PrefixTrie::remove(TrieNodeId id, std::span<BlockPool> pools) {
    std::erase(nodes_[nodes_.at(id.value).parent.value].children, id);
    std::vector<TrieNodeId> doomed = {id};
    while (!doomed.empty()) {
        const TrieNodeId current = doomed.back();
        doomed.pop_back();
        Node& node = nodes_[current.value];
        if (node.standing > 0) {
            throw std::logic_error("removal of a prefix that a running sequence continues");
        }
        forget_digest(current);
        for (std::size_t group = 0; group < node.blocks.size(); ++group) {
            if (node.blocks[group]) {
                pools[group].drop_hold(*node.blocks[group]);
            }
        }
        doomed.insert(doomed.end(), node.children.begin(), node.children.end());
        node = Node{};
        spare_.push_back(current);
    }
}

void PrefixTrie::clear(std::span<BlockPool> pools) {
    for (Node& node : nodes_) {
        node.standing = 0;
    }
    while (!nodes_[0].children.empty()) {
        remove(nodes_[0].children.back(), pools);
    }
}

void PrefixTrie::set_priority_upwards(TrieNodeId id, std::int32_t priority) {
    for (; id != root(); id = nodes_[id.value].parent) {
        Node& node = nodes_[id.value];
        node.priority = priority;
        for (const TrieNodeId child : node.children) {
            node.priority = std::max(node.priority, nodes_[child.value].priority);
        }
    }
}

}  // namespace hearth
