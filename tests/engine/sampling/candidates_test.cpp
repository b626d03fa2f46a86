#include "sampling/candidates.h"

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace hearth {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

std::vector<std::int32_t> ids(const std::vector<Candidate>& candidates) {
    std::vector<std::int32_t> out;
    for (const Candidate& candidate : candidates) {
        out.push_back(candidate.token.value);
    }
    return out;
}

TEST(Candidates, LikeliestAreThoseOfAFullSort) {
    std::mt19937 random(5);
    for (const std::size_t size : {1U, 63U, 64U, 65U, 1000U, 5000U}) {
        for (const std::size_t count : {1U, 2U, 40U, 64U, 999U, 6000U}) {
            // Few different values: many equals, which must go by id. Ascending runs defeat the bar.
            std::vector<float> logits(size);
            for (std::size_t i = 0; i < size; ++i) {
                logits[i] =
                    static_cast<float>(random() % 50) + (i % 3 == 0 ? static_cast<float>(i / 100) : 0.0F);
            }
            std::vector<Candidate> all;
            collect_candidates(logits, all);
            ASSERT_EQ(all.size(), size);
            std::ranges::sort(all, likelier);
            all.resize(std::min(count, size));
            std::vector<Candidate> likeliest;
            collect_likeliest(logits, count, likeliest);
            EXPECT_EQ(ids(likeliest), ids(all)) << size << " " << count;
        }
    }
}

TEST(Candidates, NaNAndMinusInfinityAreNone) {
    const std::vector<float> logits = {kNaN, -kInfinity, 1.0F, kNaN, 2.0F};
    std::vector<Candidate> found;
    collect_candidates(logits, found);
    EXPECT_EQ(ids(found), (std::vector<std::int32_t>{2, 4}));
    collect_likeliest(logits, 4, found);
    EXPECT_EQ(ids(found), (std::vector<std::int32_t>{4, 2}));
}

TEST(Candidates, InfinityLeavesNothingElse) {
    const std::vector<float> logits = {1.0F, kInfinity, kNaN, kInfinity, 2.0F};
    std::vector<Candidate> found;
    collect_candidates(logits, found);
    EXPECT_EQ(ids(found), (std::vector<std::int32_t>{1, 3}));
    EXPECT_EQ(found[0].logit, 0.0F);
    collect_likeliest(logits, 1, found);
    EXPECT_EQ(ids(found), (std::vector<std::int32_t>{1}));
}

}  // namespace
}  // namespace hearth
