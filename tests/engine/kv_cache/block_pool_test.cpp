#include "kv_cache/block_pool.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace hearth {
namespace {

TEST(BlockPool, BlockIsFreeInUseOrCached) {
    BlockPool pool(2);
    EXPECT_EQ(pool.free_count(), 2U);
    const BlockId block = pool.take_free().value();
    EXPECT_EQ(pool.references(block), 1U);
    pool.add_reference(block);
    pool.hold(block, TrieNodeId{7});
    EXPECT_EQ(pool.holder(block), TrieNodeId{7});
    pool.release(block, 0);
    EXPECT_EQ(pool.cached_count(), 0U);
    pool.release(block, 0);
    EXPECT_EQ(pool.cached_count(), 1U);
    EXPECT_EQ(pool.free_count(), 1U);
    pool.add_reference(block);
    EXPECT_EQ(pool.cached_count(), 0U);
    pool.release(block, 0);
    pool.drop_hold(block);
    EXPECT_EQ(pool.free_count(), 2U);
}

TEST(BlockPool, HasNoMoreThanItHas) {
    BlockPool pool(1);
    EXPECT_TRUE(pool.take_free());
    EXPECT_FALSE(pool.take_free());
    EXPECT_FALSE(pool.eviction_candidate());
}

TEST(BlockPool, EvictsTheLowestPriorityThenTheLeastRecentlyReleased) {
    BlockPool pool(4);
    std::vector<BlockId> blocks;
    for (std::uint32_t i = 0; i < 4; ++i) {
        blocks.push_back(pool.take_free().value());
        pool.hold(blocks[i], TrieNodeId{i});
    }
    pool.release(blocks[2], 1);
    pool.release(blocks[0], 0);
    pool.release(blocks[1], 0);
    pool.release(blocks[3], -1);
    pool.add_reference(blocks[0]);
    pool.release(blocks[0], 0);  // used again
    std::vector<std::uint32_t> order;
    while (const auto block = pool.eviction_candidate()) {
        order.push_back(pool.holder(*block)->value);
        pool.drop_hold(*block);
    }
    EXPECT_EQ(order, (std::vector<std::uint32_t>{3, 1, 0, 2}));
    EXPECT_EQ(pool.free_count(), 4U);
}

TEST(BlockPool, MisuseIsABrokenInvariant) {
    BlockPool pool(1);
    EXPECT_THROW(pool.add_reference(BlockId{0}), std::logic_error);
    EXPECT_THROW(pool.release(BlockId{0}, 0), std::logic_error);
    EXPECT_THROW(pool.hold(BlockId{0}, TrieNodeId{1}), std::logic_error);
    EXPECT_THROW(pool.drop_hold(BlockId{0}), std::logic_error);
    EXPECT_THROW(pool.add_reference(BlockId{1}), std::out_of_range);
    const BlockId block = pool.take_free().value();
    pool.hold(block, TrieNodeId{1});
    EXPECT_THROW(pool.hold(block, TrieNodeId{2}), std::logic_error);
}

}  // namespace
}  // namespace hearth
