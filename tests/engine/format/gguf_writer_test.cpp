#include "format/gguf_writer.h"

#include "support/temporary_folder.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TemporaryFolder;

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

/// Every value type and array element type, with extremes.
Metadata every_value() {
    Metadata metadata;
    const auto put = [&](std::string key, MetadataType type, MetadataValue::Storage value) {
        metadata.set(std::move(key), {type, MetadataType::u32, std::move(value)});
    };
    const auto put_array = [&](std::string key, MetadataType element, MetadataValue::Storage value) {
        metadata.set(std::move(key), {MetadataType::array, element, std::move(value)});
    };
    put("u8", MetadataType::u8, std::uint64_t{255});
    put("i8", MetadataType::i8, std::int64_t{-128});
    put("u16", MetadataType::u16, std::uint64_t{65535});
    put("i16", MetadataType::i16, std::int64_t{-32768});
    put("u32", MetadataType::u32, std::uint64_t{0xFFFF'FFFF});
    put("i32", MetadataType::i32, std::int64_t{INT32_MIN});
    put("u64", MetadataType::u64, ~std::uint64_t{0});
    put("i64", MetadataType::i64, std::int64_t{INT64_MIN});
    put("f32", MetadataType::f32, static_cast<double>(std::numeric_limits<float>::denorm_min()));
    put("f64", MetadataType::f64, std::numeric_limits<double>::max());
    put("bool", MetadataType::boolean, true);
    put("string", MetadataType::string, std::string("z\0\xFF", 3));
    put(std::string("odd\0key", 7), MetadataType::string, std::string());
    put_array("u8s", MetadataType::u8, std::vector<std::uint64_t>{0, 255});
    put_array("i16s", MetadataType::i16, std::vector<std::int64_t>{-32768, 32767});
    put_array("u64s", MetadataType::u64, std::vector<std::uint64_t>{~std::uint64_t{0}});
    put_array("f32s", MetadataType::f32, std::vector<double>{-0.0, std::numeric_limits<double>::infinity()});
    put_array("f64s", MetadataType::f64, std::vector<double>{0.1});
    put_array("bools", MetadataType::boolean, std::vector<bool>{true, false, true});
    put_array("strings", MetadataType::string, std::vector<std::string>{"", "a", std::string(1000, 'x')});
    put_array("none", MetadataType::f32, std::vector<double>{});
    return metadata;
}

TEST(GgufWriter, MetadataComesBackWithTypesAndOrder) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "m.gguf";
    const Metadata written = every_value();
    auto writer = GgufWriter::create(path, written, {});
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->finish());
    const auto model = ModelFile::open(path);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->version(), 3U);
    const auto& entries = model->metadata().entries();
    ASSERT_EQ(entries.size(), written.entries().size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& [key, value] = written.entries()[i];
        EXPECT_EQ(entries[i].first, key);
        EXPECT_EQ(entries[i].second.type, value.type) << key;
        EXPECT_EQ(entries[i].second.storage, value.storage) << key;
        if (value.type == MetadataType::array) {
            EXPECT_EQ(entries[i].second.element_type, value.element_type) << key;
        }
    }
}

TEST(GgufWriter, TensorsComeBackWhateverThePieces) {
    std::mt19937 random(7);
    for (const std::uint32_t alignment : {32U, 8U, 256U}) {
        const TemporaryFolder folder;
        const auto path = folder.path() / "m.gguf";
        Metadata metadata;
        metadata.set("general.alignment", MetadataValue::of(alignment));
        const std::vector<GgufTensor> tensors = {{"f32", 0, {3}},
                                                 {"q8_0", 8, {32, 3, 2}},
                                                 {"q6_k", 14, {256, 2, 1, 2}},
                                                 {"i8", 24, {1}},
                                                 {"f16", 1, {4, 4}}};
        const std::vector<std::size_t> sizes = {12, 204, 840, 1, 32};
        std::vector<std::byte> data(12 + 204 + 840 + 1 + 32);
        std::ranges::generate(data, [&] { return static_cast<std::byte>(random()); });
        auto writer = GgufWriter::create(path, metadata, tensors);
        ASSERT_TRUE(writer) << writer.error().message;
        EXPECT_EQ(writer->tensor_bytes_left(), 12U);
        for (std::size_t done = 0; done < data.size();) {
            const std::size_t count = std::min<std::size_t>(1 + random() % 300, data.size() - done);
            ASSERT_TRUE(writer->append(std::span(data).subspan(done, count)));
            done += count;
        }
        EXPECT_EQ(writer->tensor_bytes_left(), 0U);
        EXPECT_FALSE(std::filesystem::exists(path));  // not before it is whole
        ASSERT_TRUE(writer->finish());
        const auto model = ModelFile::open(path);
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_TRUE(model->warnings().empty());
        ASSERT_EQ(model->tensors().size(), tensors.size());
        std::size_t start = 0;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const TensorInfo& tensor = model->tensors()[i];
            EXPECT_EQ(tensor.name, tensors[i].name);
            EXPECT_EQ(tensor.gguf_type, tensors[i].gguf_type);
            EXPECT_EQ(tensor.dimensions, tensors[i].dimensions);
            EXPECT_EQ(tensor.offset % alignment, 0U);
            ASSERT_EQ(tensor.bytes, sizes[i]);
            std::vector<std::byte> read(sizes[i]);
            ASSERT_TRUE(model->read(tensor, 0, read));
            EXPECT_TRUE(std::ranges::equal(read, std::span(data).subspan(start, sizes[i]))) << tensor.name;
            start += sizes[i];
        }
    }
}

