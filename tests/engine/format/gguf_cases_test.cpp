#include "format/gguf_header.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(HEARTH_TEST_DATA) / "gguf";

std::string content(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Result<GgufHeader> parse(std::string_view bytes) {
    return parse_gguf(std::as_bytes(std::span(bytes)), bytes.size(), "memory.gguf");
}

/// One file with one defect each, and how it must be answered.
struct Case {
    std::string_view name;
    std::optional<ErrorCode> error;  ///< nothing: accepted
    std::string_view field;
    std::string_view in_message;
};

const Case kCases[] = {
    {"ok_v3", {}, "", ""},
    {"ok_v2", {}, "", ""},
    {"extra_tail", {}, "", ""},
    {"key_nul_utf8", {}, "", ""},
    {"magic_FUGG", ErrorCode::bad_magic, "magic", "FUGG"},
    {"html", ErrorCode::bad_magic, "magic", "web page"},
    {"lfs_pointer", ErrorCode::bad_magic, "magic", "pointer"},
    {"empty", ErrorCode::header_truncated, "magic", "empty"},
    {"four", ErrorCode::header_truncated, "version", "cut off"},
    {"v0", ErrorCode::bad_version, "version", "old"},
    {"v1", ErrorCode::bad_version, "version", "old"},
    {"v4", ErrorCode::bad_version, "version", "newer"},
    {"bigendian", ErrorCode::bad_version, "version", "big-endian"},
    {"ntensors_max", ErrorCode::count_too_large, "tensor_count", "18446744073709551615 tensors"},
    {"ntensors_2p40", ErrorCode::count_too_large, "tensor_count", "1099511627776 tensors"},
    {"nkv_max", ErrorCode::count_too_large, "metadata_kv_count", "18446744073709551615"},
    {"keylen_max", ErrorCode::string_too_long, "#0", "18446744073709551615 bytes"},
    {"keylen_2p40", ErrorCode::string_too_long, "#0", "1099511627776 bytes"},
    {"strval_2p63", ErrorCode::string_too_long, "k", "9223372036854775808 bytes"},
    {"empty_key", ErrorCode::bad_key, "#1", "empty name"},
    {"dup_key", ErrorCode::bad_key, "general.architecture", "twice"},
    {"kv_type_13", ErrorCode::bad_value_type, "k", "13"},
    {"arr_of_arr", ErrorCode::bad_value_type, "k", "array of arrays"},
    {"bool_2", ErrorCode::bad_value_type, "k", "stored as 2"},
    {"arr_2p61_u64", ErrorCode::array_too_long, "k", "2305843009213693952"},
    {"arr_str_2p40", ErrorCode::array_too_long, "k", "1099511627776"},
    {"align_0", ErrorCode::bad_alignment, "general.alignment", "is 0"},
    {"align_13", ErrorCode::bad_alignment, "general.alignment", "is 13"},
    {"align_i32", ErrorCode::bad_alignment, "general.alignment", "i32"},
    {"align_2p31", ErrorCode::bad_alignment, "general.alignment", "2147483648"},
    {"dims_0", ErrorCode::bad_shape, "a.weight", "[4, 0]"},
    {"ndims_5", ErrorCode::bad_shape, "a.weight", "5 dimensions"},
    {"ndims_max", ErrorCode::bad_shape, "a", "4294967295 dimensions"},
    {"dim_neg", ErrorCode::bad_shape, "a.weight", "18446744073709551612"},
    {"dim_wrap", ErrorCode::bad_shape, "a.weight", "[4, 4611686018427387904]"},
    {"dim_wrap_total", ErrorCode::bad_shape, "a.weight", "2^63"},
    {"q4k_cols_100", ErrorCode::bad_shape, "a.weight", "100"},
    {"type_9999", ErrorCode::bad_tensor_type, "a.weight", "9999"},
    {"type_neg", ErrorCode::bad_tensor_type, "a.weight", "4294967295"},
    {"type_4_removed", ErrorCode::bad_tensor_type, "a.weight", "4"},
    {"off_unaligned", ErrorCode::bad_offset, "a.weight", "offset 4,"},
    {"off_past_eof", ErrorCode::bad_offset, "a.weight", "beyond the end"},
    {"off_max", ErrorCode::bad_offset, "a.weight", "18446744073709551600"},
    {"overlap", ErrorCode::bad_offset, "b.weight", "inside tensor \"a.weight\""},
    {"name_200", ErrorCode::bad_name, std::string_view(), "200 bytes"},
    {"name_empty", ErrorCode::bad_name, "#0", "empty name"},
    {"dup_tensor", ErrorCode::bad_name, "a.weight", "twice"},
    {"data_short_1", ErrorCode::data_truncated, "b.weight", "184 bytes but needs 200"},
};

class GgufCase : public testing::TestWithParam<Case> {};

TEST_P(GgufCase, GivesItsAnswer) {
    const auto path = kFolder / (std::string(GetParam().name) + ".gguf");
    const auto model = ModelFile::open(path);
    if (!GetParam().error) {
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_EQ(model->tensors().size(), 2U);
        return;
    }
    ASSERT_FALSE(model);
    const Error& error = model.error();
    EXPECT_EQ(error_name(error.code), error_name(*GetParam().error)) << error.message;
    EXPECT_EQ(error.details.file, path.string());
    EXPECT_TRUE(error.message.starts_with(path.string())) << error.message;
    EXPECT_NE(error.message.find(GetParam().in_message), std::string::npos) << error.message;
    EXPECT_EQ(error.details.field,
              GetParam().field.data() == nullptr ? std::string(200, 'n') : GetParam().field);
    EXPECT_EQ(error.message.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(D1, GgufCase, testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(GgufCases, AreAllInTheTable) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        ++files;
        EXPECT_TRUE(std::ranges::any_of(kCases, [&](const Case& c) {
            return c.name == entry.path().stem().string();
        })) << entry.path();
    }
    EXPECT_EQ(files, std::size(kCases));
}

TEST(GgufCases, GoodFilesReadBackExactly) {
    for (const auto& [name, version] : {std::pair("ok_v3.gguf", 3U), std::pair("ok_v2.gguf", 2U)}) {
        const auto model = ModelFile::open(kFolder / name);
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_EQ(model->version(), version);
        EXPECT_EQ(model->file_bytes(), 224U);
        EXPECT_EQ(model->shard_count(), 1U);
        EXPECT_TRUE(model->warnings().empty());
        EXPECT_EQ(*model->metadata().require<std::string>("general.architecture"), "llama");

        const TensorInfo* a = model->find("a.weight");
        const TensorInfo* b = model->find("b.weight");
        ASSERT_TRUE(a != nullptr && b != nullptr);
        EXPECT_EQ(model->find("c.weight"), nullptr);
        EXPECT_EQ(a->type, DType::f32);
        EXPECT_EQ(a->dimensions, std::vector<std::uint64_t>{4});
        EXPECT_EQ(a->columns(), 4U);
        EXPECT_EQ(a->rows(), 1U);
        EXPECT_EQ(b->type, DType::f16);
        EXPECT_EQ(b->rows(), 2U);
        EXPECT_EQ(a->bytes, 16U);
        EXPECT_EQ(b->bytes, 8U);

        float values[4] = {};
        ASSERT_TRUE(model->read(*a, 0, std::as_writable_bytes(std::span(values))));
        EXPECT_TRUE(std::ranges::equal(values, std::vector<float>{1, 2, 3, 4}));
        const auto mapped = model->mapped(*b);
        ASSERT_TRUE(mapped);
        const std::uint16_t halves[] = {0x3C00, 0x4000, 0x4200, 0x4400};
        EXPECT_TRUE(std::ranges::equal(*mapped, std::as_bytes(std::span(halves))));
    }
}

TEST(GgufCases, UnusedBytesAtTheEndAreAWarning) {
    const auto model = ModelFile::open(kFolder / "extra_tail.gguf");
    ASSERT_TRUE(model);
    ASSERT_EQ(model->warnings().size(), 1U);
    EXPECT_NE(model->warnings()[0].find("32 bytes after the last tensor"), std::string::npos)
        << model->warnings()[0];
}

TEST(GgufCases, OddKeyIsKeptAndShownEscaped) {
    const auto model = ModelFile::open(kFolder / "key_nul_utf8.gguf");
    ASSERT_TRUE(model);
    const std::string key("a\0b\xFF", 4);
    EXPECT_EQ(*model->metadata().require<std::string>(key), "\xC3\x28");
    EXPECT_EQ(escaped(model->metadata().entries().back().first), "a\\0b\\xFF");
    const auto wrong = model->metadata().require<std::uint32_t>(key);
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find("\"a\\0b\\xFF\""), std::string::npos) << wrong.error().message;
}

TEST(GgufCases, TruncatedDataSaysHowMuchThereIs) {
    const auto model = ModelFile::open(kFolder / "data_short_1.gguf");
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().details.bytes_needed, 200U);
    EXPECT_EQ(model.error().details.bytes_available, 184U);
}

