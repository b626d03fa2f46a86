#include "support/real_models.h"
#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TemporaryFolder;
using test::TinyGguf;

std::vector<float> count_up(std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(i);
    }
    return values;
}

TEST(ModelFile, ReadsPiecesOfATensor) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "модель 模型.gguf";
    TinyGguf().tensor("first", {8}, count_up(8)).tensor("second", {10, 10}, count_up(100)).write(path);
    auto opened = ModelFile::open(path);
    ASSERT_TRUE(opened) << opened.error().message;
    const ModelFile model = *std::move(opened);
    const TensorInfo& tensor = *model.find("second");
    std::vector<float> piece(10);
    ASSERT_TRUE(model.read(tensor, 40 * sizeof(float), std::as_writable_bytes(std::span(piece))));
    EXPECT_EQ(piece.front(), 40.0F);
    EXPECT_EQ(piece.back(), 49.0F);
    ASSERT_TRUE(model.read(tensor, tensor.bytes, {}));
}

TEST(ModelFile, RefusesToReadBeyondATensor) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "m.gguf";
    TinyGguf().tensor("first", {8}, count_up(8)).tensor("second", {8}, count_up(8)).write(path);
    const auto model = ModelFile::open(path);
    ASSERT_TRUE(model);
    std::vector<std::byte> buffer(8);
    for (const std::uint64_t first_byte : {std::uint64_t{25}, std::uint64_t{33}, ~std::uint64_t{0}}) {
        const auto status = model->read(*model->find("first"), first_byte, buffer);
        ASSERT_FALSE(status) << first_byte;
        EXPECT_EQ(status.error().code, ErrorCode::read_failed);
        EXPECT_EQ(status.error().details.field, "first");
    }
}

TEST(ModelFile, AFileThatShrankIsAnErrorNotASignal) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "m.gguf";
    TinyGguf().tensor("big", {1 << 16}, count_up(1 << 16)).write(path);
    const auto model = ModelFile::open(path);
    ASSERT_TRUE(model);
    std::filesystem::resize_file(path, 1000);
    std::vector<std::byte> buffer(model->find("big")->bytes);
    const auto status = model->read(*model->find("big"), 0, buffer);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::read_failed);
    EXPECT_NE(status.error().message.find("shorter"), std::string::npos) << status.error().message;
    const auto mapped = model->mapped(*model->find("big"));
    ASSERT_FALSE(mapped);
    EXPECT_EQ(mapped.error().code, ErrorCode::read_failed);
}

TEST(ModelFile, CanBeReadFromManyThreads) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "m.gguf";
    const auto values = count_up(1 << 12);
    TinyGguf().tensor("t", {1 << 12}, values).write(path);
    const auto model = ModelFile::open(path);
    ASSERT_TRUE(model);
    std::vector<std::thread> threads;
    std::vector<int> good(4);
    for (int& result : good) {
        threads.emplace_back([&] {
            std::vector<float> read(values.size());
            const bool got =
                model->read(model->tensors()[0], 0, std::as_writable_bytes(std::span(read))).has_value();
            const auto mapped = model->mapped(model->tensors()[0]);
            result = got && read == values && mapped &&
                     std::ranges::equal(*mapped, std::as_bytes(std::span(values)));
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(good, std::vector<int>(4, 1));
}

TEST(ModelFile, APathThatIsNoFileIsRefusedAtOnce) {
    const TemporaryFolder folder;
    const auto missing = ModelFile::open(folder.path() / "missing.gguf");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::file_not_found);
    EXPECT_NE(missing.error().message.find("missing.gguf"), std::string::npos);
    const auto folder_itself = ModelFile::open(folder.path());
    ASSERT_FALSE(folder_itself);
    EXPECT_EQ(folder_itself.error().code, ErrorCode::file_not_found);
    EXPECT_NE(folder_itself.error().message.find("folder"), std::string::npos);
    EXPECT_FALSE(ModelFile::open(""));
}

TEST(ModelFile, OpensALargeVocabulary) {
    const auto path = test::real_model("gemma-3-270m-q4_k_m.gguf");
    if (!path) {
        GTEST_SKIP() << "no gemma-3-270m-q4_k_m.gguf in " << test::model_folder();
    }
    const auto model = ModelFile::open(*path);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->tensors().size(), 236U);
    EXPECT_TRUE(model->warnings().empty());
    EXPECT_EQ(*model->metadata().require<std::string>("general.architecture"), "gemma3");
    EXPECT_EQ(model->metadata().require<std::vector<std::string>>("tokenizer.ggml.tokens")->size(), 262144U);
    EXPECT_EQ(model->metadata().require<std::vector<float>>("tokenizer.ggml.scores")->size(), 262144U);
    const TensorInfo* embedding = model->find("token_embd.weight");
    ASSERT_NE(embedding, nullptr);
    EXPECT_EQ(embedding->rows(), 262144U);
    EXPECT_EQ(model->file_bytes(), 253113024U);
}

}  // namespace
}  // namespace hearth
