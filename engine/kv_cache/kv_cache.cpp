#include "kv_cache/kv_cache.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace hearth {

namespace {

std::uint32_t blocks_for(std::uint32_t token_count, std::uint32_t block_tokens) {
    return token_count / block_tokens + (token_count % block_tokens > 0 ? 1 : 0);
}

/// First token position that the query at `position` sees.
std::uint32_t window_start(std::uint32_t position, std::optional<std::uint32_t> window) {
    return window ? position - std::min(position, *window - 1) : 0;
}

/// A window of one token would need nothing of a cached prefix, not even of the block that is appended to.
/// With two, what a tail block holds is always known.
std::vector<KvGroupConfig> with_windows_of_two(std::vector<KvGroupConfig> groups) {
    for (KvGroupConfig& group : groups) {
        if (group.window == 1U) {
            group.window = 2;
        }
    }
    return groups;
}

std::vector<std::optional<std::uint32_t>> windows_of(const std::vector<KvGroupConfig>& groups) {
    std::vector<std::optional<std::uint32_t>> windows;
    windows.reserve(groups.size());
    for (const KvGroupConfig& group : groups) {
        windows.push_back(group.window);
    }
    return windows;
}

}  // namespace

std::uint32_t peak_blocks(std::uint32_t token_count, std::optional<std::uint32_t> window,
                          std::uint32_t chunk_tokens, std::uint32_t block_tokens) {
    const std::uint32_t all = blocks_for(token_count, block_tokens);
    if (!window) {
        return all;
    }
    // The window of the chunk's first token and the chunk, wherever they lie on the blocks' grid.
    const std::uint64_t visible = std::uint64_t{*window} - 1 + chunk_tokens;
    const std::uint64_t spanned = (visible + block_tokens - 2) / block_tokens + 1;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(all, spanned));
}

KvCache::KvCache(std::vector<KvGroupConfig> groups, std::uint32_t block_tokens)
    : groups_(with_windows_of_two(std::move(groups))),
      block_tokens_(block_tokens),
      trie_(block_tokens, windows_of(groups_)),
      promised_(groups_.size(), 0) {
    if (groups_.empty() || block_tokens_ == 0) {
        throw std::invalid_argument("a KV cache needs a group and blocks of at least one token");
    }
    for (const KvGroupConfig& group : groups_) {
        if (group.window == 0U) {
            throw std::invalid_argument("a KV group's window is at least one token");
        }
        pools_.emplace_back(group.block_count);
    }
}

KvUsage KvCache::usage() const {
    KvUsage usage;
    for (const BlockPool& pool : pools_) {
        usage.blocks_total += pool.block_count();
        usage.blocks_cached += pool.cached_count();
        usage.blocks_free += pool.free_count();
    }
    return usage;
}

std::uint32_t KvCache::max_sequence_tokens() const {
    std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    for (const KvGroupConfig& group : groups_) {
        const std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();
        if (peak_blocks(unbounded, group.window, 1, block_tokens_) > group.block_count) {
            most = std::min(most, std::uint64_t{group.block_count} * block_tokens_);
        }
    }
    return static_cast<std::uint32_t>(most);
}

std::uint32_t KvCache::max_chunk_tokens(std::uint32_t wanted) const {
    std::int64_t chunk = wanted;
    for (const KvGroupConfig& group : groups_) {
        if (!group.window) {
            continue;
        }
        // peak_blocks(…, chunk, …) <= block_count, solved for the chunk. Where not even one token fits,
        // sequences are as short as the pool and their chunks are no matter.
        const std::int64_t most = (std::int64_t{group.block_count} - 1) * block_tokens_ - *group.window + 2;
        if (most >= 1) {
            chunk = std::min(chunk, most);
        }
    }
    return static_cast<std::uint32_t>(chunk);
}

std::uint32_t KvCache::cached_tokens(std::span<const TokenId> tokens) const {
    return tokens.empty() ? 0
                          : trie_.match(tokens, static_cast<std::uint32_t>(tokens.size() - 1)).token_count;
}

/// What opening a sequence with one particular prefix takes.
struct KvCache::Need {
    PrefixTrie::Match match;
    std::vector<std::uint32_t> first_blocks;  ///< per group: the first block of the match that is still seen
    std::vector<std::uint32_t> revived;       ///< per group: cached blocks of the match, no longer evictable
    std::vector<std::uint32_t> fresh;         ///< per group: blocks to be taken at most
};

