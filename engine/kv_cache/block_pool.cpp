#include "kv_cache/block_pool.h"

#include <stdexcept>

namespace hearth {

BlockPool::BlockPool(std::uint32_t block_count) : blocks_(block_count) {
    free_.reserve(block_count);
    for (std::uint32_t i = block_count; i > 0; --i) {
        free_.push_back(BlockId{i - 1});
    }
}

std::optional<BlockId> BlockPool::take_free() {
    if (free_.empty()) {
        return std::nullopt;
    }
    const BlockId block = free_.back();
    free_.pop_back();
    blocks_[block.value].references = 1;
    return block;
}

void BlockPool::add_reference(BlockId block) {
    Block& entry = blocks_.at(block.value);
    if (entry.references == 0) {
        if (!entry.place) {
            throw std::logic_error("reference to a free KV block");
        }
        cached_.erase(*entry.place);
        entry.place.reset();
    }
    ++entry.references;
}

void BlockPool::release(BlockId block, std::int32_t priority) {
    Block& entry = blocks_.at(block.value);
    if (entry.references == 0) {
        throw std::logic_error("release of a KV block that is not referenced");
    }
    if (--entry.references > 0) {
        return;
    }
    if (entry.holder) {
        entry.place = Place{priority, release_count_++, block};
        cached_.insert(*entry.place);
    } else {
        free_.push_back(block);
    }
}

void BlockPool::hold(BlockId block, TrieNodeId node) {
    Block& entry = blocks_.at(block.value);
    if (entry.holder || entry.references == 0) {
        throw std::logic_error("hold on a KV block that is held already or free");
    }
    entry.holder = node;
}

void BlockPool::drop_hold(BlockId block) {
    Block& entry = blocks_.at(block.value);
    if (!entry.holder) {
        throw std::logic_error("end of a hold that does not exist");
    }
    entry.holder.reset();
    if (entry.references == 0) {
        cached_.erase(entry.place.value());
        entry.place.reset();
        free_.push_back(block);
    }
}

std::optional<BlockId> BlockPool::eviction_candidate() const {
    if (cached_.empty()) {
        return std::nullopt;
    }
    return cached_.begin()->block;
}

}  // namespace hearth
