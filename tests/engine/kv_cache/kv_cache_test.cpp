#include "kv_cache/kv_cache.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace hearth {
namespace {

std::vector<TokenId> tokens(std::int32_t first, std::size_t count) {
    std::vector<TokenId> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = TokenId{first + static_cast<std::int32_t>(i)};
    }
    return out;
}

KvCache::OpenOptions options(std::uint32_t reserve_blocks = 0,
                             KvCache::Sharing sharing = KvCache::Sharing::full) {
    return {.chunk_tokens = 64, .reserve_blocks = reserve_blocks, .priority = 0, .sharing = sharing};
}

TEST(PeakBlocks, IsTheWholeSequenceOrTheWindowAndAChunk) {
    const std::optional<std::uint32_t> global;
    EXPECT_EQ(peak_blocks(0, global, 8, 4), 0U);
    EXPECT_EQ(peak_blocks(9, global, 8, 4), 3U);
    // 5 tokens before the chunk and 8 of it: 13 tokens touch at most 4 + 1 blocks of 4.
    EXPECT_EQ(peak_blocks(100, 6, 8, 4), 4U);
    EXPECT_EQ(peak_blocks(100, 6, 9, 4), 5U);
    EXPECT_EQ(peak_blocks(9, 6, 8, 4), 3U);
    EXPECT_EQ(peak_blocks(100, 6, 8, 1), 13U);
}

TEST(PeakBlocks, IsReachedAndNeverExceeded) {
    for (const std::uint32_t window : {2U, 5U, 8U}) {
        for (const std::uint32_t chunk : {1U, 3U, 4U, 7U}) {
            std::uint32_t most = 0;
            for (std::uint32_t first = 0; first < 100; ++first) {
                const std::uint32_t seen = first - std::min(first, window - 1);
                most = std::max(most, (first + chunk - 1) / 4 - seen / 4 + 1);
            }
            EXPECT_EQ(peak_blocks(1000, window, chunk, 4), most) << window << " " << chunk;
        }
    }
}

TEST(KvCache, LimitsOfOneSequence) {
    EXPECT_EQ(KvCache({{10, std::nullopt}}, 4).max_sequence_tokens(), 40U);
    EXPECT_EQ(KvCache({{10, std::nullopt}, {3, 8}}, 4).max_sequence_tokens(), 40U);
    EXPECT_EQ(KvCache({{10, std::nullopt}, {2, 8}}, 4).max_sequence_tokens(), 8U);
    const KvCache windowed({{3, 8}}, 4);
    EXPECT_EQ(windowed.max_sequence_tokens(), std::numeric_limits<std::uint32_t>::max());
    EXPECT_EQ(windowed.max_chunk_tokens(64), 2U);
    EXPECT_EQ(peak_blocks(1000, 8, windowed.max_chunk_tokens(64), 4), 3U);
    EXPECT_EQ(peak_blocks(1000, 8, windowed.max_chunk_tokens(64) + 1, 4), 4U);
    EXPECT_THROW(KvCache({}, 4), std::invalid_argument);
    EXPECT_THROW(KvCache({{4, std::nullopt}}, 0), std::invalid_argument);
    EXPECT_THROW(KvCache({{4, 0U}}, 4), std::invalid_argument);
}

TEST(KvCache, PromisedBlocksAreNobodyElses) {
    KvCache cache({{5, std::nullopt}}, 4);
    auto first = cache.open(tokens(0, 12), options()).value();  // 3 of 5, none taken yet
    EXPECT_EQ(cache.usage().blocks_free, 5U);
    EXPECT_FALSE(cache.open(tokens(100, 12), options()));
    EXPECT_FALSE(cache.open(tokens(100, 8), options(1)));
    auto second = cache.open(tokens(100, 8), options()).value();
    EXPECT_TRUE(cache.extend(second, 8));
    EXPECT_TRUE(cache.extend(first, 12));
    cache.advance(second, tokens(100, 8), 8);
    EXPECT_FALSE(cache.extend(second, 1));
    cache.close(std::move(first), tokens(0, 12));
    EXPECT_TRUE(cache.extend(second, 1));
    cache.close(std::move(second), tokens(100, 8));
    EXPECT_EQ(cache.usage().blocks_free + cache.usage().blocks_cached, 5U);
}

TEST(KvCache, RefusedExtensionChangesNothing) {
    KvCache cache({{4, std::nullopt}, {9, 8}}, 4);
    auto sequence = cache.open(tokens(0, 4), options()).value();
    EXPECT_FALSE(cache.extend(sequence, 20));
    EXPECT_TRUE(sequence.tables()[0].blocks.empty());
    EXPECT_TRUE(sequence.tables()[1].blocks.empty());
    EXPECT_TRUE(cache.extend(sequence, 4));
    cache.close(std::move(sequence), tokens(0, 4));
}

TEST(KvCache, TwoWhoComputeTheSameKeepOneCopy) {
    KvCache cache({{8, std::nullopt}}, 4);
    const auto prompt = tokens(0, 9);
    auto first = cache.open(prompt, options()).value();
    auto second = cache.open(prompt, options()).value();
    for (KvSequence* sequence : {&first, &second}) {
        ASSERT_TRUE(cache.extend(*sequence, 9));
    }
    EXPECT_EQ(cache.usage().blocks_free, 2U);
    cache.advance(first, prompt, 9);
    cache.advance(second, prompt, 9);
    EXPECT_EQ(cache.usage().blocks_free, 4U);
    EXPECT_EQ(first.tables()[0].blocks[1], second.tables()[0].blocks[1]);
    EXPECT_NE(first.tables()[0].blocks[2], second.tables()[0].blocks[2]);
    cache.close(std::move(first), prompt);
    cache.close(std::move(second), prompt);
    EXPECT_EQ(cache.trie().node_count(), 3U);
}