std::int64_t KvCache::available(std::size_t group) const {
    return std::int64_t{pools_[group].free_count()} + pools_[group].cached_count() - promised_[group];
}

KvCache::Need KvCache::need_of(std::span<const TokenId> tokens, std::uint32_t limit,
                               const OpenOptions& options) const {
    const auto token_count = static_cast<std::uint32_t>(tokens.size());
    Need need;
    need.match = trie_.match(tokens, limit);
    const std::uint32_t matched = need.match.token_count;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        const std::uint32_t first = window_start(matched, groups_[group].window) / block_tokens_;
        std::uint32_t revived = 0;
        for (std::size_t i = first; i < need.match.nodes.size(); ++i) {
            const BlockId block = trie_.node(need.match.nodes[i]).blocks[group].value();
            revived += pools_[group].references(block) == 0 ? 1 : 0;
        }
        const std::uint32_t rest = blocks_for(token_count, block_tokens_) - matched / block_tokens_;
        need.first_blocks.push_back(first);
        need.revived.push_back(revived);
        need.fresh.push_back(std::min(
            rest, peak_blocks(token_count, groups_[group].window, options.chunk_tokens, block_tokens_)));
    }
    return need;
}

bool KvCache::fits(const Need& need, std::uint32_t reserve_blocks) const {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        if (available(group) - need.revived[group] < std::int64_t{need.fresh[group]} + reserve_blocks) {
            return false;
        }
    }
    return true;
}

std::optional<KvSequence> KvCache::open(std::span<const TokenId> tokens, const OpenOptions& options) {
    if (tokens.empty()) {
        throw std::logic_error("a sequence has at least one token");
    }
    if (options.sharing == Sharing::none) {
        Need need = need_of(tokens, 0, options);
        return fits(need, options.reserve_blocks) ? std::optional(start(std::move(need), tokens, options))
                                                  : std::nullopt;
    }
    Need need = need_of(tokens, static_cast<std::uint32_t>(tokens.size() - 1), options);
    if (!fits(need, options.reserve_blocks)) {
        // The source of the copy of a partly matched block counts as one more; without it, it may be the
        // victim.
        need = need_of(tokens, need.match.token_count / block_tokens_ * block_tokens_, options);
    }
    if (!fits(need, options.reserve_blocks) && open_count_ == 0) {
        need = need_of(tokens, 0, options);
    }
    return fits(need, options.reserve_blocks) ? std::optional(start(std::move(need), tokens, options))
                                              : std::nullopt;
}

KvSequence KvCache::start(Need need, std::span<const TokenId> tokens, const OpenOptions& options) {
    KvSequence sequence;
    sequence.computed_ = need.match.token_count;
    sequence.cached_ = need.match.token_count;
    sequence.promised_tokens_ = static_cast<std::uint32_t>(tokens.size());
    sequence.priority_ = options.priority;
    sequence.published_blocks_ = sequence.cached_ / block_tokens_;
    sequence.cache_generation_ = generation_;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        BlockTable table{.first_block = need.first_blocks[group], .blocks = {}};
        for (std::size_t i = table.first_block; i < need.match.nodes.size(); ++i) {
            table.blocks.push_back(trie_.node(need.match.nodes[i]).blocks[group].value());
            pools_[group].add_reference(table.blocks.back());
        }
        sequence.tables_.push_back(std::move(table));
        sequence.promised_.push_back(need.fresh[group]);
        promised_[group] += need.fresh[group];
    }
    if (options.sharing == Sharing::full) {
        const std::uint32_t full = sequence.published_blocks_;
        sequence.node_ = full == 0 ? PrefixTrie::root() : need.match.nodes[full - 1];
        trie_.stand_on(*sequence.node_);
    }
    ++open_count_;
    return sequence;
}

BlockId KvCache::take_block(std::size_t group) {
    BlockPool& pool = pools_[group];
    if (pool.free_count() == 0) {
        const auto victim = pool.eviction_candidate();
        if (!victim) {
            throw std::logic_error("a promised KV block is not there");
        }
        trie_.evict(pool.holder(*victim).value(), static_cast<std::uint32_t>(group), pools_);
        ++version_;
    }
    return pool.take_free().value();
}

