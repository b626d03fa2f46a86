#pragma once

#include "kv_cache/block_pool.h"
#include "kv_cache/kv_sequence.h"
#include "kv_cache/prefix_trie.h"

#include <hearth/ids.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hearth {

/// Layers with one kind of attention and the blocks they have.
struct KvGroupConfig {
    std::uint32_t block_count = 0;
    std::optional<std::uint32_t> window;  ///< tokens a query sees, itself included, at least 1; absent: all
};

/// Most blocks of a group that a sequence of `token_count` tokens holds at once when it is computed in chunks
/// of at most `chunk_tokens`.
std::uint32_t peak_blocks(std::uint32_t token_count, std::optional<std::uint32_t> window,
                          std::uint32_t chunk_tokens, std::uint32_t block_tokens);

/// Blocks of all KV groups.
struct KvUsage {
    std::uint32_t blocks_total = 0;
    std::uint32_t blocks_cached = 0;  ///< hold a cached prefix and may be evicted
    std::uint32_t blocks_free = 0;    ///< hold nothing
};

/// Paged KV memory as bookkeeping: which block holds what. It moves no data; what has to be copied is listed
/// in the sequences. Prefixes are shared: full blocks by reference, the part of a block by a copy when it is
/// appended to (copy-on-write). A block's leading tokens never change, so a published tail may go on being
/// filled by the one sequence that writes it.
class KvCache {
 public:
    /// At least one group; `block_tokens` at least 1 (std::invalid_argument).
    KvCache(std::vector<KvGroupConfig> groups, std::uint32_t block_tokens);

    std::uint32_t block_tokens() const { return block_tokens_; }
    std::span<const KvGroupConfig> groups() const { return groups_; }
    const BlockPool& pool(std::size_t group) const { return pools_.at(group); }
    const PrefixTrie& trie() const { return trie_; }
    KvUsage usage() const;

    /// Most tokens that one sequence alone can have.
    std::uint32_t max_sequence_tokens() const;
    /// The largest chunk, up to `wanted`, whose windowed blocks one sequence alone can hold.
    std::uint32_t max_chunk_tokens(std::uint32_t wanted) const;

    /// Tokens of the prompt that open() would find now: at most tokens.size() − 1. Changes only with
    /// version().
    std::uint32_t cached_tokens(std::span<const TokenId> tokens) const;
    /// Changes whenever a cached prefix comes or goes.
    std::uint64_t version() const { return version_; }

    enum class Sharing : std::uint8_t { full, none };
    struct OpenOptions {
        std::uint32_t chunk_tokens = 512;  ///< no extend() before the end of `tokens` is larger
        std::uint32_t reserve_blocks = 0;  ///< must stay available in every group
        std::int32_t priority = 0;         ///< of what it leaves in the cache
        Sharing sharing = Sharing::full;   ///< none: neither uses nor leaves cached prefixes
    };
    /// A sequence with its cached prefix, and a promise of all blocks that `tokens` needs. Empty when that
    /// does not fit.
    std::optional<KvSequence> open(std::span<const TokenId> tokens, const OpenOptions& options);
    /// Makes room for the KV of `token_count` tokens after the computed ones: blocks at the table's end, a
    /// private copy of a shared tail. False, and nothing changed, when there is no memory. The promise of
    /// open() covers its tokens, save windowed blocks that the sequence gave back while another one still
    /// needs them; a sequence that is alone always gets them.
    bool extend(KvSequence& sequence, std::uint32_t token_count);
    /// The KV of tokens[0, computed) is written: copies are done, full blocks are published, blocks that left
    /// their window are given back. `tokens` is the whole sequence.
    void advance(KvSequence& sequence, std::span<const TokenId> tokens, std::uint32_t computed);
    /// Publishes the last, partly filled block too.
    void publish_tail(KvSequence& sequence, std::span<const TokenId> tokens);
    /// Changes OpenOptions::priority.
    void set_priority(KvSequence& sequence, std::int32_t priority) { sequence.priority_ = priority; }
    /// Publishes what is computed and gives all blocks back.
    void close(KvSequence sequence, std::span<const TokenId> tokens);
    /// Forgets every cached prefix; sequences that are open now will publish nothing.
    void drop_cached();

 private:
    struct Need;
    std::int64_t available(std::size_t group) const;
    Need need_of(std::span<const TokenId> tokens, std::uint32_t limit, const OpenOptions& options) const;
    bool fits(const Need& need, std::uint32_t reserve_blocks) const;
    KvSequence start(Need need, std::span<const TokenId> tokens, const OpenOptions& options);
    BlockId take_block(std::size_t group);
    bool writable(std::size_t group, BlockId block, std::uint32_t offset) const;
    bool publishes(const KvSequence& sequence) const;
    void publish_block(KvSequence& sequence, std::span<const TokenId> tokens, std::uint32_t index);
    void share_block(KvSequence& sequence, TrieNodeId node, std::uint32_t index);
    void leave_windows(KvSequence& sequence);
    void finish_copies(KvSequence& sequence);
    void end_promise(KvSequence& sequence);

    std::vector<KvGroupConfig> groups_;
    std::uint32_t block_tokens_;
    std::vector<BlockPool> pools_;
    PrefixTrie trie_;
    std::vector<std::uint32_t> promised_;  ///< per group: blocks promised to open sequences and not taken yet
    std::uint32_t open_count_ = 0;
    std::uint64_t version_ = 0;
    std::uint64_t generation_ = 0;  ///< of the cache: counts drop_cached
};

}  // namespace hearth