TEST(KvCache, SharedTailIsCopiedBeforeItIsAppendedTo) {
    KvCache cache({{8, std::nullopt}}, 4);
    const auto prompt = tokens(0, 6);
    auto writer = cache.open(prompt, options()).value();
    ASSERT_TRUE(cache.extend(writer, 6));
    cache.advance(writer, prompt, 6);
    cache.publish_tail(writer, prompt);
    // The writer itself goes on in its block, though the cache has it too.
    ASSERT_TRUE(cache.extend(writer, 1));
    EXPECT_TRUE(writer.copies().empty());

    auto branch_tokens = tokens(0, 6);
    branch_tokens.push_back(TokenId{99});
    auto branch = cache.open(branch_tokens, options()).value();
    EXPECT_EQ(branch.computed(), 6U);
    ASSERT_TRUE(cache.extend(branch, 1));
    ASSERT_EQ(branch.copies().size(), 1U);
    EXPECT_EQ(branch.copies()[0].from, writer.tables()[0].blocks[1]);
    EXPECT_EQ(branch.copies()[0].to, branch.tables()[0].blocks[1]);
    EXPECT_EQ(branch.copies()[0].token_count, 2U);
    // The source stays until the copy has run, even if its writer ends.
    const BlockId source = branch.copies()[0].from;
    cache.close(std::move(writer), prompt);
    EXPECT_EQ(cache.pool(0).references(source), 1U);
    cache.advance(branch, branch_tokens, 7);
    EXPECT_EQ(cache.pool(0).references(source), 0U);
    EXPECT_TRUE(branch.copies().empty());
    cache.close(std::move(branch), branch_tokens);
}

TEST(KvCache, CancelledBeforeItsFirstStepLeavesNothingUncomputed) {
    KvCache cache({{8, std::nullopt}}, 4);
    const auto prompt = tokens(0, 10);
    auto sequence = cache.open(prompt, options()).value();
    ASSERT_TRUE(cache.extend(sequence, 10));
    cache.close(std::move(sequence), prompt);
    EXPECT_EQ(cache.trie().node_count(), 0U);
    EXPECT_EQ(cache.usage().blocks_free, 8U);
}

TEST(KvCache, PartOfABlockIsForgoneWhereItsCopyWouldNotFit) {
    KvCache cache({{3, std::nullopt}}, 4);
    const auto prompt = tokens(0, 12);
    auto first = cache.open(prompt, options()).value();
    ASSERT_TRUE(cache.extend(first, 12));
    cache.advance(first, prompt, 12);
    cache.close(std::move(first), prompt);
    // 11 tokens are cached, but the last block's copy would be a fourth block.
    auto again = cache.open(prompt, options());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->computed(), 8U);
    EXPECT_TRUE(cache.extend(*again, 4));
    EXPECT_TRUE(again->copies().empty());
    cache.close(*std::move(again), prompt);
}

TEST(KvCache, SequenceWithoutSharingNeitherUsesNorLeavesPrefixes) {
    KvCache cache({{8, std::nullopt}}, 4);
    const auto prompt = tokens(0, 9);
    for (int i = 0; i < 2; ++i) {
        auto sequence = cache.open(prompt, options(0, KvCache::Sharing::none)).value();
        EXPECT_EQ(sequence.computed(), 0U);
        ASSERT_TRUE(cache.extend(sequence, 9));
        cache.advance(sequence, prompt, 9);
        cache.close(std::move(sequence), prompt);
        EXPECT_EQ(cache.trie().node_count(), 0U);
    }
}

TEST(KvCache, WindowedBlocksThatWereGivenBackMayStayCached) {
    KvCache cache({{20, std::nullopt}, {20, 4}}, 4);
    const auto prompt = tokens(0, 24);
    auto sequence = cache.open(prompt, options()).value();
    ASSERT_TRUE(cache.extend(sequence, 24));
    cache.advance(sequence, prompt, 24);
    EXPECT_EQ(sequence.tables()[1].first_block, 5U);
    EXPECT_EQ(cache.pool(1).cached_count(), 5U);
    auto branch = tokens(0, 10);
    branch.push_back(TokenId{77});
    EXPECT_EQ(cache.cached_tokens(branch), 10U);
    cache.close(std::move(sequence), prompt);
}

TEST(KvCache, AdvanceBeyondTheTokensIsABrokenInvariant) {
    KvCache cache({{8, std::nullopt}}, 4);
    const auto prompt = tokens(0, 5);
    auto sequence = cache.open(prompt, options()).value();
    ASSERT_TRUE(cache.extend(sequence, 5));
    EXPECT_THROW(cache.advance(sequence, prompt, 6), std::logic_error);
    EXPECT_THROW(static_cast<void>(cache.open({}, options())), std::logic_error);
    cache.close(std::move(sequence), prompt);
}

}  // namespace
}  // namespace hearth