void expect_ranges_inside(const GgufHeader& header, std::uint64_t size) {
    for (const TensorInfo& tensor : header.tensors) {
        ASSERT_LE(tensor.offset, size);
        ASSERT_LE(tensor.bytes, size - tensor.offset);
        ASSERT_GT(tensor.bytes, 0U);
    }
}

TEST(GgufCases, EveryTruncationIsRefused) {
    const std::string whole = content(kFolder / "ok_v3.gguf");
    ASSERT_EQ(whole.size(), 224U);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::string cut = whole.substr(0, size);
        const auto header = parse(cut);
        EXPECT_EQ(header.has_value(), size >= 200)
            << size;  // the padding after the last tensor may be missing
        if (header) {
            expect_ranges_inside(*header, size);
        }
    }
}

TEST(GgufCases, EveryFlippedBitIsAcceptedOrRefused) {
    const std::string whole = content(kFolder / "ok_v3.gguf");
    int accepted = 0;
    for (std::size_t bit = 0; bit < 160 * 8; ++bit) {
        std::string flipped = whole;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        const auto header = parse(flipped);
        if (header) {
            ++accepted;
            expect_ranges_inside(*header, flipped.size());
        } else {
            EXPECT_FALSE(header.error().message.empty());
        }
    }
    EXPECT_GT(accepted, 0);  // bits of names and values
}

}  // namespace
}  // namespace hearth
