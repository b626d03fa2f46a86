#include "backend/cpu/vector_kernels.h"

#include "backend/cpu/matmul.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::cpu {
namespace {

std::vector<Isa> supported() {
    std::vector<Isa> result;
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512_vnni}) {
        if (isa_supported(isa)) {
            result.push_back(isa);
        }
    }
    return result;
}

std::string test_name(const testing::TestParamInfo<Isa>& info) {
    return std::string(isa_name(info.param));
}

class VectorKernelsTest : public testing::TestWithParam<Isa> {
 protected:
    std::vector<float> random(std::size_t count, float spread = 1.0F) {
        std::normal_distribution<float> distribution(0.0F, spread);
        std::vector<float> values(count);
        for (float& value : values) {
            value = distribution(generator_);
        }
        return values;
    }

    std::mt19937 generator_{7};
    const VectorKernels& kernels_ = vector_kernels(GetParam());
};

INSTANTIATE_TEST_SUITE_P(AllSupported, VectorKernelsTest, testing::ValuesIn(supported()), test_name);

constexpr std::uint32_t kCounts[] = {1, 2, 3, 7, 15, 16, 17, 31, 64, 65, 100, 576, 577};

TEST_P(VectorKernelsTest, ExponentialIsExact) {
    std::vector<float> in;
    for (int i = -86000; i <= 88000; i += 7) {
        in.push_back(static_cast<float>(i) / 1000.0F);
    }
    std::vector<float> out(in.size());
    kernels_.exponential(in.data(), static_cast<std::uint32_t>(in.size()), out.data());
    double worst = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const double right = std::exp(double{in[i]});
        worst = std::max(worst, std::abs(out[i] / right - 1.0));
    }
    EXPECT_LT(worst, 3e-7);
}

TEST_P(VectorKernelsTest, ExponentialBeyondItsRange) {
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> in = {
        -infinity, -1e30F, -86.5F, 0.0F, 200.0F, infinity, std::numeric_limits<float>::quiet_NaN()};
    std::vector<float> out(in.size());
    kernels_.exponential(in.data(), static_cast<std::uint32_t>(in.size()), out.data());
    EXPECT_EQ(out[0], 0.0F);
    EXPECT_EQ(out[1], 0.0F);
    EXPECT_EQ(out[2], 0.0F);
    EXPECT_EQ(out[3], 1.0F);
    EXPECT_NEAR(out[4] / std::exp(88.0), 1.0, 1e-6);
    EXPECT_EQ(out[5], out[4]);
    EXPECT_TRUE(std::isnan(out[6]));
}

TEST_P(VectorKernelsTest, RmsNorm) {
    for (const std::uint32_t count : kCounts) {
        const std::vector<float> in = random(count, 3.0F);
        const std::vector<float> weight = random(count);
        const std::vector<float> residual = random(count);
        std::vector<float> out(count);
        std::vector<float> added = residual;
        std::vector<float> in_place = in;
        kernels_.rms_norm(in.data(), weight.data(), 1e-5F, count, out.data());
        kernels_.rms_norm(in_place.data(), weight.data(), 1e-5F, count, in_place.data());
        kernels_.rms_norm_add(in.data(), weight.data(), 1e-5F, count, added.data(), added.data());
        double squares = 0;
        for (const float x : in) {
            squares += double{x} * x;
        }
        const double factor = 1.0 / std::sqrt(squares / count + 1e-5);
        for (std::uint32_t i = 0; i < count; ++i) {
            const double right = in[i] * factor * weight[i];
            EXPECT_NEAR(out[i], right, 1e-6 * (1 + std::abs(right))) << count << " " << i;
            EXPECT_EQ(in_place[i], out[i]);
            EXPECT_NEAR(added[i], residual[i] + right, 1e-6 * (1 + std::abs(right) + std::abs(residual[i])));
        }
    }
}

