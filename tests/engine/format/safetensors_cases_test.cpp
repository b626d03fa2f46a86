#include "format/safetensors_header.h"
#include "support/temporary_folder.h"

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

const std::filesystem::path kFolder = std::filesystem::path(HEARTH_TEST_DATA) / "safetensors";

std::string content(const std::string& name) {
    std::ifstream stream(kFolder / (name + ".safetensors"), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Result<SafetensorsHeader> parse(std::string_view bytes) {
    return parse_safetensors(std::as_bytes(std::span(bytes)), bytes.size(), "memory.safetensors");
}

/// A file with this header and data.
std::string file_of(std::string_view header, std::string_view data = {}) {
    std::uint64_t length = header.size();
    std::string file(sizeof length, '\0');
    std::memcpy(file.data(), &length, sizeof length);
    return file.append(header).append(data);
}

/// One file with one defect each, and how it must be answered.
struct Case {
    std::string name;
    std::optional<ErrorCode> error;  ///< nothing: accepted
    std::string_view field;
    std::string_view in_message;
};

const Case kCases[] = {
    {"ok", {}, "", ""},
    {"ok_space_pad", {}, "", ""},
    {"ok_meta", {}, "", ""},
    {"ok_scalar", {}, "", ""},
    {"ok_zero_len", {}, "", ""},
    {"len_max", ErrorCode::header_too_large, "header length", "100000000"},
    {"len_minus3", ErrorCode::header_too_large, "header length", "18446744073709551613"},
    {"len_100MB1", ErrorCode::header_too_large, "header length",
     "100000001 bytes, but 100000000 are the most"},
    {"len_past_eof", ErrorCode::header_truncated, "header length", "download it again"},
    {"len_0", ErrorCode::header_invalid, "header length", "0 bytes"},
    {"seven_bytes", ErrorCode::file_too_short, "header length", "7 bytes"},
    {"not_brace", ErrorCode::header_invalid, "header", "not with \"{\""},
    {"dup_key", ErrorCode::duplicate_key, "a", "\"a\" is there twice"},
    {"hole", ErrorCode::not_contiguous, "b", "ends at byte 4"},
    {"overlap", ErrorCode::overlap, "b", "inside tensor \"a\""},
    {"tail", ErrorCode::trailing_bytes, "data", "12 bytes follow"},
    {"short_data", ErrorCode::data_truncated, "b", "16 bytes, of which 12"},
    {"rev", ErrorCode::offsets_reversed, "a", "before it begins"},
    {"neg", ErrorCode::header_invalid, "a", "from 0 on"},
    {"float_off", ErrorCode::header_invalid, "a", "whole number"},
    {"size_lie", ErrorCode::size_mismatch, "a", "8 bytes, but its type and shape need 12"},
    {"shape_wrap", ErrorCode::size_overflow, "a", "impossible shape"},
    {"dtype_x", ErrorCode::unknown_dtype, "a", "F33"},
    {"meta_nonstring", ErrorCode::header_invalid, "n", "not a string"},
    {"deep", ErrorCode::header_invalid, "header", ""},
    {"bad_utf8", ErrorCode::header_invalid, "header", "UTF-8"},
};

class SafetensorsCases : public testing::TestWithParam<Case> {};

TEST_P(SafetensorsCases, FromFileAndFromMemory) {
    const Case& test = GetParam();
    const auto opened = ModelFile::open(kFolder / (test.name + ".safetensors"));
    const std::string bytes = content(test.name);
    const auto parsed = parse(bytes);
    ASSERT_EQ(opened.has_value(), parsed.has_value());
    if (!test.error) {
        ASSERT_TRUE(opened) << opened.error().message;
        return;
    }
    ASSERT_FALSE(opened);
    for (const Error& error : {opened.error(), parsed.error()}) {
        EXPECT_EQ(error_name(error.code), error_name(*test.error)) << error.message;
        EXPECT_EQ(error.details.field, test.field);
        EXPECT_NE(error.message.find(test.in_message), std::string::npos) << error.message;
        EXPECT_NE(error.message.find(error.details.file), std::string::npos);
        EXPECT_FALSE(error.details.file.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(All, SafetensorsCases, testing::ValuesIn(kCases),
                         [](const auto& tested) { return tested.param.name; });

TEST(SafetensorsHeader, EveryCaseFileIsTested) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        const std::string name = entry.path().stem().string();
        files += entry.path().extension() == ".safetensors" ? 1U : 0U;
        EXPECT_NE(std::ranges::find(kCases, name, &Case::name), std::end(kCases)) << name;
    }
    EXPECT_EQ(files, 26U);
}

TEST(SafetensorsHeader, TensorsAreReadBack) {
    const auto file = ModelFile::open(kFolder / "ok.safetensors");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->format(), ModelFormat::safetensors);
    ASSERT_EQ(file->tensors().size(), 2U);
    for (const auto& [name, first] : {std::pair{"a", 1.0F}, std::pair{"b", 3.0F}}) {
        const TensorInfo* tensor = file->find(name);
        ASSERT_NE(tensor, nullptr);
        EXPECT_EQ(tensor->columns() * tensor->rows(), 2U);
        EXPECT_EQ(tensor->type, DType::f32);
        EXPECT_EQ(tensor->type_name, "F32");
        std::vector<float> values(2);
        ASSERT_TRUE(file->read(*tensor, 0, std::as_writable_bytes(std::span(values))));
        EXPECT_EQ(values, (std::vector<float>{first, first + 1}));
        EXPECT_TRUE(file->mapped(*tensor));
    }
    EXPECT_EQ(file->find("a")->dimensions, std::vector<std::uint64_t>{2});
    EXPECT_EQ(file->find("b")->dimensions, (std::vector<std::uint64_t>{1, 2}));
    const auto scalar = ModelFile::open(kFolder / "ok_scalar.safetensors");
    ASSERT_TRUE(scalar);
    EXPECT_EQ(scalar->tensors().front().dimensions, std::vector<std::uint64_t>{1});
    const auto empty = ModelFile::open(kFolder / "ok_zero_len.safetensors");
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->tensors().front().bytes, 0U);
}

TEST(SafetensorsHeader, ShapesAreTurnedFastestFirst) {
    const auto header =
        parse(file_of(R"({"m":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]}})", "twelve bytes"));
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->tensors.front().dimensions, (std::vector<std::uint64_t>{3, 2}));
    EXPECT_EQ(header->tensors.front().type, DType::bf16);
}

