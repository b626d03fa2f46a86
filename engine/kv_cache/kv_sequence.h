#pragma once

#include "backend/backend.h"
#include "kv_cache/block_pool.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hearth {

/// A sequence's blocks in one KV group: token position p lives in blocks[p / block_tokens − first_block].
struct BlockTable {
    std::uint32_t first_block = 0;
    std::vector<BlockId> blocks;

    std::uint32_t end_block() const { return first_block + static_cast<std::uint32_t>(blocks.size()); }
    BlockId& at(std::uint32_t index) { return blocks.at(index - first_block); }
    BlockId at(std::uint32_t index) const { return blocks.at(index - first_block); }
    BlockTableView view() const { return {first_block, blocks}; }
};

/// The KV of one running sequence: made by KvCache::open, changed by KvCache alone, given back to
/// KvCache::close.
class KvSequence {
 public:
    KvSequence(const KvSequence&) = delete;
    KvSequence(KvSequence&&) = default;
    KvSequence& operator=(const KvSequence&) = delete;
    KvSequence& operator=(KvSequence&&) = default;
    ~KvSequence() = default;

    /// Tokens whose KV is in the blocks.
    std::uint32_t computed() const { return computed_; }
    /// Of these, the leading ones that were found in the prefix cache.
    std::uint32_t cached() const { return cached_; }
    const std::vector<BlockTable>& tables() const { return tables_; }
    /// Copies that must run before the sequence's next tokens are computed; empty after KvCache::advance.
    const std::vector<BlockCopy>& copies() const { return copies_; }

 private:
    friend class KvCache;
    KvSequence() = default;

    std::vector<BlockTable> tables_;       ///< per KV group
    std::vector<std::uint32_t> promised_;  ///< per KV group: blocks it may still take without asking
    std::vector<BlockCopy> copies_;        ///< their sources are referenced until they have run
    std::uint32_t computed_ = 0;
    std::uint32_t cached_ = 0;
    std::uint32_t promised_tokens_ = 0;  ///< the promise ends when so many tokens are computed
    std::int32_t priority_ = 0;

    /// Where the next full block is published; absent: this sequence publishes nothing.
    std::optional<TrieNodeId> node_;
    std::uint32_t published_blocks_ = 0;
    std::uint64_t cache_generation_ = 0;
};

}  // namespace hearth
