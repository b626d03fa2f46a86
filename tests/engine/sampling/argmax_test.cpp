#include "sampling/argmax.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(Argmax, FindsTheHighestWhereverItIs) {
    for (const std::size_t size : {1U, 15U, 16U, 17U, 4096U, 10007U}) {
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            std::vector<float> logits(size, -5.0F);
            logits[at] = -4.0F;
            EXPECT_EQ(argmax(logits)->value, static_cast<std::int32_t>(at)) << size;
        }
    }
}

TEST(Argmax, TakesTheLowestIdAmongEquals) {
    std::vector<float> logits(9000, 0.0F);
    logits[8191] = logits[4100] = logits[5000] = 3.0F;
    EXPECT_EQ(argmax(logits)->value, 4100);
    EXPECT_EQ(argmax(std::vector<float>{-0.0F, 0.0F})->value, 0);
}

TEST(Argmax, NaNNeverWins) {
    EXPECT_EQ(argmax(std::vector<float>{kNaN, 1.0F, kNaN, 2.0F, kNaN})->value, 3);
    std::vector<float> logits(100, kNaN);
    EXPECT_FALSE(argmax(logits));
    logits[77] = -3.0F;
    EXPECT_EQ(argmax(logits)->value, 77);
}

TEST(Argmax, Infinities) {
    EXPECT_FALSE(argmax(std::vector<float>{-kInfinity, -kInfinity}));
    EXPECT_FALSE(argmax({}));
    EXPECT_EQ(argmax(std::vector<float>{1.0F, kInfinity, kInfinity})->value, 1);
}

}  // namespace
}  // namespace hearth
