#include "backend/cpu/matmul.h"

#include "random_weights.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace hearth::cpu {
namespace {

constexpr float kUntouched = 12345.0F;

/// Selects an instruction set for a test and puts the old one back.
class WithIsa {
 public:
    explicit WithIsa(Isa isa) : before_(current_isa()) { EXPECT_TRUE(use_isa(isa)); }
    WithIsa(const WithIsa&) = delete;
    WithIsa& operator=(const WithIsa&) = delete;
    ~WithIsa() { EXPECT_TRUE(use_isa(before_)); }

 private:
    Isa before_;
};

std::vector<float> random_inputs(std::uint32_t rows, std::uint32_t columns, std::mt19937& random) {
    std::normal_distribution<float> normal;
    std::vector<float> values(std::size_t{rows} * columns);
    for (float& value : values) {
        value = normal(random) * (random() % 64 == 0 ? 20.0F : 1.0F);  // outliers, as in real activations
    }
    return values;
}

/// y = x · wᵀ for the rows of `ranges`, output rows `stride` apart.
struct Product {
    ActivationBits bits = ActivationBits::sixteen;
    const float* bias = nullptr;
    std::optional<float> add_to{};                                  ///< add mode, on this value
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges{};  ///< all rows where empty

    std::vector<float> run(const PackedMatrix& matrix, const std::vector<float>& inputs) const {
        const auto count = static_cast<std::uint32_t>(inputs.size() / matrix.columns());
        MatmulInput input(count, matrix.columns(), bits);
        input.begin(inputs.data(), count, matrix.columns());
        input.quantize(0, count / 2);
        input.quantize(count / 2, count);
        const std::uint64_t stride = matrix.rows() + 3;
        std::vector<float> out(count * stride, add_to.value_or(kUntouched));
        const MatmulOutput output{out.data(), stride,
                                  add_to ? MatmulOutput::Mode::add : MatmulOutput::Mode::overwrite, bias};
        if (ranges.empty()) {
            multiply(matrix, input, 0, matrix.rows(), output);
        }
        for (const auto& [first, last] : ranges) {
            multiply(matrix, input, first, last, output);
        }
        return out;
    }
};

/// How far y[i, r] may be from the exact sum S = Σ w·x of the codec's weights and the float inputs.
///
/// Block formats. Let u = 2^-24 and L the largest quant (32639, or 127 with 8 bits).
///  - Rounding of inputs: a group of 32 has scale s = max|x| / L; |x − s·q| ≤ s (1/2 + L·3u), the second part
///  because
///    x / s is itself rounded. Over a group: s · 0.51 · Σ|w| (for L·3u < 0.006).
///  - Integer sums are exact. Each part adds (float(sum) · (scale · s)) and, where there is a minimum,
///  minimum · Σ s·q:
///    at most six roundings of its own, and every addition rounds the running total. With a part each 16
///    columns there are at most columns / 8 additions. All quantities are bounded by M = Σ (|scale·q| +
///    |minimum|)·|x|, and |scale·q| ≤ |w| + |w at q = 0|.
///  - Inputs under 2^-100 count as zero.
/// Float formats round products and sums of at most 32, then the total: (34 + columns / 32) · u · Σ|w·x|.
/// Bias and what is added to contribute one rounding each.
double tolerance(const RandomWeights& weights, std::uint32_t row, const float* x, ActivationBits bits,
                 double extra) {
    constexpr double kUnit = 0x1p-24;
    const bool is_float =
        weights.type == DType::f32 || weights.type == DType::f16 || weights.type == DType::bf16;
    const double largest_quant = bits == ActivationBits::sixteen ? 32639 : 127;
    double rounding = 0;
    double magnitude = 0;
    for (std::uint32_t first = 0; first < weights.columns; first += 32) {
        const std::uint32_t last = std::min(first + 32, weights.columns);
        double largest = 0;
        double weight_sum = 0;
        for (std::uint32_t k = first; k < last; ++k) {
            const std::size_t at = std::size_t{row} * weights.columns + k;
            const double weight = std::fabs(weights.values[at]);
            const double zero = std::fabs(weights.zero_quants[at]);
            largest = std::max(largest, std::fabs(double{x[k]}));
            weight_sum += weight;
            magnitude += (weight + 2 * zero) * std::fabs(double{x[k]});
        }
        rounding += largest / largest_quant * 0.51 * weight_sum + 0x1p-100 * weight_sum;
    }
    const double additions = is_float ? 34 + weights.columns / 32.0 : 8 + weights.columns / 8.0;
    return (is_float ? 0 : rounding) + kUnit * (additions * magnitude + 4 * extra);
}

double exact(const RandomWeights& weights, std::uint32_t row, const float* x) {
    double sum = 0;
    for (std::uint32_t k = 0; k < weights.columns; ++k) {
        sum += double{weights.values[std::size_t{row} * weights.columns + k]} * double{x[k]};
    }
    return sum;
}

void expect_close(const RandomWeights& weights, const std::vector<float>& inputs,
                  const std::vector<float>& out, const Product& product) {
    const std::size_t count = inputs.size() / weights.columns;
    const std::size_t stride = weights.rows + 3;
    for (std::size_t i = 0; i < count; ++i) {
        const float* x = inputs.data() + i * weights.columns;
        for (std::uint32_t row = 0; row < weights.rows; ++row) {
            const double bias = product.bias == nullptr ? 0 : product.bias[row];
            const double base = product.add_to.value_or(0);
            const double want = exact(weights, row, x) + bias + base;
            const double extra = std::fabs(bias) + std::fabs(base) + std::fabs(want);
            ASSERT_NEAR(out[i * stride + row], want, tolerance(weights, row, x, product.bits, extra))
                << "input " << i << " of " << count << ", row " << row << " of " << weights.rows
                << ", columns " << weights.columns;
        }
        for (std::size_t past = weights.rows; past < stride; ++past) {
            ASSERT_EQ(out[i * stride + past], product.add_to.value_or(kUntouched)) << "written past the row";
        }
    }
}

class MatmulOf : public ::testing::TestWithParam<std::tuple<Isa, DType>> {
 protected:
    void SetUp() override {
        if (!isa_supported(std::get<0>(GetParam()))) {
            GTEST_SKIP() << "this processor does not run " << isa_name(std::get<0>(GetParam()));
        }
        isa_.emplace(std::get<0>(GetParam()));
    }

