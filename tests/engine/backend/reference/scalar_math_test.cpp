#include "backend/reference/scalar_math.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::reference {
namespace {

TEST(RmsNorm, DividesByTheRootOfTheMeanSquare) {
    const std::vector<float> in = {1, -2, 3, 4};
    const std::vector<float> weight = {1, 2, 1, 0.5F};
    std::vector<float> out(4);
    rms_norm(in, weight, 0, out);
    const double root = std::sqrt(30.0 / 4);
    EXPECT_FLOAT_EQ(out[0], static_cast<float>(1 / root));
    EXPECT_FLOAT_EQ(out[1], static_cast<float>(-4 / root));
    EXPECT_FLOAT_EQ(out[3], static_cast<float>(2 / root));
    rms_norm(in, weight, 2.5F, out);
    EXPECT_FLOAT_EQ(out[0], static_cast<float>(1 / std::sqrt(10.0)));
}

TEST(RmsNorm, WorksInPlaceAndOnZeros) {
    std::vector<float> values = {3, 4};
    const std::vector<float> ones = {1, 1};
    rms_norm(values, ones, 0, values);
    EXPECT_FLOAT_EQ(values[0], static_cast<float>(3 / std::sqrt(12.5)));
    EXPECT_FLOAT_EQ(values[1], static_cast<float>(4 / std::sqrt(12.5)));
    std::vector<float> zeros = {0, 0};
    rms_norm(zeros, ones, 1e-6F, zeros);
    EXPECT_EQ(zeros, (std::vector<float>{0, 0}));
}

constexpr double kQuarterTurn = std::numbers::pi / 2;

TEST(Rotate, TurnsNeighboursOrHalvesByTheAngleOfTheirPair) {
    RopeSpec rope{.pairing = RopeSpec::Pairing::interleaved,
                  .inverse_frequency = {kQuarterTurn, 2 * kQuarterTurn}};
    std::vector<float> head = {1, 2, 3, 4, 5};
    rotate(rope, 1, head);
    const std::vector<float> neighbours = {-2, 1, -3, -4, 5};
    for (std::size_t i = 0; i < head.size(); ++i) {
        EXPECT_NEAR(head[i], neighbours[i], 1e-6) << i;
    }
    rope.pairing = RopeSpec::Pairing::halves;
    head = {1, 2, 3, 4, 5};
    rotate(rope, 1, head);
    const std::vector<float> halves = {-3, -2, 1, -4, 5};
    for (std::size_t i = 0; i < head.size(); ++i) {
        EXPECT_NEAR(head[i], halves[i], 1e-6) << i;
    }
}

TEST(Rotate, GrowsWithPositionAndMagnitude) {
    RopeSpec rope{.inverse_frequency = {kQuarterTurn}, .magnitude = 2};
    std::vector<float> head = {1, 0};
    rotate(rope, 0, head);
    EXPECT_NEAR(head[0], 2, 1e-6);
    head = {1, 0};
    rotate(rope, 3, head);
    EXPECT_NEAR(head[0], 0, 1e-6);
    EXPECT_NEAR(head[1], -2, 1e-6);
}

TEST(Rotate, KeepsItsPrecisionFarFromTheStart) {
    // 100,000,001 quarter turns are one: in f32 the angle would be off by several radians.
    RopeSpec rope{.inverse_frequency = {kQuarterTurn}};
    std::vector<float> head = {1, 0};
    rotate(rope, 100'000'001, head);
    EXPECT_NEAR(head[0], 0, 1e-6);
    EXPECT_NEAR(head[1], 1, 1e-6);
}

TEST(SoftCap, BendsTowardsTheCap) {
    EXPECT_EQ(soft_cap(123.5, std::nullopt), 123.5);
    EXPECT_NEAR(soft_cap(0.01, 50.0F), 0.01, 1e-9);
    EXPECT_NEAR(soft_cap(25, 50.0F), 50 * std::tanh(0.5), 1e-12);
    EXPECT_NEAR(soft_cap(1e6, 50.0F), 50, 1e-12);
    EXPECT_NEAR(soft_cap(-1e6, 50.0F), -50, 1e-12);
}

TEST(Activate, MatchesTheDefinitions) {
    const auto silu = GatedProjection::Activation::silu;
    EXPECT_EQ(activate(silu, 0), 0);
    EXPECT_NEAR(activate(silu, 1), 0.7310585786300049, 1e-15);
    EXPECT_NEAR(activate(silu, -100), 0, 1e-15);
    const auto gelu = GatedProjection::Activation::gelu_tanh;
    EXPECT_EQ(activate(gelu, 0), 0);
    // The tanh form lies within 5e-4 of x · Φ(x) and is not equal to it.
    EXPECT_NEAR(activate(gelu, 1), 0.8411919906082768, 1e-15);
    EXPECT_NEAR(activate(gelu, -1), -0.15880800939172324, 1e-15);
    EXPECT_NEAR(activate(gelu, 40), 40, 1e-12);
}

}  // namespace
}  // namespace hearth::reference
