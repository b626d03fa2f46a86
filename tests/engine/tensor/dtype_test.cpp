#include <hearth/dtype.h>

#include <stdexcept>

#include <gtest/gtest.h>

namespace hearth {
namespace {

TEST(DType, EveryTypeIsFoundByItsGgufNumberWithTheSameLayout) {
    for (unsigned i = 0; i <= static_cast<unsigned>(DType::mxfp4); ++i) {
        const DTypeInfo& info = dtype_info(static_cast<DType>(i));
        EXPECT_EQ(static_cast<unsigned>(info.type), i) << info.name;
        EXPECT_EQ(dtype_from_gguf(info.gguf_type), info.type) << info.name;
        const GgufTypeInfo* container = gguf_type_info(info.gguf_type);
        ASSERT_NE(container, nullptr) << info.name;
        EXPECT_EQ(container->name, info.name);
        EXPECT_EQ(container->block_values, info.block_values) << info.name;
        EXPECT_EQ(container->block_bytes, info.block_bytes) << info.name;
    }
}

TEST(DType, TheAffineTypesAreNotOfGguf) {
    for (const DType type : {DType::q4_affine, DType::q8_affine}) {
        EXPECT_EQ(dtype_info(type).type, type);
        EXPECT_EQ(dtype_info(type).gguf_type, kNoGgufType);
        EXPECT_EQ(dtype_info(type).block_values, 32U);
    }
    EXPECT_EQ(dtype_from_gguf(kNoGgufType), std::nullopt);
}

TEST(DType, ANumberOutsideTheEnumIsABrokenInvariant) {
    EXPECT_THROW(dtype_info(static_cast<DType>(200)), std::invalid_argument);
}

TEST(GgufType, RemovedAndUndefinedNumbersAreNotTypes) {
    for (const std::uint32_t number : {4U, 5U, 31U, 32U, 33U, 36U, 37U, 38U, 43U, 9999U, 0xFFFF'FFFFU}) {
        EXPECT_EQ(gguf_type_info(number), nullptr) << number;
        EXPECT_EQ(dtype_from_gguf(number), std::nullopt) << number;
    }
}

TEST(GgufType, ContainerTypesThatCannotBeComputedStillHaveASize) {
    struct Row {
        std::uint32_t number;
        std::string_view name;
        std::uint32_t values;
        std::uint32_t bytes;
    };
    // Sizes from the struct definitions of ggml-common.h.
    for (const Row& row : {Row{9, "Q8_1", 32, 36}, Row{15, "Q8_K", 256, 292}, Row{16, "IQ2_XXS", 256, 66},
                           Row{19, "IQ1_S", 256, 50}, Row{24, "I8", 1, 1}, Row{28, "F64", 1, 8},
                           Row{29, "IQ1_M", 256, 56}, Row{34, "TQ1_0", 256, 54}, Row{35, "TQ2_0", 256, 66},
                           Row{40, "NVFP4", 64, 36}, Row{41, "Q1_0", 128, 18}, Row{42, "Q2_0", 64, 18}}) {
        const GgufTypeInfo* info = gguf_type_info(row.number);
        ASSERT_NE(info, nullptr) << row.name;
        EXPECT_EQ(info->name, row.name);
        EXPECT_EQ(info->block_values, row.values) << row.name;
        EXPECT_EQ(info->block_bytes, row.bytes) << row.name;
        EXPECT_EQ(dtype_from_gguf(row.number), std::nullopt) << row.name;
    }
}

}  // namespace
}  // namespace hearth
