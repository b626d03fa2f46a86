#include "backend/reference/attention.h"

#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::reference {
namespace {

/// One KV head of one dimension, so that attention can be worked out by hand: position p has key and value as
/// given.
class Attention : public testing::Test {
 protected:
    float attend_at(std::uint32_t position, float query, std::optional<std::uint32_t> window = std::nullopt,
                    std::optional<float> cap = std::nullopt) {
        const KvGroupSpec spec{1, 1, 1, 1, window};
        KvMemory memory(spec, 4);
        const std::vector<BlockId> blocks = {BlockId{3}, BlockId{1}, BlockId{0}};
        const std::uint32_t first_block =
            window ? (position + 1 - std::min(position + 1, *window)) / kBlockTokens : 0;
        for (std::uint32_t p = first_block * kBlockTokens; p <= position; ++p) {
            const BlockId block = blocks[p / kBlockTokens];
            memory.key(0, block, p % kBlockTokens, 0)[0] = key(p);
            memory.value(0, block, p % kBlockTokens, 0)[0] = static_cast<float>(p);
        }
        const PagedAttention op{
            .q = {}, .out = {}, .kv = {}, .head_count = 1, .scale = 0.5F, .soft_cap = cap};
        float out = -1;
        attend(op, memory, {first_block, std::span(blocks).subspan(first_block)}, position, {&query, 1},
               {&out, 1});
        return out;
    }

    static float key(std::uint32_t position) { return position % 2 == 0 ? 1.0F : -1.0F; }

    /// The weighted mean of the positions [first, last] with weights exp(score).
    static double mean(std::uint32_t first, std::uint32_t last, double even_score, double odd_score) {
        double sum = 0;
        double total = 0;
        for (std::uint32_t p = first; p <= last; ++p) {
            const double weight = std::exp(p % 2 == 0 ? even_score : odd_score);
            sum += weight * p;
            total += weight;
        }
        return sum / total;
    }
};

TEST_F(Attention, SeesItselfAndAllBefore) {
    EXPECT_FLOAT_EQ(attend_at(0, 3), 0);
    EXPECT_NEAR(attend_at(1, 3), mean(0, 1, 1.5, -1.5), 1e-6);
    EXPECT_NEAR(attend_at(150, 3), mean(0, 150, 1.5, -1.5), 1e-4);
    EXPECT_NEAR(attend_at(150, 0), 75, 1e-4);
}

TEST_F(Attention, WindowIncludesTheQueryItself) {
    EXPECT_FLOAT_EQ(attend_at(150, 3, 1), 150);
    EXPECT_NEAR(attend_at(150, 0, 11), 145, 1e-4);
    EXPECT_NEAR(attend_at(5, 0, 11), 2.5, 1e-6);
    EXPECT_NEAR(attend_at(10, 0, 11), 5, 1e-6);
    EXPECT_NEAR(attend_at(11, 0, 11), 6, 1e-6);
}

TEST_F(Attention, LargeScoresDoNotOverflow) {
    EXPECT_NEAR(attend_at(151, 1e5F), 75, 1e-4);  // the even positions alone
}

TEST_F(Attention, SoftCapComesBeforeTheSoftmax) {
    const double capped = 2 * std::tanh(1.5 / 2);
    EXPECT_NEAR(attend_at(21, 3, std::nullopt, 2.0F), mean(0, 21, capped, -capped), 1e-5);
}

TEST(AttentionHeads, ConsecutiveQueryHeadsShareAKvHead) {
    const KvGroupSpec spec{1, 2, 1, 1, std::nullopt};
    KvMemory memory(spec, 1);
    memory.value(0, BlockId{0}, 0, 0)[0] = 10;
    memory.value(0, BlockId{0}, 0, 1)[0] = 20;
    const std::vector<BlockId> blocks = {BlockId{0}};
    const PagedAttention op{.q = {}, .out = {}, .kv = {}, .head_count = 4, .scale = 1, .soft_cap = {}};
    const std::vector<float> q(4, 1.0F);
    std::vector<float> out(4);
    attend(op, memory, {0, blocks}, 0, q, out);
    EXPECT_EQ(out, (std::vector<float>{10, 10, 20, 20}));
}

}  // namespace
}  // namespace hearth::reference