TEST_P(VectorKernelsTest, Rotations) {
    for (const std::uint32_t pairs : {1U, 3U, 8U, 10U, 16U, 20U, 32U, 64U, 128U}) {
        const std::vector<float> head = random(2 * pairs + 5);
        const std::vector<float> angles = random(pairs, 2.0F);
        std::vector<float> cosines, sines, twice, signed_sines;
        for (const float angle : angles) {
            cosines.push_back(std::cos(angle));
            sines.push_back(std::sin(angle));
            twice.insert(twice.end(), 2, cosines.back());
            signed_sines.insert(signed_sines.end(), {-sines.back(), sines.back()});
        }
        std::vector<float> halves = head;
        std::vector<float> interleaved = head;
        kernels_.rotate_halves(cosines.data(), sines.data(), pairs, halves.data());
        kernels_.rotate_interleaved(twice.data(), signed_sines.data(), pairs, interleaved.data());
        const auto check = [&](const std::vector<float>& out, std::uint32_t first, std::uint32_t second,
                               std::uint32_t i) {
            EXPECT_NEAR(out[first], double{head[first]} * cosines[i] - double{head[second]} * sines[i], 1e-6);
            EXPECT_NEAR(out[second], double{head[first]} * sines[i] + double{head[second]} * cosines[i],
                        1e-6);
        };
        for (std::uint32_t i = 0; i < pairs; ++i) {
            check(halves, i, i + pairs, i);
            check(interleaved, 2 * i, 2 * i + 1, i);
        }
        for (std::size_t i = 2 * pairs; i < head.size(); ++i) {
            EXPECT_EQ(halves[i], head[i]);
            EXPECT_EQ(interleaved[i], head[i]);
        }
    }
}

TEST_P(VectorKernelsTest, Gates) {
    for (const std::uint32_t count : kCounts) {
        std::vector<float> gate = random(count, 5.0F);
        gate[0] = -120.0F;
        gate[count / 2] = 0.0F;
        gate[count - 1] = 95.0F;
        const std::vector<float> up = random(count);
        std::vector<float> silu(count);
        std::vector<float> gelu = gate;
        kernels_.gate_silu(gate.data(), up.data(), count, silu.data());
        kernels_.gate_gelu(gelu.data(), up.data(), count, gelu.data());
        for (std::uint32_t i = 0; i < count; ++i) {
            const double x = gate[i];
            const double right_silu = x / (1 + std::exp(-x)) * up[i];
            const double right_gelu =
                0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))) * up[i];
            EXPECT_NEAR(silu[i], right_silu, 1e-30 + 1e-6 * std::abs(right_silu)) << x;
            EXPECT_NEAR(gelu[i], right_gelu, 1e-6 * std::abs(x * up[i]) * (x < 0 ? 1e-2 + std::exp(x) : 1))
                << x;
        }
    }
}

TEST_P(VectorKernelsTest, ScaleAndCap) {
    for (const std::uint32_t count : kCounts) {
        const std::vector<float> in = random(count, 100.0F);
        std::vector<float> scaled = in;
        std::vector<float> capped = in;
        kernels_.scale(0.3F, count, scaled.data());
        kernels_.scale_and_cap(0.3F, 30.0F, count, capped.data());
        for (std::uint32_t i = 0; i < count; ++i) {
            EXPECT_EQ(scaled[i], in[i] * 0.3F);
            EXPECT_NEAR(capped[i], 30 * std::tanh(in[i] * 0.3 / 30), 1e-5);
        }
    }
}

