#pragma once

#include <hearth/ids.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace hearth {

/// A node of the prefix cache (PrefixTrie).
using TrieNodeId = Id<struct TrieNodeTag>;

/// Who uses the blocks of one KV group. A block is
///   in use:  referenced, by block tables or as the source of a copy that has not run yet;
///   cached:  held by a node of the prefix cache and not referenced, so it may be evicted;
///   free:    neither.
/// Asking for what cannot be (releasing a free block, holding a held one) throws std::logic_error.
class BlockPool {
 public:
    explicit BlockPool(std::uint32_t block_count);

    std::uint32_t block_count() const { return static_cast<std::uint32_t>(blocks_.size()); }
    std::uint32_t free_count() const { return static_cast<std::uint32_t>(free_.size()); }
    std::uint32_t cached_count() const { return static_cast<std::uint32_t>(cached_.size()); }
    std::uint32_t references(BlockId block) const { return blocks_.at(block.value).references; }
    std::optional<TrieNodeId> holder(BlockId block) const { return blocks_.at(block.value).holder; }

    /// A free block with one reference; empty when none is free.
    std::optional<BlockId> take_free();
    void add_reference(BlockId block);
    /// The last release makes a held block cached, the most recently used of its priority, and any other
    /// free.
    void release(BlockId block, std::int32_t priority);

    void hold(BlockId block, TrieNodeId node);
    /// Ends the node's hold; a cached block becomes free.
    void drop_hold(BlockId block);

    /// The cached block to evict next: lowest priority, then least recently used.
    std::optional<BlockId> eviction_candidate() const;

 private:
    /// Place of a cached block in the order of eviction.
    struct Place {
        std::int32_t priority = 0;
        std::uint64_t released = 0;  ///< running number of the release
        BlockId block;
        friend auto operator<=>(const Place&, const Place&) = default;
    };
    struct Block {
        std::uint32_t references = 0;
        std::optional<TrieNodeId> holder;
        std::optional<Place> place;  ///< while cached
    };

    std::vector<Block> blocks_;
    std::vector<BlockId> free_;  ///< a stack
    std::set<Place> cached_;
    std::uint64_t release_count_ = 0;
};

}  // namespace hearth
