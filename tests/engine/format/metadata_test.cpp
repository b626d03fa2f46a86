#include <hearth/metadata.h>

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

template <class T>
Metadata with(const T& value) {
    Metadata metadata("m.gguf");
    metadata.set("key", MetadataValue::of(value));
    return metadata;
}

template <class T>
void expect_bad_value(const Metadata& metadata, std::string_view expected, std::string_view actual) {
    const auto value = metadata.get<T>("key");
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().code, ErrorCode::bad_value);
    EXPECT_EQ(value.error().details.file, "m.gguf");
    EXPECT_EQ(value.error().details.field, "key");
    EXPECT_EQ(value.error().details.expected, expected);
    EXPECT_EQ(value.error().details.actual, actual);
    EXPECT_EQ(value.error().message, "m.gguf: metadata key \"key\" is " + std::string(actual) + " where " +
                                         std::string(expected) + " is needed");
}

TEST(Metadata, IntegersComeFromAnyTypeThatHoldsThem) {
    EXPECT_EQ(**with(std::int32_t{7}).get<std::uint32_t>("key"), 7U);
    EXPECT_EQ(**with(std::uint64_t{7}).get<std::int32_t>("key"), 7);
    EXPECT_EQ(**with(std::uint32_t{4'000'000'000}).get<std::int64_t>("key"), 4'000'000'000);
    EXPECT_EQ(**with(std::int64_t{-1}).get<std::int32_t>("key"), -1);
    expect_bad_value<std::uint32_t>(with(std::int32_t{-5}), "u32", "-5 (i32)");
    expect_bad_value<std::int32_t>(with(std::uint32_t{2'147'483'648}), "i32", "2147483648 (u32)");
    expect_bad_value<std::int64_t>(with(~std::uint64_t{0}), "i64", "18446744073709551615 (u64)");
    expect_bad_value<std::uint64_t>(with(std::int64_t{-1}), "u64", "-1 (i64)");
}

TEST(Metadata, KindsOfValuesDoNotMix) {
    expect_bad_value<std::uint32_t>(with(true), "u32", "bool");
    expect_bad_value<bool>(with(std::uint32_t{1}), "bool", "u32");
    expect_bad_value<std::uint32_t>(with(1.0F), "u32", "f32");
    expect_bad_value<float>(with(std::uint32_t{1}), "f32", "u32");
    expect_bad_value<std::string>(with(std::uint32_t{1}), "string", "u32");
    expect_bad_value<std::uint32_t>(with(std::string("1")), "u32", "string");
    expect_bad_value<std::uint32_t>(with(std::vector<std::uint32_t>{1}), "u32", "array of u32");
    expect_bad_value<std::vector<std::uint32_t>>(with(std::uint32_t{1}), "array of u32", "u32");
}

TEST(Metadata, FloatsComeFromBothWidths) {
    EXPECT_EQ(**with(0.1F).get<double>("key"), static_cast<double>(0.1F));
    EXPECT_EQ(**with(0.1).get<float>("key"), 0.1F);
    EXPECT_EQ(**with(std::numeric_limits<double>::infinity()).get<float>("key"),
              std::numeric_limits<float>::infinity());
    expect_bad_value<float>(with(1e300), "f32", "1e+300 (f64)");
}

TEST(Metadata, ArraysAreCheckedElementByElement) {
    EXPECT_EQ(**with(std::vector<std::int32_t>{1, 2}).get<std::vector<std::uint32_t>>("key"),
              (std::vector<std::uint32_t>{1, 2}));
    expect_bad_value<std::vector<std::uint32_t>>(with(std::vector<std::int32_t>{1, -2}), "array of u32",
                                                 "-2 at position 1 (array of i32)");
    expect_bad_value<std::vector<float>>(with(std::vector<std::uint32_t>{1}), "array of f32", "array of u32");
    expect_bad_value<std::vector<std::string>>(with(std::vector<float>{1}), "array of string",
                                               "array of f32");
    expect_bad_value<std::vector<std::uint32_t>>(with(std::vector<bool>{true}), "array of u32",
                                                 "array of bool");
    EXPECT_EQ(**with(std::vector<bool>{true, false}).get<std::vector<bool>>("key"),
              (std::vector<bool>{true, false}));
    EXPECT_EQ(**with(std::vector<std::string>{"a", ""}).get<std::vector<std::string>>("key"),
              (std::vector<std::string>{"a", ""}));
    EXPECT_TRUE((*with(std::vector<std::int32_t>{}).get<std::vector<std::string>>("key"))->empty());
}

TEST(Metadata, AbsenceIsNothingForGetAndAnErrorForRequire) {
    const Metadata metadata("m.gguf");
    const auto absent = metadata.get<std::uint32_t>("llama.block_count");
    ASSERT_TRUE(absent);
    EXPECT_EQ(*absent, std::nullopt);
    const auto required = metadata.require<std::uint32_t>("llama.block_count");
    ASSERT_FALSE(required);
    EXPECT_EQ(required.error().code, ErrorCode::missing_key);
    EXPECT_EQ(required.error().message, "m.gguf: metadata key \"llama.block_count\" is missing");
    EXPECT_EQ(required.error().details.field, "llama.block_count");
}

TEST(Metadata, SetReplacesAndKeepsTheOrder) {
    Metadata metadata;
    metadata.set("b", MetadataValue::of(std::uint32_t{1}));
    metadata.set("a", MetadataValue::of(std::uint32_t{2}));
    metadata.set("b", MetadataValue::of(std::string("new")));
    ASSERT_EQ(metadata.entries().size(), 2U);
    EXPECT_EQ(metadata.entries()[0].first, "b");
    EXPECT_EQ(*metadata.require<std::string>("b"), "new");
    EXPECT_EQ(metadata.find("c"), nullptr);
}

TEST(MetadataValue, KnowsItsSize) {
    EXPECT_EQ(MetadataValue::of(std::uint32_t{9}).size(), 1U);
    EXPECT_EQ(MetadataValue::of(std::string("four")).size(), 1U);
    EXPECT_EQ(MetadataValue::of(std::vector<float>(5)).size(), 5U);
    EXPECT_EQ(MetadataValue::of(std::vector<bool>(3)).size(), 3U);
}

}  // namespace
}  // namespace hearth
