#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"

#include <hearth/model_file.h>

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TemporaryFolder;
using test::TinyGguf;

/// Three shards: `split.no` counts from 0 (stored as u16, as the common splitter does), names from 1.
class ShardedModel : public testing::Test {
 protected:
    struct Keys {
        std::uint32_t number = 0;
        std::uint32_t count = 3;
        std::int32_t tensors = 4;
    };

    static TinyGguf shard(const Keys& keys) {
        TinyGguf file;
        file.set_value("split.no", {MetadataType::u16, {}, std::uint64_t{keys.number}});
        file.set_value("split.count", {MetadataType::u16, {}, std::uint64_t{keys.count}});
        file.set("split.tensors.count", keys.tensors);
        return file;
    }

    std::filesystem::path path(int number) const {
        return folder_.path() / ("m-0000" + std::to_string(number) + "-of-00003.gguf");
    }

    static std::vector<float> values(float first) { return {first, first + 1, first + 2, first + 3}; }

    void SetUp() override {
        shard({0}).set("general.architecture", std::string("llama")).write(path(1));
        shard({1}).tensor("a", {4}, values(10)).tensor("b", {4}, values(20)).write(path(2));
        shard({2}).tensor("c", {2, 2}, values(30)).tensor("d", {4}, values(40)).write(path(3));
    }

    static void expect_error(const std::filesystem::path& file, ErrorCode code, std::string_view says) {
        const auto model = ModelFile::open(file);
        ASSERT_FALSE(model);
        EXPECT_EQ(error_name(model.error().code), error_name(code)) << model.error().message;
        EXPECT_NE(model.error().message.find(says), std::string::npos) << model.error().message;
    }

    TemporaryFolder folder_;
};

TEST_F(ShardedModel, OpensWholeFromAnyShard) {
    for (int opened = 1; opened <= 3; ++opened) {
        const auto model = ModelFile::open(path(opened));
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_EQ(model->path(), path(1));
        EXPECT_EQ(model->shard_count(), 3U);
        EXPECT_EQ(*model->metadata().require<std::string>("general.architecture"), "llama");
        EXPECT_EQ(model->file_bytes(), std::filesystem::file_size(path(1)) +
                                           std::filesystem::file_size(path(2)) +
                                           std::filesystem::file_size(path(3)));
        ASSERT_EQ(model->tensors().size(), 4U);
        for (const auto& [name, first, shard] : {std::tuple("a", 10.0F, 1U), std::tuple("b", 20.0F, 1U),
                                                 std::tuple("c", 30.0F, 2U), std::tuple("d", 40.0F, 2U)}) {
            const TensorInfo* tensor = model->find(name);
            ASSERT_NE(tensor, nullptr) << name;
            EXPECT_EQ(tensor->shard, shard);
            std::vector<float> read(4);
            ASSERT_TRUE(model->read(*tensor, 0, std::as_writable_bytes(std::span(read))));
            EXPECT_EQ(read, values(first)) << name;
            const auto mapped = model->mapped(*tensor);
            ASSERT_TRUE(mapped);
            EXPECT_TRUE(std::ranges::equal(*mapped, std::as_bytes(std::span(read))));
        }
    }
}

TEST_F(ShardedModel, ListsWhatIsMissing) {
    std::filesystem::remove(path(2));
    expect_error(path(1), ErrorCode::shard_missing, "of which m-00002-of-00003.gguf is not in this folder");
    expect_error(path(3), ErrorCode::shard_missing, "of which m-00002-of-00003.gguf is not in this folder");
    std::filesystem::remove(path(1));
    expect_error(path(3), ErrorCode::shard_missing, "m-00001-of-00003.gguf, m-00002-of-00003.gguf");
}

TEST_F(ShardedModel, ACopyOfAnotherShardIsAMismatch) {
    std::filesystem::copy_file(path(1), path(2), std::filesystem::copy_options::overwrite_existing);
    expect_error(path(1), ErrorCode::shard_mismatch, "split.no");
    expect_error(path(2), ErrorCode::shard_mismatch, "split.no");
}

TEST_F(ShardedModel, AShardOfAnotherModelIsAMismatch) {
    shard({1, 3, 9}).tensor("a", {4}, values(0)).write(path(2));
    expect_error(path(1), ErrorCode::shard_mismatch, "split.tensors.count");
    shard({1, 2}).tensor("a", {4}, values(0)).write(path(2));
    expect_error(path(1), ErrorCode::shard_mismatch, "split.count");
}

TEST_F(ShardedModel, ATensorTooFewIsAMismatch) {
    shard({1}).tensor("a", {4}, values(0)).write(path(2));
    expect_error(path(3), ErrorCode::shard_mismatch, "all parts together hold 3 tensors");
}

TEST_F(ShardedModel, ATensorInTwoShardsIsABadName) {
    shard({2}).tensor("a", {4}, values(30)).tensor("d", {4}, values(40)).write(path(3));
    expect_error(path(1), ErrorCode::bad_name, "\"a\"");
}

TEST_F(ShardedModel, ADamagedShardIsNamed) {
    std::filesystem::resize_file(path(3), std::filesystem::file_size(path(3)) - 40);
    expect_error(path(1), ErrorCode::data_truncated, path(3).string());
}

TEST_F(ShardedModel, ARenamedShardIsNotOpenedAsTheWholeModel) {
    const auto renamed = folder_.path() / "renamed.gguf";
    std::filesystem::copy_file(path(2), renamed);
    expect_error(renamed, ErrorCode::shard_mismatch, "one of 3 parts");
}

TEST_F(ShardedModel, AWrongNumberIsToldBeforeMissingShards) {
    shard({2}).tensor("a", {4}, values(0)).write(path(2));
    std::filesystem::remove(path(3));
    expect_error(path(2), ErrorCode::shard_mismatch, "\"split.no\" is 2 but must be 1");
}

TEST_F(ShardedModel, NoPartsAreABadValue) {
    const auto alone = folder_.path() / "alone.gguf";
    shard({0, 0}).tensor("a", {4}, values(0)).write(alone);
    expect_error(alone, ErrorCode::bad_value, "\"split.count\" is 0");
}

TEST_F(ShardedModel, AWholeModelWithTheNameOfAShardIsAMismatch) {
    const auto named = folder_.path() / "whole-00001-of-00002.gguf";
    TinyGguf().tensor("a", {4}, values(0)).write(named);
    expect_error(named, ErrorCode::shard_mismatch, "split.count");
}

TEST_F(ShardedModel, NamesThatOnlyLookLikeShardsOpenByThemselves) {
    for (const auto* const name : {"best-of-breed.gguf", "x-00000-of-00002.gguf", "x-00005-of-00002.gguf",
                                   "x-1-of-2.gguf", "one-00001-of-00001.gguf"}) {
        TinyGguf().tensor("a", {4}, values(0)).write(folder_.path() / name);
        const auto model = ModelFile::open(folder_.path() / name);
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_EQ(model->shard_count(), 1U);
    }
}

TEST_F(ShardedModel, AnotherModelInTheFolderDoesNotDisturb) {
    TinyGguf().tensor("other", {4}, values(0)).write(folder_.path() / "m.gguf");
    EXPECT_EQ(ModelFile::open(path(1))->tensors().size(), 4U);
    EXPECT_EQ(ModelFile::open(folder_.path() / "m.gguf")->tensors().size(), 1U);
}

TEST_F(ShardedModel, RelativePathsWork) {
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
    const auto model = ModelFile::open("m-00002-of-00003.gguf");
    std::filesystem::current_path(before);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->path(), "m-00001-of-00003.gguf");
}

}  // namespace
}  // namespace hearth
