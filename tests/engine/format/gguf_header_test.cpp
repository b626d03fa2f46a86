#include "format/gguf_header.h"

#include "gguf_bytes.h"
#include "support/growth.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::GgufBytes;

Result<GgufHeader> parse(const GgufBytes& bytes, std::string file = "m.gguf") {
    return parse_gguf(std::as_bytes(std::span(bytes.bytes())), bytes.bytes().size(), std::move(file));
}

TEST(GgufHeader, EveryValueTypeIsReadAsStored) {
    GgufBytes bytes;
    bytes.start(0, 13)
        .key("u8", 0)
        .number<std::uint8_t>(200)
        .key("i8", 1)
        .number<std::int8_t>(-100)
        .key("u16", 2)
        .number<std::uint16_t>(60000)
        .key("i16", 3)
        .number<std::int16_t>(-30000)
        .key("u32", 4)
        .number<std::uint32_t>(4000000000U)
        .key("i32", 5)
        .number<std::int32_t>(-2000000000)
        .key("f32", 6)
        .number(0.1F)
        .key("bool", 7)
        .number<std::uint8_t>(1)
        .key("string", 8)
        .text("text")
        .array("array", 5, 2)
        .number<std::int32_t>(-1)
        .number<std::int32_t>(7)
        .key("u64", 10)
        .number<std::uint64_t>(~std::uint64_t{0})
        .key("i64", 11)
        .number<std::int64_t>(INT64_MIN)
        .key("f64", 12)
        .number(0.1);
    const auto header = parse(bytes);
    ASSERT_TRUE(header) << header.error().message;
    const Metadata& metadata = header->metadata;
    ASSERT_EQ(metadata.entries().size(), 13U);
    for (std::size_t i = 0; i < 13; ++i) {
        EXPECT_EQ(static_cast<std::size_t>(metadata.entries()[i].second.type), i);
        EXPECT_EQ(metadata_type_name(metadata.entries()[i].second.type), metadata.entries()[i].first);
    }
    EXPECT_EQ(*metadata.require<std::uint32_t>("u8"), 200U);
    EXPECT_EQ(*metadata.require<std::int32_t>("i8"), -100);
    EXPECT_EQ(*metadata.require<std::uint32_t>("u16"), 60000U);
    EXPECT_EQ(*metadata.require<std::int64_t>("i16"), -30000);
    EXPECT_EQ(*metadata.require<std::uint32_t>("u32"), 4000000000U);
    EXPECT_EQ(*metadata.require<std::int32_t>("i32"), -2000000000);
    EXPECT_EQ(*metadata.require<float>("f32"), 0.1F);
    EXPECT_EQ(*metadata.require<bool>("bool"), true);
    EXPECT_EQ(*metadata.require<std::string>("string"), "text");
    EXPECT_EQ(*metadata.require<std::vector<std::int32_t>>("array"), (std::vector<std::int32_t>{-1, 7}));
    EXPECT_EQ(*metadata.require<std::uint64_t>("u64"), ~std::uint64_t{0});
    EXPECT_EQ(*metadata.require<std::int64_t>("i64"), INT64_MIN);
    EXPECT_EQ(*metadata.require<double>("f64"), 0.1);
}

TEST(GgufHeader, ArraysMayBeEmpty) {
    GgufBytes bytes;
    bytes.start(0, 3).array("numbers", 4, 0).array("strings", 8, 0).array("flags", 7, 0);
    const auto header = parse(bytes);
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_TRUE(header->metadata.require<std::vector<std::uint32_t>>("numbers")->empty());
    EXPECT_TRUE(header->metadata.require<std::vector<std::string>>("strings")->empty());
    EXPECT_TRUE(header->metadata.require<std::vector<bool>>("flags")->empty());
}

TEST(GgufHeader, ABooleanInAnArrayIsCheckedToo) {
    GgufBytes bytes;
    bytes.start(0, 1).array("flags", 7, 2).raw(std::string_view("\1\3", 2));
    const auto header = parse(bytes);
    ASSERT_FALSE(header);
    EXPECT_EQ(header.error().code, ErrorCode::bad_value_type);
}

TEST(GgufHeader, LongArraysCrossTheWindow) {
    GgufBytes bytes;
    constexpr std::uint32_t kCount = 200'003;  // 800 kB: more than one window
    bytes.start(0, 2).array("numbers", 4, kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        bytes.number(i * 7);
    }
    const std::string long_text(700'001, 'x');
    bytes.key("text", 8).text(long_text);
    const auto header = parse(bytes);
    ASSERT_TRUE(header) << header.error().message;
    const auto numbers = *header->metadata.require<std::vector<std::uint32_t>>("numbers");
    ASSERT_EQ(numbers.size(), kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(numbers[i], i * 7);
    }
    EXPECT_EQ(*header->metadata.require<std::string>("text"), long_text);
}

TEST(GgufHeader, AlignmentOfTheFileIsObeyed) {
    GgufBytes bytes;
    bytes.start(2, 1).key("general.alignment", 4).number<std::uint32_t>(128);
    bytes.tensor("a", {4}, 0, 0).tensor("b", {4}, 0, 128).pad(128).zeros(256);
    const auto header = parse(bytes);
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->tensors[0].offset % 128, 0U);
    EXPECT_EQ(header->tensors[1].offset, header->tensors[0].offset + 128);
    EXPECT_TRUE(header->warnings.empty());
}

