#include "backend/cpu/matmul.h"
#include "random_weights.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace hearth::cpu {
namespace {

class PackedMatrixOf : public ::testing::TestWithParam<DType> {};

TEST_P(PackedMatrixOf, GivesEveryRowExactlyAsTheCodec) {
    std::mt19937 random(7);
    for (const std::uint32_t rows : {1U, 16U, 37U}) {
        const RandomWeights weights = RandomWeights::make(GetParam(), rows, 512, random);
        const PackedMatrix matrix = weights.packed();
        EXPECT_EQ(matrix.rows(), rows);
        EXPECT_EQ(matrix.columns(), 512U);
        EXPECT_EQ(matrix.bytes(), PackedMatrix::packed_bytes(GetParam(), rows, 512));
        std::vector<float> row(512);
        for (std::uint32_t r = 0; r < rows; ++r) {
            matrix.row(r, row);
            ASSERT_EQ(std::memcmp(row.data(), weights.values.data() + 512 * r, 4 * row.size()), 0)
                << "row " << r;
        }
    }
}

TEST_P(PackedMatrixOf, IsAboutAsLargeAsTheFile) {
    std::mt19937 random(8);
    const RandomWeights weights = RandomWeights::make(GetParam(), 160, 1024, random);
    EXPECT_LE(static_cast<double>(weights.packed().bytes()),
              1.04 * static_cast<double>(weights.bytes.size()));
}

INSTANTIATE_TEST_SUITE_P(Types, PackedMatrixOf, ::testing::ValuesIn(kAllTypes),
                         [](const auto& test) { return std::string(dtype_info(test.param).name); });

TEST(PackedMatrix, ReadsInOrderAndInBoundedPieces) {
    std::uint64_t next = 0;
    const auto read = [&](std::uint64_t first_byte, std::span<std::byte> destination) -> Status {
        EXPECT_EQ(first_byte, next);
        EXPECT_LE(destination.size(), 16 * 20U);
        next += destination.size();
        return {};
    };
    ASSERT_TRUE(PackedMatrix::pack(DType::q4_1, 100, 32, read));
    EXPECT_EQ(next, 100 * 20U);
}

TEST(PackedMatrix, HandsOnTheErrorOfTheReader) {
    const auto read = [](std::uint64_t, std::span<std::byte>) -> Status {
        return Error{ErrorCode::read_failed, "the disk is gone"};
    };
    const auto result = PackedMatrix::pack(DType::q8_0, 4, 32, read);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::read_failed);
}

TEST(PackedMatrix, RefusesShapesThatCannotBe) {
    const auto read = [](std::uint64_t, std::span<std::byte>) -> Status { return {}; };
    const auto code = [&](DType type, std::uint32_t rows, std::uint32_t columns) {
        const auto result = PackedMatrix::pack(type, rows, columns, read);
        EXPECT_FALSE(result);
        return result.error().code;
    };
    EXPECT_EQ(code(DType::q4_0, 4, 48), ErrorCode::bad_shape);
    EXPECT_EQ(code(DType::q4_k, 4, 128), ErrorCode::bad_shape);
    EXPECT_EQ(code(DType::q8_0, 0, 32), ErrorCode::bad_shape);
    EXPECT_EQ(code(DType::f32, 4, 0), ErrorCode::bad_shape);
    EXPECT_EQ(code(DType::f32, 0xFFFFFFFF, 0xFFFFFFFF), ErrorCode::out_of_memory);
}

}  // namespace
}  // namespace hearth::cpu