    DType type() const { return std::get<1>(GetParam()); }
    bool is_float() const { return type() == DType::f32 || type() == DType::f16 || type() == DType::bf16; }
    std::uint32_t block_columns() const { return dtype_info(type()).block_values; }

    std::mt19937 random_{20};

 private:
    std::optional<WithIsa> isa_;
};

TEST_P(MatmulOf, AgreesWithTheExactProduct) {
    struct Shape {
        std::uint32_t rows;
        std::uint32_t columns;
    };
    std::vector<Shape> shapes = {{1, 256}, {15, 512}, {16, 256}, {17, 768}, {33, 512}, {80, 2304}};
    if (block_columns() <= 32) {
        shapes.insert(shapes.end(), {{1, 32}, {48, 64}, {97, 576}, {20, 640}, {16, 672}});
    }
    if (is_float()) {
        shapes.insert(shapes.end(), {{1, 1}, {5, 7}, {64, 33}, {40, 100}});
    }
    for (const Shape& shape : shapes) {
        const RandomWeights weights = RandomWeights::make(type(), shape.rows, shape.columns, random_);
        const PackedMatrix matrix = weights.packed();
        for (const std::uint32_t count : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 16U, 33U}) {
            const std::vector<float> inputs = random_inputs(count, shape.columns, random_);
            for (const ActivationBits bits : {ActivationBits::sixteen, ActivationBits::eight}) {
                const Product product{bits};
                expect_close(weights, inputs, product.run(matrix, inputs), product);
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_P(MatmulOf, AddsAndBiases) {
    const RandomWeights weights = RandomWeights::make(type(), 37, 512, random_);
    const PackedMatrix matrix = weights.packed();
    const std::vector<float> bias = random_inputs(1, 37, random_);
    for (const std::uint32_t count : {1U, 6U}) {
        const std::vector<float> inputs = random_inputs(count, 512, random_);
        for (const std::optional<float> base : {std::optional<float>{}, std::optional<float>{3.5F}}) {
            for (const float* values : {static_cast<const float*>(nullptr), bias.data()}) {
                const Product product{ActivationBits::sixteen, values, base};
                expect_close(weights, inputs, product.run(matrix, inputs), product);
            }
        }
    }
}

TEST_P(MatmulOf, RangesGiveTheSameBitsAndTouchNothingElse) {
    const RandomWeights weights = RandomWeights::make(type(), 150, 512, random_);
    const PackedMatrix matrix = weights.packed();
    for (const std::uint32_t count : {1U, 7U}) {
        const std::vector<float> inputs = random_inputs(count, 512, random_);
        const auto whole = Product{}.run(matrix, inputs);
        Product parts;
        parts.ranges = {{96, 150}, {0, 16}, {16, 64}, {64, 96}, {32, 32}};
        EXPECT_EQ(parts.run(matrix, inputs), whole);
        parts.ranges = {{16, 48}};
        const auto middle = parts.run(matrix, inputs);
        for (std::size_t i = 0; i < middle.size(); ++i) {
            const std::size_t row = i % 153;
            ASSERT_EQ(middle[i], row >= 16 && row < 48 ? whole[i] : kUntouched) << i;
        }
    }
}

TEST_P(MatmulOf, AnInputsResultDoesNotDependOnTheOthers) {
    const RandomWeights weights = RandomWeights::make(type(), 40, 1280, random_);
    const PackedMatrix matrix = weights.packed();
    const std::uint32_t most = 200;  // more than one block of inputs
    const std::vector<float> inputs = random_inputs(most, 1280, random_);
    const auto all = Product{}.run(matrix, inputs);
    for (const std::uint32_t count : {1U, 2U, 3U, 5U, 8U}) {
        for (const std::uint32_t first : {0U, 97U, most - count}) {
            const auto from = inputs.begin() + std::ptrdiff_t{first} * 1280;
            const auto some = Product{}.run(matrix, {from, from + std::ptrdiff_t{count} * 1280});
            ASSERT_EQ(std::memcmp(some.data(), all.data() + std::size_t{first} * 43, 4 * some.size()), 0)
                << count << " from " << first;
        }
    }
}

TEST_P(MatmulOf, NotANumberStaysInItsRow) {
    const RandomWeights weights = RandomWeights::make(type(), 32, 512, random_);
    const PackedMatrix matrix = weights.packed();
    for (const std::uint32_t count : {3U, 9U}) {
        const std::vector<float> good = random_inputs(count, 512, random_);
        const auto want = Product{}.run(matrix, good);
        for (const float bad :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
              -std::numeric_limits<float>::infinity()}) {
            std::vector<float> inputs = good;
            inputs[512 + 300] = bad;
            const auto out = Product{}.run(matrix, inputs);
            for (std::size_t i = 0; i < count; ++i) {
                for (std::size_t row = 0; row < 32; ++row) {
                    if (i == 1) {
                        ASSERT_FALSE(std::isfinite(out[i * 35 + row])) << row;
                    } else {
                        ASSERT_EQ(out[i * 35 + row], want[i * 35 + row]) << row;
                    }
                }
            }
        }
    }
}

TEST_P(MatmulOf, ZeroTinyAndHugeInputs) {
    const RandomWeights weights = RandomWeights::make(type(), 20, 256, random_);
    const PackedMatrix matrix = weights.packed();
    std::vector<float> inputs(std::size_t{3} * 256, 0.0F);
    for (std::size_t k = 0; k < 256; ++k) {
        inputs[256 + k] = k % 2 == 0 ? 1e-33F : -3e-38F;
        inputs[512 + k] = k % 3 == 0 ? 1e30F : -2e33F;
    }
    const auto out = Product{}.run(matrix, inputs);
    for (std::size_t row = 0; row < 20; ++row) {
        EXPECT_EQ(out[row], 0.0F);
    }
    expect_close(weights, inputs, out, {});
}

INSTANTIATE_TEST_SUITE_P(Kernels, MatmulOf,
                         ::testing::Combine(::testing::Values(Isa::portable, Isa::avx2, Isa::avx512_vnni),
                                            ::testing::ValuesIn(kAllTypes)),
                         [](const auto& test) {
                             return std::string(isa_name(std::get<0>(test.param))) + "_" +
                                    std::string(dtype_info(std::get<1>(test.param)).name);
                         });

class VectorKernelsOf : public ::testing::TestWithParam<DType> {};

TEST_P(VectorKernelsOf, GiveTheSameBits) {
    if (!isa_supported(Isa::avx512_vnni)) {
        GTEST_SKIP() << "this processor runs one vector instruction set";
    }
    std::mt19937 random(21);
    const RandomWeights weights = RandomWeights::make(GetParam(), 40, 768, random);
    const PackedMatrix matrix = weights.packed();
    for (const std::uint32_t count : {1U, 2U, 11U}) {
        const std::vector<float> inputs = random_inputs(count, 768, random);
        std::vector<float> results[2];
        for (const Isa isa : {Isa::avx2, Isa::avx512_vnni}) {
            const WithIsa chosen(isa);
            results[isa == Isa::avx2 ? 0 : 1] = Product{}.run(matrix, inputs);
        }
        EXPECT_EQ(results[0], results[1]);
    }
}

INSTANTIATE_TEST_SUITE_P(Types, VectorKernelsOf, ::testing::ValuesIn(kAllTypes),
                         [](const auto& test) { return std::string(dtype_info(test.param).name); });

TEST(Matmul, SixteenBitsAreMuchFinerThanEight) {
    std::mt19937 random(3);
    const RandomWeights weights = RandomWeights::make(DType::q4_1, 64, 1024, random);
    const PackedMatrix matrix = weights.packed();
    const std::vector<float> inputs = random_inputs(1, 1024, random);
    const auto error = [&](ActivationBits bits) {
        const auto out = Product{bits}.run(matrix, inputs);
        double sum = 0;
        for (std::uint32_t row = 0; row < 64; ++row) {
            sum += std::pow(out[row] - exact(weights, row, inputs.data()), 2);
        }
        return std::sqrt(sum);
    };
    EXPECT_LT(error(ActivationBits::sixteen), error(ActivationBits::eight) / 100);
}

TEST(Matmul, OneInputServesSeveralMatricesAndShapes) {
    std::mt19937 random(4);
    const RandomWeights wide = RandomWeights::make(DType::q8_0, 32, 1024, random);
    const RandomWeights narrow = RandomWeights::make(DType::q6_k, 48, 512, random);
    MatmulInput input(8, 1024, ActivationBits::sixteen);
    for (const RandomWeights* weights : {&wide, &narrow}) {
        const PackedMatrix matrix = weights->packed();
        const std::uint32_t count = 5;
        const std::vector<float> inputs = random_inputs(count, weights->columns, random);
        input.begin(inputs.data(), count, weights->columns);
        input.quantize(0, count);
        std::vector<float> out(std::size_t{count} * weights->rows);
        multiply(matrix, input, 0, weights->rows, {out.data(), weights->rows});
        multiply(matrix, input, 0, weights->rows, {out.data(), weights->rows});
        for (std::uint32_t i = 0; i < count; ++i) {
            const float* x = inputs.data() + std::size_t{i} * weights->columns;
            for (std::uint32_t row = 0; row < weights->rows; ++row) {
                const double want = exact(*weights, row, x);
                ASSERT_NEAR(out[i * weights->rows + row], want,
                            tolerance(*weights, row, x, ActivationBits::sixteen, std::fabs(want)));
            }
        }
    }
}

TEST(Matmul, RefusesShapesThatDoNotFit) {
    std::mt19937 random(5);
    const PackedMatrix matrix = RandomWeights::make(DType::q4_0, 40, 64, random).packed();
    const std::vector<float> values(96);
    std::vector<float> out(40);
    MatmulInput input(1, 96, ActivationBits::sixteen);
    EXPECT_THROW(input.begin(values.data(), 2, 96), std::logic_error);
    input.begin(values.data(), 1, 96);
    input.quantize(0, 1);
    EXPECT_THROW(multiply(matrix, input, 0, 40, {out.data(), 40}), std::logic_error);
    input.begin(values.data(), 1, 64);
    input.quantize(0, 1);
    EXPECT_THROW(multiply(matrix, input, 8, 40, {out.data(), 40}), std::logic_error);
    EXPECT_THROW(multiply(matrix, input, 0, 24, {out.data(), 40}), std::logic_error);
    EXPECT_THROW(multiply(matrix, input, 0, 48, {out.data(), 40}), std::logic_error);
}

TEST(IsaChoice, EveryProcessorRunsThePortableKernels) {
    EXPECT_TRUE(isa_supported(Isa::portable));
    EXPECT_TRUE(isa_supported(current_isa()));
    EXPECT_TRUE(!isa_supported(Isa::avx512_vnni) || isa_supported(Isa::avx2));
}

TEST(IsaChoice, WhatIsNotSupportedIsRefused) {
    const Isa before = current_isa();
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512_vnni}) {
        const Status status = use_isa(isa);
        EXPECT_EQ(status.has_value(), isa_supported(isa));
        if (!status) {
            EXPECT_EQ(status.error().code, ErrorCode::unsupported_feature);
        }
    }
    ASSERT_TRUE(use_isa(before));
}

TEST(IsaChoice, AWishThatCannotBeGrantedIsReported) {
    ASSERT_EQ(setenv("HEARTH_ISA", "mmx", 1), 0);
    const Status refused = check_environment_isa();
    ASSERT_EQ(setenv("HEARTH_ISA", "portable", 1), 0);
    const Status granted = check_environment_isa();
    ASSERT_EQ(unsetenv("HEARTH_ISA"), 0);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().details.field, "HEARTH_ISA");
    EXPECT_EQ(refused.error().details.actual, "mmx");
    EXPECT_TRUE(granted);
    EXPECT_TRUE(check_environment_isa());
}

}  // namespace
}  // namespace hearth::cpu