/// Whether a sequence whose table has `block` may write at `offset` in it: no other sequence has it, and no
/// cached prefix reaches so far.
bool KvCache::writable(std::size_t group, BlockId block, std::uint32_t offset) const {
    const BlockPool& pool = pools_[group];
    const auto holder = pool.holder(block);
    return pool.references(block) == 1 && (!holder || trie_.node(*holder).tokens.size() <= offset);
}

bool KvCache::extend(KvSequence& sequence, std::uint32_t token_count) {
    const std::uint32_t end_block = blocks_for(sequence.computed_ + token_count, block_tokens_);
    const std::uint32_t tail = sequence.computed_ / block_tokens_;
    const std::uint32_t offset = sequence.computed_ % block_tokens_;
    const auto tail_is_shared = [&](std::size_t group) {
        const BlockTable& table = sequence.tables_[group];
        return offset > 0 && !writable(group, table.at(tail), offset);
    };
    const auto missing = [&](std::size_t group) {
        const std::uint32_t end = sequence.tables_[group].end_block();
        return (end_block > end ? end_block - end : 0) + (tail_is_shared(group) ? 1U : 0U);
    };
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        const std::uint32_t wanted = missing(group);
        const std::uint32_t promised = std::min(wanted, sequence.promised_[group]);
        if (available(group) < std::int64_t{wanted} - promised) {
            return false;
        }
    }
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        BlockTable& table = sequence.tables_[group];
        const std::uint32_t promised = std::min(missing(group), sequence.promised_[group]);
        sequence.promised_[group] -= promised;
        promised_[group] -= promised;
        if (tail_is_shared(group)) {
            BlockId& block = table.at(tail);
            const BlockId copy = take_block(group);
            sequence.copies_.push_back({static_cast<std::uint32_t>(group), block, copy, offset});
            block = copy;
        }
        while (table.end_block() < end_block) {
            table.blocks.push_back(take_block(group));
        }
    }
    return true;
}

void KvCache::advance(KvSequence& sequence, std::span<const TokenId> tokens, std::uint32_t computed) {
    if (computed < sequence.computed_ || computed > tokens.size()) {
        throw std::logic_error("a sequence cannot advance beyond its tokens or backwards");
    }
    finish_copies(sequence);
    sequence.computed_ = computed;
    if (publishes(sequence)) {
        while (sequence.published_blocks_ < computed / block_tokens_) {
            publish_block(sequence, tokens, sequence.published_blocks_);
        }
    }
    leave_windows(sequence);
    if (computed >= sequence.promised_tokens_) {
        end_promise(sequence);
    }
}

void KvCache::finish_copies(KvSequence& sequence) {
    for (const BlockCopy& copy : sequence.copies_) {
        pools_[copy.group].release(copy.from, sequence.priority_);
    }
    sequence.copies_.clear();
}

bool KvCache::publishes(const KvSequence& sequence) const {
    return sequence.node_.has_value() && sequence.cache_generation_ == generation_;
}

void KvCache::publish_block(KvSequence& sequence, std::span<const TokenId> tokens, std::uint32_t index) {
    const TrieNodeId parent = *sequence.node_;
    const auto block_of_tokens = tokens.subspan(std::size_t{index} * block_tokens_, block_tokens_);
    const auto own_tail = pools_[0].holder(sequence.tables_[0].at(index));
    auto node = trie_.find(parent, block_of_tokens);
    if (node) {
        if (own_tail && own_tail != node) {
            trie_.remove(*own_tail, pools_);
        }
        share_block(sequence, *node, index);
    } else if (own_tail) {
        node = own_tail;
        trie_.lengthen(*node, block_of_tokens);
    } else {
        std::vector<BlockId> blocks;
        for (const BlockTable& table : sequence.tables_) {
            blocks.push_back(table.at(index));
        }
        node = trie_.create(parent, block_of_tokens, blocks, pools_);
    }
    trie_.remove_tails_within(parent, block_of_tokens, *node, pools_);
    trie_.stand_on(*node);
    trie_.leave(parent, pools_);
    sequence.node_ = node;
    sequence.published_blocks_ = index + 1;
    ++version_;
}