TEST(GgufWriter, LeavesNothingBehindUnlessFinished) {
    const TemporaryFolder folder;
    {
        auto writer = GgufWriter::create(folder.path() / "m.gguf", Metadata(), {{"a", 0, {4}}});
        ASSERT_TRUE(writer);
        ASSERT_TRUE(writer->append(std::vector<std::byte>(15)));
        const auto unfinished = writer->finish();
        ASSERT_FALSE(unfinished);
        EXPECT_EQ(unfinished.error().code, ErrorCode::invalid_request);
        EXPECT_NE(unfinished.error().message.find("lacks 1 bytes"), std::string::npos);
        EXPECT_EQ(files_in(folder.path()), 1U);
    }
    EXPECT_EQ(files_in(folder.path()), 0U);
}

TEST(GgufWriter, RefusesDataThatIsTooMuch) {
    const TemporaryFolder folder;
    auto writer = GgufWriter::create(folder.path() / "m.gguf", Metadata(), {{"a", 0, {4}}});
    ASSERT_TRUE(writer);
    const auto status = writer->append(std::vector<std::byte>(17));
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::invalid_request);
}

TEST(GgufWriter, ReplacesAnOlderFile) {
    const TemporaryFolder folder;
    const auto path = folder.write("m.gguf", "old");
    auto writer = GgufWriter::create(path, Metadata(), {});
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->finish());
    EXPECT_TRUE(ModelFile::open(path));
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(GgufWriter, RefusesWhatTheReaderWould) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "m.gguf";
    const auto code_of = [&](const Metadata& metadata, std::vector<GgufTensor> tensors) {
        const auto writer = GgufWriter::create(path, metadata, std::move(tensors));
        EXPECT_FALSE(writer);
        return writer ? ErrorCode::cancelled : writer.error().code;
    };
    const auto with = [](std::string key, MetadataValue value) {
        Metadata metadata;
        metadata.set(std::move(key), std::move(value));
        return metadata;
    };
    EXPECT_EQ(code_of(Metadata(), {{"", 0, {4}}}), ErrorCode::bad_name);
    EXPECT_EQ(code_of(Metadata(), {{std::string(64, 'n'), 0, {4}}}), ErrorCode::bad_name);
    EXPECT_EQ(code_of(Metadata(), {{"a", 0, {4}}, {"a", 0, {4}}}), ErrorCode::bad_name);
    EXPECT_EQ(code_of(Metadata(), {{"a", 4, {32}}}), ErrorCode::bad_tensor_type);
    EXPECT_EQ(code_of(Metadata(), {{"a", 2, {33}}}), ErrorCode::bad_shape);
    EXPECT_EQ(code_of(Metadata(), {{"a", 0, {}}}), ErrorCode::bad_shape);
    EXPECT_EQ(code_of(Metadata(), {{"a", 0, {4, 0}}}), ErrorCode::bad_shape);
    EXPECT_EQ(code_of(Metadata(), {{"a", 0, {std::uint64_t{1} << 62, 4}}}), ErrorCode::bad_shape);
    EXPECT_EQ(code_of(Metadata(), {{"a", 24, {std::uint64_t{1} << 62}}, {"b", 24, {std::uint64_t{1} << 62}}}),
              ErrorCode::bad_shape);
    EXPECT_EQ(code_of(with("", MetadataValue::of(true)), {}), ErrorCode::bad_key);
    EXPECT_EQ(code_of(with("general.alignment", MetadataValue::of(std::uint32_t{13})), {}),
              ErrorCode::bad_alignment);
    EXPECT_EQ(code_of(with("k", {MetadataType::u8, {}, std::uint64_t{256}}), {}), ErrorCode::bad_value);
    EXPECT_EQ(code_of(with("k", {MetadataType::f32, {}, 1e300}), {}), ErrorCode::bad_value);
    EXPECT_EQ(code_of(with("k", {MetadataType::string, {}, std::uint64_t{1}}), {}), ErrorCode::bad_value);
    EXPECT_EQ(code_of(with("k", {MetadataType::u32, {}, std::string("x")}), {}), ErrorCode::bad_value);
    EXPECT_EQ(files_in(folder.path()), 0U);
}

TEST(GgufWriter, AFolderThatIsNotThereIsAWriteError) {
    const TemporaryFolder folder;
    const auto writer = GgufWriter::create(folder.path() / "missing" / "m.gguf", Metadata(), {});
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, ErrorCode::write_failed);
}

}  // namespace
}  // namespace hearth
