#include "kv_cache/prefix_trie.h"

#include <initializer_list>
#include <stdexcept>

#include <gtest/gtest.h>

namespace hearth {
namespace {

std::vector<TokenId> tokens(std::initializer_list<std::int32_t> values) {
    std::vector<TokenId> out;
    for (const std::int32_t value : values) {
        out.push_back(TokenId{value});
    }
    return out;
}

/// A trie over blocks of two tokens, one global group and one with a window of four.
struct Fixture {
    PrefixTrie trie{2, {std::nullopt, 4U}};
    std::vector<BlockPool> pools{BlockPool(16), BlockPool(16)};

    TrieNodeId add(TrieNodeId parent, std::initializer_list<std::int32_t> values) {
        const std::vector<BlockId> blocks = {pools[0].take_free().value(), pools[1].take_free().value()};
        const TrieNodeId node = trie.create(parent, tokens(values), blocks, pools);
        pools[0].release(blocks[0], 0);
        pools[1].release(blocks[1], 0);
        return node;
    }
    std::uint32_t match(std::initializer_list<std::int32_t> values, std::uint32_t limit = 100) {
        return trie.match(tokens(values), limit).token_count;
    }
};

TEST(PrefixTrie, MatchesWholeBlocksAndTheBestPartOfOne) {
    Fixture f;
    const auto a = f.add(PrefixTrie::root(), {1, 2});
    const auto b = f.add(a, {3, 4});
    f.add(a, {5, 6});
    f.add(b, {7});
    EXPECT_EQ(f.match({}), 0U);
    EXPECT_EQ(f.match({9}), 0U);
    EXPECT_EQ(f.match({1, 9}), 1U);
    EXPECT_EQ(f.match({1, 2}), 2U);
    EXPECT_EQ(f.match({1, 2, 5, 9}), 3U);
    EXPECT_EQ(f.match({1, 2, 3, 4, 7, 8}), 5U);
    const auto match = f.trie.match(tokens({1, 2, 3, 4, 7, 8}), 100);
    ASSERT_EQ(match.nodes.size(), 3U);
    EXPECT_EQ(match.nodes[0], a);
    EXPECT_EQ(match.nodes[1], b);
}

TEST(PrefixTrie, LimitCutsWithinABlock) {
    Fixture f;
    const auto a = f.add(PrefixTrie::root(), {1, 2});
    f.add(a, {3, 4});
    EXPECT_EQ(f.match({1, 2, 3, 4}, 3), 3U);
    EXPECT_EQ(f.match({1, 2, 3, 4}, 2), 2U);
    EXPECT_EQ(f.match({1, 2, 3, 4}, 1), 1U);
    EXPECT_EQ(f.match({1, 2, 3, 4}, 0), 0U);
}

TEST(PrefixTrie, SameTokensUnderAnotherParentAreAnotherPrefix) {
    Fixture f;
    const auto a = f.add(PrefixTrie::root(), {1, 2});
    const auto b = f.add(PrefixTrie::root(), {3, 4});
    const auto below = f.add(a, {5, 6});
    EXPECT_EQ(f.trie.find(a, tokens({5, 6})), below);
    EXPECT_EQ(f.trie.find(b, tokens({5, 6})), std::nullopt);
    EXPECT_EQ(f.match({3, 4, 5, 6}), 2U);
}

TEST(PrefixTrie, WindowedBlocksAreNeededForTheLastTokensOnly) {
    Fixture f;
    const auto a = f.add(PrefixTrie::root(), {1, 2});
    const auto b = f.add(a, {3, 4});
    const auto c = f.add(b, {5, 6});
    const auto d = f.add(c, {7, 8});
    f.trie.evict(a, 1, f.pools);
    // 4 tokens would need those from 1 on, 5 those from 2 on.
    EXPECT_EQ(f.match({1, 2, 3, 4, 5, 6, 7, 8}), 8U);
    EXPECT_EQ(f.match({1, 2, 3, 4, 5, 9}), 5U);
    EXPECT_EQ(f.match({1, 2, 3, 4, 9}), 0U);
    f.trie.evict(c, 1, f.pools);
    EXPECT_EQ(f.match({1, 2, 3, 4, 5, 6, 7, 8}), 0U);
    f.trie.evict(d, 0, f.pools);  // the global block: the node goes
    EXPECT_EQ(f.trie.node_count(), 3U);
    EXPECT_EQ(f.pools[1].free_count(), 15U);
}

TEST(PrefixTrie, EvictionOfAGlobalBlockTakesWhatIsBelow) {
    Fixture f;
    const auto a = f.add(PrefixTrie::root(), {1, 2});
    f.add(f.add(a, {3, 4}), {5, 6});
    f.add(PrefixTrie::root(), {8, 9});
    f.trie.evict(a, 0, f.pools);
    EXPECT_EQ(f.trie.node_count(), 1U);
    EXPECT_EQ(f.pools[0].free_count(), 15U);
    EXPECT_EQ(f.match({1, 2, 3}), 0U);
    EXPECT_EQ(f.match({8, 9, 3}), 2U);
    f.trie.clear(f.pools);
    EXPECT_EQ(f.trie.node_count(), 0U);
    EXPECT_EQ(f.pools[0].free_count(), 16U);
    EXPECT_EQ(f.pools[1].free_count(), 16U);
}

TEST(PrefixTrie, TailGrowsIntoAFullNode) {
    Fixture f;
    const auto tail = f.add(PrefixTrie::root(), {1});
    EXPECT_TRUE(f.trie.covers(PrefixTrie::root(), tokens({1})));
    EXPECT_FALSE(f.trie.covers(PrefixTrie::root(), tokens({1, 2})));
    EXPECT_EQ(f.trie.find(PrefixTrie::root(), tokens({1, 2})), std::nullopt);
    f.trie.lengthen(tail, tokens({1, 2}));
    EXPECT_EQ(f.trie.find(PrefixTrie::root(), tokens({1, 2})), tail);
    EXPECT_THROW(f.trie.lengthen(tail, tokens({1, 2})), std::logic_error);
    const auto other = f.add(tail, {4});
    EXPECT_THROW(f.trie.lengthen(other, tokens({5, 6})), std::logic_error);
}

TEST(PrefixTrie, TailsThatCanMatchNothingMoreAreRemoved) {
    Fixture f;
    f.add(PrefixTrie::root(), {1});
    f.add(PrefixTrie::root(), {2});
    const auto full = f.add(PrefixTrie::root(), {1, 2});
    f.trie.remove_tails_within(PrefixTrie::root(), tokens({1, 2}), full, f.pools);
    EXPECT_EQ(f.trie.node_count(), 2U);
    EXPECT_EQ(f.match({1, 2}), 2U);
    EXPECT_EQ(f.match({2}), 1U);
}

TEST(PrefixTrie, PrefixThatARunningSequenceContinuesCannotBeRemoved) {
    Fixture f;
    const auto a = f.add(PrefixTrie::root(), {1, 2});
    f.trie.stand_on(a);
    EXPECT_THROW(f.trie.remove(a, f.pools), std::logic_error);
}

TEST(PrefixTrie, NodeWithoutBlocksLivesOnlyForItsChildren) {
    PrefixTrie trie(2, {4U});
    std::vector<BlockPool> pools = {BlockPool(4)};
    const auto add = [&](TrieNodeId parent, std::initializer_list<std::int32_t> values) {
        const BlockId block = pools[0].take_free().value();
        const auto node = trie.create(parent, tokens(values), std::span(&block, 1), pools);
        pools[0].release(block, 0);
        return node;
    };
    const auto a = add(PrefixTrie::root(), {1, 2});
    const auto b = add(a, {3, 4});
    trie.stand_on(b);
    trie.evict(a, 0, pools);
    trie.evict(b, 0, pools);
    EXPECT_EQ(trie.node_count(), 2U);
    trie.leave(b, pools);
    EXPECT_EQ(trie.node_count(), 0U);
}

TEST(PrefixTrie, PriorityIsNeverBelowThatOfTheChildren) {
    Fixture f;
    const auto a = f.add(PrefixTrie::root(), {1, 2});
    const auto important = f.add(a, {3, 4});
    const auto other = f.add(a, {5, 6});
    f.trie.set_priority_upwards(important, 5);
    f.trie.set_priority_upwards(other, 1);
    EXPECT_EQ(f.trie.node(a).priority, 5);
    EXPECT_EQ(f.trie.node(other).priority, 1);
    f.trie.set_priority_upwards(important, 0);
    EXPECT_EQ(f.trie.node(a).priority, 1);
}

}  // namespace
}  // namespace hearth