/// The sequence has computed what the node already has: it changes over to the node's blocks, so that all who
/// run on one prefix keep one copy and a cached block is never above a referenced one.
void KvCache::share_block(KvSequence& sequence, TrieNodeId node, std::uint32_t index) {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        BlockId& mine = sequence.tables_[group].at(index);
        const auto cached = trie_.node(node).blocks[group];
        if (!cached) {
            trie_.adopt(node, static_cast<std::uint32_t>(group), mine, pools_);
        } else if (*cached != mine) {
            pools_[group].add_reference(*cached);
            pools_[group].release(mine, sequence.priority_);
            mine = *cached;
        }
    }
}

void KvCache::leave_windows(KvSequence& sequence) {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        BlockTable& table = sequence.tables_[group];
        const std::uint32_t keep_from =
            window_start(sequence.computed_, groups_[group].window) / block_tokens_;
        if (keep_from <= table.first_block) {
            continue;
        }
        const std::uint32_t gone = std::min(keep_from, table.end_block()) - table.first_block;
        for (std::uint32_t i = 0; i < gone; ++i) {
            pools_[group].release(table.blocks[i], sequence.priority_);
            // What was taken under the promise and comes back may be taken again. The cached prefix was not
            // taken under it, and a block that another sequence still needs does not come back.
            if (table.first_block + i >= sequence.cached_ / block_tokens_ &&
                sequence.computed_ < sequence.promised_tokens_ &&
                pools_[group].references(table.blocks[i]) == 0) {
                ++sequence.promised_[group];
                ++promised_[group];
            }
        }
        table.blocks.erase(table.blocks.begin(), table.blocks.begin() + gone);
        table.first_block = keep_from;
    }
}

void KvCache::end_promise(KvSequence& sequence) {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        promised_[group] -= std::exchange(sequence.promised_[group], 0);
    }
}

void KvCache::publish_tail(KvSequence& sequence, std::span<const TokenId> tokens) {
    const std::uint32_t index = sequence.computed_ / block_tokens_;
    const std::uint32_t length = sequence.computed_ % block_tokens_;
    // A tail that nothing was computed into is still someone else's, or the target of a copy that has not
    // run.
    if (!publishes(sequence) || length == 0 || sequence.computed_ == sequence.cached_) {
        return;
    }
    const TrieNodeId parent = *sequence.node_;
    const auto tail_tokens = tokens.subspan(std::size_t{index} * block_tokens_, length);
    auto node = pools_[0].holder(sequence.tables_[0].at(index));
    if (node) {
        trie_.lengthen(*node, tail_tokens);
    } else if (trie_.covers(parent, tail_tokens)) {
        return;
    } else {
        std::vector<BlockId> blocks;
        for (const BlockTable& table : sequence.tables_) {
            blocks.push_back(table.at(index));
        }
        node = trie_.create(parent, tail_tokens, blocks, pools_);
    }
    trie_.remove_tails_within(parent, tail_tokens, *node, pools_);
    ++version_;
}

void KvCache::close(KvSequence sequence, std::span<const TokenId> tokens) {
    publish_tail(sequence, tokens);
    finish_copies(sequence);
    end_promise(sequence);
    if (publishes(sequence)) {
        const std::uint32_t index = sequence.computed_ / block_tokens_;
        const auto tail = sequence.computed_ % block_tokens_ > 0
                              ? pools_[0].holder(sequence.tables_[0].at(index))
                              : std::nullopt;
        trie_.set_priority_upwards(tail.value_or(*sequence.node_), sequence.priority_);
    }
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        BlockPool& pool = pools_[group];
        auto& blocks = sequence.tables_[group].blocks;
        // From the end: what is evicted first must be below what is evicted later.
        for (; !blocks.empty(); blocks.pop_back()) {
            const auto holder = pool.holder(blocks.back());
            pool.release(blocks.back(), holder ? trie_.node(*holder).priority : sequence.priority_);
        }
    }
    if (publishes(sequence)) {
        trie_.leave(*sequence.node_, pools_);
    }
    --open_count_;
}

void KvCache::drop_cached() {
    trie_.clear(pools_);
    ++generation_;
    ++version_;
}

}  // namespace hearth
