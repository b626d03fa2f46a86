#include "sampling/philox.h"

#include <gtest/gtest.h>

namespace hearth {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Known answers of Random123 (kat_vectors, philox4x32 10).
TEST(Philox, KnownAnswers) {
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
              (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(TokenRandomness, IsInRangeAndDependsOnAllBitsOfSeedAndPosition) {
    const auto base = TokenRandomness::at(1, 1);
    for (const auto other : {TokenRandomness::at(2, 1), TokenRandomness::at(1, 2),
                             TokenRandomness::at(1 + (std::uint64_t{1} << 32U), 1),
                             TokenRandomness::at(1, 1 + (std::uint64_t{1} << 32U))}) {
        EXPECT_NE(base.draw, other.draw);
        EXPECT_NE(base.xtc, other.xtc);
    }
    double sum = 0;
    for (std::uint64_t position = 0; position < 10000; ++position) {
        const auto random = TokenRandomness::at(7, position);
        ASSERT_TRUE(random.draw >= 0 && random.draw < 1 && random.xtc >= 0 && random.xtc < 1);
        sum += random.draw;
    }
    EXPECT_NEAR(sum / 10000, 0.5, 0.015);  // five standard deviations
    EXPECT_EQ(base.draw, TokenRandomness::at(1, 1).draw);
}

}  // namespace
}  // namespace hearth
