#pragma once

#include "kv_cache/block_pool.h"
#include "kv_cache/token_digest.h"

#include <hearth/ids.h>

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace hearth {

/// Which token prefixes have their KV in memory: a trie whose edges are blocks. A node stands for the tokens
/// of one block after those of its parent and holds that block in every KV group, or in the global groups
/// alone where the windowed ones were evicted. A node with fewer tokens than a block has is a leaf: a tail,
/// to be matched in part.
class PrefixTrie {
 public:
    /// `windows`: per KV group, tokens that a query sees, itself included, at least 2; absent: all.
    PrefixTrie(std::uint32_t block_tokens, std::vector<std::optional<std::uint32_t>> windows);

    /// The longest usable prefix: every global block, and the windowed blocks of the last window − 1 tokens.
    /// It may end inside the last node's block.
    struct Match {
        std::uint32_t token_count = 0;
        std::vector<TrieNodeId>
            nodes;  ///< nodes[i] holds tokens [i · block_tokens, …), one per block touched
    };
    /// At most `limit` tokens of the prefix. Linear in the length of the match and in the children of its
    /// last node.
    Match match(std::span<const TokenId> tokens, std::uint32_t limit) const;

    struct Node {
        TrieNodeId parent;
        std::vector<TokenId> tokens;                 ///< 1 … block_tokens
        std::vector<std::optional<BlockId>> blocks;  ///< per KV group
        std::vector<TrieNodeId> children;
        std::uint32_t standing = 0;  ///< sequences that will publish their next block below this node
        std::int32_t priority = 0;   ///< for eviction; not below the children's
        bool alive = false;
    };
    static constexpr TrieNodeId root() { return TrieNodeId{0}; }
    const Node& node(TrieNodeId id) const { return nodes_.at(id.value); }
    std::size_t node_count() const { return nodes_.size() - spare_.size() - 1; }

    /// The child with exactly these block_tokens tokens.
    std::optional<TrieNodeId> find(TrieNodeId parent, std::span<const TokenId> tokens) const;
    /// Whether a child with a block in every group starts with these tokens.
    bool covers(TrieNodeId parent, std::span<const TokenId> tokens) const;

    /// A new node that holds `blocks` (one per group, referenced, held by nobody).
    TrieNodeId create(TrieNodeId parent, std::span<const TokenId> tokens, std::span<const BlockId> blocks,
                      std::span<BlockPool> pools);
    /// The tail node's block has been filled further: it now stands for `tokens`, which start with its old
    /// ones.
    void lengthen(TrieNodeId id, std::span<const TokenId> tokens);
    /// Gives the node a block in a group where it has none.
    void adopt(TrieNodeId id, std::uint32_t group, BlockId block, std::span<BlockPool> pools);
    /// Removes the parent's tails that `tokens` begins with, except `kept`: they can match nothing more.
    void remove_tails_within(TrieNodeId parent, std::span<const TokenId> tokens, TrieNodeId kept,
                             std::span<BlockPool> pools);

    /// Ends the node's hold on its block in one group. Without a global block the node and all below it are
    /// gone.
    void evict(TrieNodeId id, std::uint32_t group, std::span<BlockPool> pools);
    /// Removes the node and all below it.
    void remove(TrieNodeId id, std::span<BlockPool> pools);
    /// Removes everything; nobody stands anywhere any more.
    void clear(std::span<BlockPool> pools);

    void stand_on(TrieNodeId id) { ++nodes_.at(id.value).standing; }
    void leave(TrieNodeId id, std::span<BlockPool> pools);
    /// Sets the priority of the node and its ancestors after use; each keeps at least that of its children.
    void set_priority_upwards(TrieNodeId id, std::int32_t priority);

 private:
    bool has_every_block(const Node& node) const;
    std::uint32_t usable_length(const Match& match) const;
    void remove_if_useless(TrieNodeId id, std::span<BlockPool> pools);
    void forget_digest(TrieNodeId id);

    struct Key {
        TrieNodeId parent;
        TokenDigest digest;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept {
            return static_cast<std::size_t>(key.digest.low ^ (key.parent.value * 0x9E3779B97F4A7C15ULL));
        }
    };

    std::uint32_t block_tokens_;
    std::vector<std::optional<std::uint32_t>> windows_;
    std::vector<Node> nodes_;  ///< nodes_[0] is the root, which holds nothing
    std::vector<TrieNodeId> spare_;
    std::unordered_multimap<Key, TrieNodeId, KeyHash> full_;  ///< nodes of block_tokens tokens
};

}  // namespace hearth
