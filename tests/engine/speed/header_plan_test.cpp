#include "backend/cpu/cpu_backend.h"
#include "runtime/load_preparation.h"
#include "support/real_models.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <hearth/load_plan.h>
#include <hearth/model_file.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

/// The header of a file as it comes from a server: in growing pieces.
Result<ModelFile> from_header(const std::filesystem::path& path) {
    FileHead head{.name = path.string(), .file_bytes = std::filesystem::file_size(path), .bytes = {}};
    std::ifstream stream(path, std::ios::binary);
    for (std::size_t wanted = 512;; wanted *= 2) {
        head.bytes.resize(std::min<std::size_t>(wanted, head.file_bytes));
        stream.clear();
        stream.seekg(0);
        stream.read(reinterpret_cast<char*>(head.bytes.data()),
                    static_cast<std::streamsize>(head.bytes.size()));
        HEARTH_TRY_ASSIGN(const auto needed, header_bytes_needed(head));
        if (!needed) {
            std::vector<FileHead> heads;
            heads.push_back(std::move(head));
            return ModelFile::from_heads(std::move(heads));
        }
    }
}

void expect_same_plan(const std::filesystem::path& path, const LoadOptions& options) {
    const auto file = ModelFile::open(path);
    const auto header = from_header(path);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE(header) << header.error().message;
    const auto expected = plan_load(*file, options);
    const auto plan = plan_load(*header, options);
    ASSERT_TRUE(expected) << expected.error().message;
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->weight_bytes, expected->weight_bytes);
    EXPECT_EQ(plan->kv_bytes, expected->kv_bytes);
    EXPECT_EQ(plan->workspace_bytes, expected->workspace_bytes);
    EXPECT_EQ(plan->context_tokens, expected->context_tokens);
}

TEST(HeaderPlan, IsThatOfTheWholeFile) {
    const TemporaryFolder folder;
    for (const std::string& name : tiny_model_names()) {
        SCOPED_TRACE(name);
        const auto path = folder.path() / "model.gguf";
        tiny_model(name).file.write(path);
        expect_same_plan(path, {});
        LoadOptions options;
        options.context_tokens = 16;
        options.step_tokens = 32;
        expect_same_plan(path, options);
    }
}

TEST(HeaderPlan, DoesWithoutTheDataThatAModelsRotationReads) {
    const TemporaryFolder folder;
    TinyModel model = tiny_model(tiny_model_names().front());
    bool found = false;
    for (const std::string& name : tiny_model_names()) {
        TinyModel each = tiny_model(name);
        if (each.architecture == "llama") {
            model = std::move(each);
            found = true;
            break;
        }
    }
    ASSERT_TRUE(found);
    const auto path = folder.path() / "model.gguf";
    model.file.write(path);
    const auto file = ModelFile::open(path);
    ASSERT_TRUE(file);
    const auto head_dim = file->metadata().get<std::uint32_t>("llama.rope.dimension_count");
    ASSERT_TRUE(head_dim && *head_dim);
    if (file->find("rope_freqs.weight") == nullptr) {
        model.file.add_zeros("rope_freqs.weight", {**head_dim / 2});
        auto& data = model.file.tensor("rope_freqs.weight").data;
        const std::vector<float> ones(**head_dim / 2, 1.0F);
        const auto bytes = std::as_bytes(std::span(ones));
        data.assign(bytes.begin(), bytes.end());
        model.file.write(path);
    }
    expect_same_plan(path, {});
}

TEST(HeaderPlan, CountsTheMemoryOfAReplacedModelAsFree) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "model.gguf";
    tiny_model(tiny_model_names().front()).file.write(path);
    const auto header = from_header(path);
    ASSERT_TRUE(header) << header.error().message;
    constexpr std::uint64_t kReturned = std::uint64_t{1} << 40U;
    const auto before = plan_load(*header, {});
    const auto after = plan_load(*header, {}, kReturned);
    ASSERT_TRUE(before);
    ASSERT_TRUE(after);
    // Memory comes and goes meanwhile, but no terabyte.
    EXPECT_GT(after->available_bytes, kReturned / 2);
    EXPECT_LT(before->available_bytes, kReturned / 2);
}

class RealModelPlan : public testing::TestWithParam<RealModel> {};

/// The bytes that an executor counts itself once it is there.
TEST_P(RealModelPlan, IsWhatTheLedgerSaysAfterTheLoad) {
    const auto path = real_model(GetParam().file);
    if (!path) {
        GTEST_SKIP() << GetParam().file << " is not here";
    }
    LoadOptions options;
    options.context_tokens = 2048;
    options.kv_bytes = std::uint64_t{64} << 20U;
    expect_same_plan(*path, options);
    const auto header = from_header(*path);
    ASSERT_TRUE(header);
    const auto plan = plan_load(*header, options);
    ASSERT_TRUE(plan) << plan.error().message;

    const auto file = ModelFile::open(*path);
    ASSERT_TRUE(file);
    auto preparation = prepare_load(*file, options);
    ASSERT_TRUE(preparation) << preparation.error().message;
    const auto executor =
        preparation->backend->load(preparation->model.graph, *file, preparation->executor, {});
    ASSERT_TRUE(executor) << executor.error().message;
    const MemoryPlan held = (*executor)->held();
    const auto logits = std::uint64_t{preparation->executor.max_outputs} *
                        preparation->model.graph.vocabulary_size * sizeof(float);
    const auto ratio = [](std::uint64_t planned, std::uint64_t actual) {
        return static_cast<double>(planned) / static_cast<double>(actual);
    };
    EXPECT_NEAR(ratio(plan->weight_bytes, held.weight_bytes), 1, 0.03);
    EXPECT_NEAR(ratio(plan->kv_bytes, held.kv_bytes), 1, 0.03);
    EXPECT_NEAR(ratio(plan->workspace_bytes, held.workspace_bytes + logits), 1, 0.03);
    RecordProperty("ratio", std::to_string(ratio(plan->total_bytes(), held.weight_bytes + held.kv_bytes +
                                                                          held.workspace_bytes + logits)));
}

INSTANTIATE_TEST_SUITE_P(Models, RealModelPlan, testing::ValuesIn(kRealModels),
                         [](const auto& tested) { return "model" + std::to_string(tested.index); });

}  // namespace
}  // namespace hearth::test