/// Round to nearest even by search in the table of all halves.
double half_value(std::uint16_t half) {
    const int exponent = (half >> 10) & 31;
    const int fraction = half & 1023;
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST_P(VectorKernelsTest, HalvesRoundToNearestEven) {
    std::vector<float> in;
    for (std::uint32_t half = 0; half < 0x7C00; ++half) {
        const double here = half_value(static_cast<std::uint16_t>(half));
        const double next = half + 1 == 0x7C00 ? 65536.0 : half_value(static_cast<std::uint16_t>(half + 1));
        const auto middle = static_cast<float>((here + next) / 2);
        in.insert(in.end(), {static_cast<float>(here), std::nextafter(middle, 0.0F), middle,
                             std::nextafter(middle, 1e9F), -middle});
    }
    std::vector<std::uint16_t> out(in.size());
    kernels_.to_half(in.data(), static_cast<std::uint32_t>(in.size()), out.data());
    for (std::uint32_t half = 0; half < 0x7C00; ++half) {
        const std::uint32_t even = half % 2 == 0 ? half : half + 1;
        ASSERT_EQ(out[5 * half], half);
        ASSERT_EQ(out[5 * half + 1], half);
        ASSERT_EQ(out[5 * half + 2], even);
        ASSERT_EQ(out[5 * half + 3], half + 1);
        ASSERT_EQ(out[5 * half + 4], even | 0x8000);
    }
    const float special[] = {std::numeric_limits<float>::infinity(), -1e9F,
                             std::numeric_limits<float>::quiet_NaN(), 1e-30F, -0.0F};
    std::uint16_t halves[5];
    kernels_.to_half(special, 5, halves);
    EXPECT_EQ(halves[0], 0x7C00);
    EXPECT_EQ(halves[1], 0xFC00);
    EXPECT_GT(halves[2] & 0x7FFF, 0x7C00);
    EXPECT_EQ(halves[3], 0);
    EXPECT_EQ(halves[4], 0x8000);
}

struct AttentionCase {
    std::uint32_t token_count, group_size, first_position, key_dim, value_dim, window;
    float cap;  ///< 0: none
};

/// Runs `attend` over random KV and compares with softmax in double.
class AttentionKernelTest : public VectorKernelsTest {
 protected:
    void check(const AttentionCase& c) {
        const std::uint32_t width = (c.value_dim + kValuePadding - 1) / kValuePadding * kValuePadding;
        const std::uint32_t last = c.first_position + c.token_count;
        const std::uint32_t first_key = c.first_position >= c.window ? c.first_position - c.window + 1 : 0;
        const std::uint32_t first_block = first_key / kBlockTokens;
        const std::uint32_t last_block = (last - 1) / kBlockTokens + 1;
        const std::size_t block_values = std::size_t{kBlockTokens} * (c.key_dim + width);
        // What no query may see is NaN.
        std::vector<std::vector<std::uint16_t>> blocks(last_block,
                                                       std::vector<std::uint16_t>(block_values, 0x7E00));
        std::vector<std::vector<double>> keys(last), values(last);
        for (std::uint32_t position = 0; position < last; ++position) {
            const std::vector<float> k = random(c.key_dim);
            const std::vector<float> v = random(width);
            std::vector<std::uint16_t> k_half(c.key_dim), v_half(width);
            kernels_.to_half(k.data(), c.key_dim, k_half.data());
            kernels_.to_half(v.data(), width, v_half.data());
            std::vector<std::uint16_t>& block = blocks[position / kBlockTokens];
            const std::uint32_t slot = position % kBlockTokens;
            for (std::uint32_t i = 0; i < c.key_dim; ++i) {
                block[i * kBlockTokens + slot] = k_half[i];
                keys[position].push_back(half_value(k_half[i]));
            }
            for (std::uint32_t i = 0; i < width; ++i) {
                block[kBlockTokens * c.key_dim + slot * width + i] = v_half[i];
                values[position].push_back(half_value(v_half[i]));
            }
        }
        const std::uint32_t rows = c.token_count * c.group_size;
        const std::vector<float> queries = random(std::size_t{rows} * c.key_dim);
        const double scale = 1 / std::sqrt(c.key_dim);
        const double log2e = 1.4426950408889634;
        std::vector<float> scaled = queries;
        const double factor = c.cap > 0 ? 2 * log2e * scale / c.cap : log2e * scale;
        for (float& q : scaled) {
            q = static_cast<float>(q * factor);
        }
        std::vector<const std::uint16_t*> pointers;
        for (std::uint32_t block = first_block; block < last_block; ++block) {
            pointers.push_back(blocks[block].data());
        }
        std::vector<float> scratch(attention_scratch_floats(rows, c.key_dim, width));
        std::vector<float> maximum(rows), sum(rows), accumulator(std::size_t{rows} * width);
        AttentionTile tile{};
        tile.queries = scaled.data();
        tile.row_count = rows;
        tile.group_size = c.group_size;
        tile.first_position = c.first_position;
        tile.key_dim = c.key_dim;
        tile.value_width = width;
        tile.blocks = pointers.data();
        tile.first_block = first_block;
        tile.last_block = last_block;
        tile.key_offset = 0;
        tile.value_offset = std::size_t{kBlockTokens} * c.key_dim;
        tile.window = c.window;
        tile.capped = c.cap > 0;
        tile.cap = static_cast<float>(c.cap * log2e);
        tile.scratch = scratch.data();
        tile.maximum = maximum.data();
        tile.sum = sum.data();
        tile.accumulator = accumulator.data();
        kernels_.attend(tile);

        double worst = 0;
        for (std::uint32_t row = 0; row < rows; ++row) {
            const std::uint32_t position = c.first_position + row / c.group_size;
            const std::uint32_t first = position >= c.window ? position - c.window + 1 : 0;
            std::vector<double> weights;
            double total = 0;
            for (std::uint32_t key = first; key <= position; ++key) {
                double score = 0;
                for (std::uint32_t i = 0; i < c.key_dim; ++i) {
                    score += queries[std::size_t{row} * c.key_dim + i] * keys[key][i];
                }
                score *= scale;
                weights.push_back(std::exp(c.cap > 0 ? c.cap * std::tanh(score / c.cap) : score));
                total += weights.back();
            }
            for (std::uint32_t i = 0; i < c.value_dim; ++i) {
                double right = 0;
                for (std::uint32_t key = first; key <= position; ++key) {
                    right += weights[key - first] / total * values[key][i];
                }
                worst =
                    std::max(worst, std::abs(accumulator[std::size_t{row} * width + i] / sum[row] - right));
            }
        }
        // Values are of norm 1; the error of a score is a few roundings of its terms.
        EXPECT_LT(worst, 4e-6) << c.token_count << " " << c.group_size << " " << c.first_position << " "
                               << c.key_dim << " " << c.window;
    }
};

INSTANTIATE_TEST_SUITE_P(AllSupported, AttentionKernelTest, testing::ValuesIn(supported()), test_name);

TEST_P(AttentionKernelTest, MatchesSoftmaxInDouble) {
    constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();
    const AttentionCase cases[] = {
        {1, 1, 0, 16, 16, kAll, 0},      {1, 3, 63, 64, 64, kAll, 0},    {1, 3, 64, 64, 64, kAll, 0},
        {1, 4, 700, 256, 256, 512, 0},   {1, 8, 300, 128, 128, kAll, 0}, {1, 32, 130, 64, 64, kAll, 0},
        {1, 2, 20, 20, 24, kAll, 0},     {32, 3, 0, 64, 64, kAll, 0},    {32, 3, 50, 64, 64, kAll, 0},
        {32, 3, 211, 64, 64, 100, 0},    {24, 4, 190, 80, 80, 20, 0},    {24, 4, 190, 80, 80, 1, 0},
        {96, 1, 100, 40, 48, 64, 0},     {7, 5, 97, 96, 64, kAll, 0},    {96, 1, 1000, 32, 32, 70, 0},
        {5, 2, 200, 64, 64, kAll, 50.0}, {40, 2, 200, 64, 64, 90, 20.0}, {90, 1, 61, 8, 5, 128, 0},
    };
    for (const AttentionCase& c : cases) {
        check(c);
    }
}

}  // namespace
}  // namespace hearth::cpu
