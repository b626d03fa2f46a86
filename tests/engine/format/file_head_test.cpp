#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TemporaryFolder;
using test::TinyGguf;

std::vector<std::byte> bytes_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// The first `count` bytes of a file.
FileHead head_of(const std::filesystem::path& path, std::size_t count) {
    FileHead head{.name = path.filename().string(),
                  .file_bytes = std::filesystem::file_size(path),
                  .bytes = bytes_of(path)};
    head.bytes.resize(std::min(count, head.bytes.size()));
    return head;
}

class FileHeadTest : public testing::Test {
 protected:
    /// A header of about 9 kB and tensor data of 64 kB.
    void SetUp() override {
        path_ = folder_.path() / "m.gguf";
        TinyGguf()
            .set("general.architecture", std::string("llama"))
            .set("tokenizer.ggml.tokens", std::vector<std::string>(800, "abc"))
            .tensor("a", {128, 64}, std::vector<float>(128 * 64, 1.0F))
            .tensor("b", {128, 64}, std::vector<float>(128 * 64, 2.0F))
            .write(path_);
        header_bytes_ = std::filesystem::file_size(path_) - std::uint64_t{2} * 128 * 64 * sizeof(float);
    }

    TemporaryFolder folder_;
    std::filesystem::path path_;
    std::uint64_t header_bytes_ = 0;
};

TEST_F(FileHeadTest, AsksForMoreUntilTheHeaderIsWhole) {
    std::size_t have = 0;
    for (int rounds = 0; rounds < 100'000; ++rounds) {
        const auto needed = header_bytes_needed(head_of(path_, have));
        ASSERT_TRUE(needed) << have << ": " << needed.error().message;
        if (!*needed) {
            break;
        }
        ASSERT_GT(**needed, have);
        ASSERT_LE(**needed, header_bytes_) << "more than the header";
        have = std::max<std::size_t>(static_cast<std::size_t>(**needed), have + 97);
    }
    EXPECT_GE(have + 32, header_bytes_) << "the header cannot be read from less";
    EXPECT_LE(have, header_bytes_ + 97);
}

TEST_F(FileHeadTest, EverythingButDataIsThatOfTheFile) {
    const auto file = ModelFile::open(path_);
    std::vector<FileHead> heads;
    heads.push_back(head_of(path_, static_cast<std::size_t>(header_bytes_)));
    const auto model = ModelFile::from_heads(std::move(heads));
    ASSERT_TRUE(file);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(file->has_data());
    EXPECT_FALSE(model->has_data());
    EXPECT_EQ(model->file_bytes(), file->file_bytes());
    EXPECT_EQ(model->metadata().entries().size(), file->metadata().entries().size());
    ASSERT_EQ(model->tensors().size(), file->tensors().size());
    for (std::size_t i = 0; i < file->tensors().size(); ++i) {
        EXPECT_EQ(model->tensors()[i].name, file->tensors()[i].name);
        EXPECT_EQ(model->tensors()[i].offset, file->tensors()[i].offset);
        EXPECT_EQ(model->tensors()[i].bytes, file->tensors()[i].bytes);
    }
}

TEST_F(FileHeadTest, DataCannotBeRead) {
    std::vector<FileHead> heads;
    heads.push_back(head_of(path_, 1 << 20));
    const auto model = ModelFile::from_heads(std::move(heads));
    ASSERT_TRUE(model) << model.error().message;
    std::vector<std::byte> buffer(4);
    const Status read = model->read(*model->find("b"), 0, buffer);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::read_failed);
    EXPECT_NE(read.error().message.find("only the header"), std::string::npos) << read.error().message;
    EXPECT_EQ(read.error().details.field, "b");
    const auto mapped = model->mapped(*model->find("b"));
    ASSERT_FALSE(mapped);
    EXPECT_EQ(mapped.error().code, ErrorCode::read_failed);
}

TEST_F(FileHeadTest, APartOfAHeaderIsNoModel) {
    std::vector<FileHead> heads;
    heads.push_back(head_of(path_, 700));
    const auto model = ModelFile::from_heads(std::move(heads));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ErrorCode::header_truncated);
}

TEST_F(FileHeadTest, TellsAtOnceWhatIsNoModel) {
    const auto path = folder_.write("page.gguf", "<!doctype html><html>" + std::string(5000, ' '));
    const auto needed = header_bytes_needed(head_of(path, 1000));
    ASSERT_FALSE(needed);
    EXPECT_EQ(needed.error().code, ErrorCode::bad_magic);
}

TEST_F(FileHeadTest, ChecksTheSizeOfTheWholeFile) {
    FileHead head = head_of(path_, static_cast<std::size_t>(header_bytes_));
    head.file_bytes -= 4;
    const auto needed = header_bytes_needed(head);
    ASSERT_FALSE(needed);
    EXPECT_EQ(needed.error().code, ErrorCode::data_truncated);
    // A file that ends within its header is cut off, wherever it lies.
    head.file_bytes = 600;
    head.bytes.resize(600);
    const auto cut = header_bytes_needed(head);
    ASSERT_FALSE(cut);
    EXPECT_NE(cut.error().code, ErrorCode::read_failed) << cut.error().message;
}

TEST(FileHeads, ShardsMakeOneModel) {
    const TemporaryFolder folder;
    const auto write = [&](std::uint32_t number, const std::string& tensor) {
        const auto path = folder.path() / ("m-0000" + std::to_string(number) + "-of-00002.gguf");
        TinyGguf file;
        file.set_value("split.no", {MetadataType::u16, {}, std::uint64_t{number - 1}});
        file.set_value("split.count", {MetadataType::u16, {}, std::uint64_t{2}});
        file.set("split.tensors.count", std::int32_t{2});
        file.tensor(tensor, {4}, std::vector<float>(4)).write(path);
        return path;
    };
    const auto first = write(1, "a");
    const auto second = write(2, "b");
    const auto heads = [](const std::filesystem::path& one, const std::filesystem::path& two) {
        std::vector<FileHead> list;
        list.push_back(head_of(one, 1 << 20));
        list.push_back(head_of(two, 1 << 20));
        return list;
    };
    const auto model = ModelFile::from_heads(heads(first, second));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->shard_count(), 2U);
    EXPECT_EQ(model->find("b")->shard, 1U);

    const auto swapped = ModelFile::from_heads(heads(second, first));
    ASSERT_FALSE(swapped);
    EXPECT_EQ(swapped.error().code, ErrorCode::shard_mismatch);
    std::vector<FileHead> alone;
    alone.push_back(head_of(first, 1 << 20));
    EXPECT_FALSE(ModelFile::from_heads(std::move(alone))) << "one of two is no model";
    EXPECT_FALSE(ModelFile::from_heads({}));
}

}  // namespace
}  // namespace hearth