TEST(GgufHeader, TypesThatCannotBeComputedAreStillAValidContainer) {
    GgufBytes bytes;
    bytes.start(2, 0).tensor("iq2", {256, 2}, 16, 0).tensor("double", {3}, 28, 160).pad().zeros(160 + 32);
    const auto header = parse(bytes);
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->tensors[0].type, std::nullopt);
    EXPECT_EQ(header->tensors[0].bytes, 132U);
    EXPECT_EQ(header->tensors[1].bytes, 24U);
}

TEST(GgufHeader, TensorsMayLieInAnyOrderAndGapsAreAWarning) {
    GgufBytes bytes;
    bytes.start(2, 0).tensor("late", {4}, 0, 96).tensor("early", {4}, 0, 0).pad().zeros(128);
    const auto header = parse(bytes);
    ASSERT_TRUE(header) << header.error().message;
    ASSERT_EQ(header->warnings.size(), 1U);
    EXPECT_NE(header->warnings[0].find("64 bytes between"), std::string::npos) << header->warnings[0];
}

TEST(GgufHeader, AFileWithoutTensorsIsValid) {
    GgufBytes bytes;
    bytes.start(0, 1).key("general.architecture", 8).text("llama");
    const auto header = parse(bytes);
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_TRUE(header->tensors.empty());
    EXPECT_TRUE(header->warnings.empty());
}

TEST(GgufHeader, ACutDownloadNeedsTheLastTensorsEnd) {
    GgufBytes bytes;  // three tensors of 4096 bytes, but the data of the first only
    bytes.start(3, 0)
        .tensor("a", {1024}, 0, 0)
        .tensor("b", {1024}, 0, 4096)
        .tensor("c", {1024}, 0, 8192)
        .pad();
    const std::uint64_t data_start = bytes.bytes().size();
    bytes.zeros(4096);
    const auto header = parse(bytes);
    ASSERT_FALSE(header);
    EXPECT_EQ(header.error().code, ErrorCode::data_truncated);
    EXPECT_EQ(header.error().details.bytes_needed, data_start + 3 * 4096);
    EXPECT_EQ(header.error().details.bytes_available, data_start + 4096);
}

TEST(GgufHeader, NamesAndKeysHaveALongestLength) {
    const auto with_name = [](std::size_t length) {
        GgufBytes bytes;
        bytes.start(1, 0).tensor(std::string(length, 'n'), {4}, 0, 0).pad().zeros(32);
        return parse(bytes);
    };
    EXPECT_TRUE(with_name(63));
    ASSERT_FALSE(with_name(64));
    EXPECT_EQ(with_name(64).error().code, ErrorCode::bad_name);
    const auto with_key = [](std::size_t length) {
        GgufBytes bytes;
        bytes.start(0, 1).key(std::string(length, 'k'), 0).number<std::uint8_t>(1);
        return parse(bytes);
    };
    EXPECT_TRUE(with_key(65535));
    ASSERT_FALSE(with_key(65536));
    EXPECT_EQ(with_key(65536).error().code, ErrorCode::string_too_long);
}

TEST(GgufHeader, AScalarTensorWithoutDimensionsIsRefused) {
    GgufBytes bytes;
    bytes.start(1, 0).tensor("scalar", {}, 0, 0).pad().zeros(32);
    const auto header = parse(bytes);
    ASSERT_FALSE(header);
    EXPECT_EQ(header.error().code, ErrorCode::bad_shape);
}

TEST(GgufHeader, APieceOfACutFileSaysSo) {
    GgufBytes whole;
    whole.start(1, 0).tensor("a", {1024}, 0, 0).pad().zeros(64);
    for (const std::string name : {"m.gguf.part1of2", "m.gguf-split-a", "folder/m.gguf.part0"}) {
        const auto header = parse(whole, name);
        ASSERT_FALSE(header);
        EXPECT_EQ(header.error().code, ErrorCode::data_truncated);
        EXPECT_NE(header.error().message.find("join the pieces"), std::string::npos)
            << header.error().message;
    }
}

TEST(GgufHeader, AReadThatFailsIsPassedOn) {
    GgufBytes bytes;
    bytes.start(1, 1).key("general.architecture", 8).text("llama").tensor("a", {4}, 0, 0).pad().zeros(32);
    const auto all = std::as_bytes(std::span(bytes.bytes()));
    EXPECT_TRUE(parse_gguf(all, all.size(), "m.gguf"));
    for (std::size_t there = 0; there < all.size(); ++there) {  // as if the drive gave no more
        const auto header = parse_gguf(all.first(there), all.size(), "m.gguf");
        ASSERT_FALSE(header) << there;
        EXPECT_EQ(header.error().code, ErrorCode::read_failed);
    }
}

TEST(GgufHeader, DuplicateDetectionIsNotQuadratic) {
    const auto many = [](std::uint64_t count) {
        GgufBytes bytes;
        bytes.start(count, count);
        for (std::uint64_t i = 0; i < count; ++i) {
            bytes.key(std::to_string(i), 0).number<std::uint8_t>(1);
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            bytes.tensor(std::to_string(i), {8}, 0, i * 32);
        }
        bytes.pad().zeros(count * 32);
        return bytes;
    };
    const auto read = [](const GgufBytes& bytes) {
        const auto header = parse(bytes);
        ASSERT_TRUE(header) << header.error().message;
    };
    const GgufBytes few = many(25'000);
    const GgufBytes eight_times = many(200'000);
    EXPECT_TRUE(test::takes_at_most(
        24, [&] { read(few); }, [&] { read(eight_times); }));
}

}  // namespace
}  // namespace hearth