TEST(SafetensorsHeader, TypesThatGgufLacksAreListed) {
    const auto header =
        parse(file_of(R"({"m":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]}})", "four"));
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->tensors.front().type, std::nullopt);
    EXPECT_EQ(header->tensors.front().gguf_type, kNoGgufType);
    EXPECT_EQ(header->tensors.front().type_name, "F8_E4M3");
    const auto half_byte = parse(file_of(R"({"m":{"dtype":"F4","shape":[3],"data_offsets":[0,1]}})", "1"));
    ASSERT_FALSE(half_byte);
    EXPECT_EQ(half_byte.error().code, ErrorCode::size_overflow);
}

TEST(SafetensorsHeader, MoreWaysToBeWrong) {
    const struct {
        std::string_view header;
        ErrorCode code;
    } cases[] = {
        {R"({"__metadata__":null})", ErrorCode::header_invalid},
        {R"({"__metadata__":{"k":{}}})", ErrorCode::header_invalid},
        {R"({"__metadata__":{"k":"1","k":"2"}})", ErrorCode::duplicate_key},
        {R"({"__metadata__":{},"__metadata__":{}})", ErrorCode::duplicate_key},
        {R"({"":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})", ErrorCode::header_invalid},
        {R"({"m":{"dtype":"U8","dtype":"U8","shape":[0],"data_offsets":[0,0]}})", ErrorCode::duplicate_key},
        {R"({"m":{"dtype":"U8","shape":[0]}})", ErrorCode::header_invalid},
        {R"({"m":{"dtype":"U8","shape":[0],"data_offsets":[0]}})", ErrorCode::header_invalid},
        {R"({"m":{"dtype":"U8","shape":[0],"data_offsets":[0,0,0]}})", ErrorCode::header_invalid},
        {R"({"m":{"dtype":"U8","shape":0,"data_offsets":[0,0]}})", ErrorCode::header_invalid},
        {R"({"m":{"dtype":"U8","shape":[[0]],"data_offsets":[0,0]}})", ErrorCode::header_invalid},
        {R"({"m":{"dtype":"U8","shape":[0],"data_offsets":[0,0],"x":1}})", ErrorCode::header_invalid},
        {R"({"m":{"dtype":"U8","shape":[18446744073709551616],"data_offsets":[0,0]}})",
         ErrorCode::header_invalid},
        {R"({"m":7})", ErrorCode::header_invalid},
        {R"({"m":[]})", ErrorCode::header_invalid},
        {R"({} {})", ErrorCode::header_invalid},
        {R"({"m":{"dtype":"U8","shape":[1],"data_offsets":[5,6]}})", ErrorCode::not_contiguous},
    };
    for (const auto& test : cases) {
        const auto header = parse(file_of(test.header));
        ASSERT_FALSE(header) << test.header;
        EXPECT_EQ(error_name(header.error().code), error_name(test.code))
            << test.header << ": " << header.error().message;
    }
    EXPECT_TRUE(parse(file_of("{}")));
}

/// A file cut anywhere is refused, and no flipped bit makes a tensor lie outside of the file.
TEST(SafetensorsHeader, EveryTruncationAndEveryBit) {
    const std::string whole = content("ok");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(parse(std::string_view(whole).substr(0, size))) << size;
    }
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
        std::string flipped = whole;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        const auto header = parse(flipped);
        if (header) {
            for (const TensorInfo& tensor : header->tensors) {
                EXPECT_LE(tensor.offset, flipped.size());
                EXPECT_LE(tensor.bytes, flipped.size() - tensor.offset);
            }
        }
    }
}

TEST(SafetensorsHeader, WhatIsNoModelIsNamed) {
    const test::TemporaryFolder folder;
    for (const auto& [bytes, says] :
         {std::pair{std::string("<!DOCTYPE html><html><body>Sign in</body></html>"), "web page"},
          std::pair{std::string("version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 4096\n"),
                    "pointer"},
          std::pair{std::string("Entry not found"), "not found"}}) {
        const auto file = ModelFile::open(folder.write("x.safetensors", bytes));
        ASSERT_FALSE(file);
        EXPECT_EQ(file.error().code, ErrorCode::bad_magic);
        EXPECT_NE(file.error().message.find(says), std::string::npos) << file.error().message;
    }
}

/// Files of a download cache have no extension.
TEST(SafetensorsHeader, IsRecognisedByItsForm) {
    const test::TemporaryFolder folder;
    const auto file = ModelFile::open(folder.write("0a1b2c3d", content("ok")));
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->format(), ModelFormat::safetensors);
}

}  // namespace
}  // namespace hearth
