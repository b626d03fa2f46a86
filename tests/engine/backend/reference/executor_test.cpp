#include "backend/reference/reference_backend.h"
#include "model/architecture.h"
#include "support/model_runner.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

class ReferenceExecutor : public testing::Test {
 protected:
    void SetUp() override {
        tiny_model("gemma3").file.write(folder_.path() / "model.gguf");
        auto file = ModelFile::open(folder_.path() / "model.gguf");
        ASSERT_TRUE(file) << file.error().message;
        file_.emplace(std::move(*file));
        auto model = build_model(*file_);
        ASSERT_TRUE(model) << model.error().message;
        model_ = std::move(*model);
        auto executor = backend_.load(model_.graph, *file_, options_, {});
        ASSERT_TRUE(executor) << executor.error().message;
        executor_ = std::move(*executor);
    }

    /// Runs a batch of one sequence with sensible parts but for what the caller changed.
    struct Parts {
        std::vector<TokenId> tokens = {TokenId{1}, TokenId{2}};
        std::vector<BlockId> global = {BlockId{0}};
        std::vector<BlockId> windowed = {BlockId{1}};
        std::uint32_t first_block = 0;
        std::uint32_t first_position = 0;
        std::uint32_t first_row = 0;
        std::vector<std::uint32_t> outputs = {1};
        std::size_t group_count = 2;
        std::size_t logit_rows = 1;
    };
    Status run(const Parts& parts) {
        BatchSequence sequence{
            parts.first_row, static_cast<std::uint32_t>(parts.tokens.size()), parts.first_position, {}};
        sequence.tables = {{parts.first_block, parts.global}, {parts.first_block, parts.windowed}};
        sequence.tables.resize(parts.group_count);
        std::vector<float> logits(parts.logit_rows * model_.graph.vocabulary_size);
        return executor_->run({parts.tokens, {&sequence, 1}, parts.outputs}, logits);
    }
    void expect_refused(const Parts& parts, ErrorCode code = ErrorCode::backend_failed) {
        const Status status = run(parts);
        ASSERT_FALSE(status);
        EXPECT_EQ(status.error().code, code) << status.error().message;
        EXPECT_TRUE(run({})) << "the executor must stay usable";
    }

    TemporaryFolder folder_;
    ReferenceBackend backend_;
    ExecutorOptions options_{.thread_count = 2, .max_tokens = 8, .max_outputs = 4, .block_counts = {2, 3}};
    std::optional<ModelFile> file_;
    Model model_;
    std::unique_ptr<Executor> executor_;
};

TEST_F(ReferenceExecutor, RefusesBatchesThatItCannotCompute) {
    ASSERT_TRUE(run({}));
    expect_refused({.tokens = {TokenId{-1}, TokenId{2}}}, ErrorCode::invalid_request);
    expect_refused({.tokens = {TokenId{1}, TokenId{300}}}, ErrorCode::invalid_request);
    expect_refused({.tokens = std::vector<TokenId>(9, TokenId{1})});
    expect_refused({.global = {BlockId{2}}});
    expect_refused({.windowed = {BlockId{3}}});
    expect_refused({.global = {}});
    expect_refused({.first_position = 63});
    expect_refused({.first_row = 1});
    expect_refused({.outputs = {2}});
    expect_refused({.outputs = {1, 0}, .logit_rows = 2});
    expect_refused({.outputs = {1, 1}, .logit_rows = 2});
    expect_refused({.group_count = 1});
    expect_refused({.logit_rows = 2});
    // A window of 16: position 80 sees 65 to 80, position 78 still needs block 0.
    expect_refused({.global = {BlockId{0}}, .first_block = 1, .first_position = 80});
}

TEST_F(ReferenceExecutor, RefusesCopiesOutsideItsBlocks) {
    const std::vector<BlockCopy> good = {{0, BlockId{0}, BlockId{1}, 64}, {1, BlockId{2}, BlockId{0}, 1}};
    EXPECT_TRUE(executor_->copy_blocks(good));
    for (const BlockCopy& bad :
         {BlockCopy{2, BlockId{0}, BlockId{1}, 1}, BlockCopy{0, BlockId{2}, BlockId{1}, 1},
          BlockCopy{0, BlockId{0}, BlockId{2}, 1}, BlockCopy{0, BlockId{0}, BlockId{1}, 65}}) {
        EXPECT_FALSE(executor_->copy_blocks({&bad, 1}));
    }
}

TEST_F(ReferenceExecutor, HoldsWhatWasPlanned) {
    const MemoryPlan plan = backend_.plan(model_.graph, *file_, options_);
    const MemoryPlan held = executor_->held();
    EXPECT_EQ(held.weight_bytes, plan.weight_bytes);
    EXPECT_EQ(held.kv_bytes, plan.kv_bytes);
    EXPECT_EQ(held.workspace_bytes, plan.workspace_bytes);
    EXPECT_EQ(plan.kv_bytes, 2 * backend_.block_bytes(model_.graph.kv_groups[0]) +
                                 3 * backend_.block_bytes(model_.graph.kv_groups[1]));
    // 6 layers, 1 KV head, 64 tokens, K and V of 32 values.
    EXPECT_EQ(backend_.block_bytes(model_.graph.kv_groups[1]), 6U * 64 * 2 * 32 * sizeof(float));
}

TEST_F(ReferenceExecutor, LoadingTellsProgressAndCanBeCancelled) {
    std::uint64_t last = 0;
    std::uint64_t total = 0;
    const auto loaded =
        backend_.load(model_.graph, *file_, options_, [&](std::uint64_t done, std::uint64_t of) {
            EXPECT_GT(done, last);
            last = done;
            total = of;
            return LoadControl::go_on;
        });
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(last, total);
    EXPECT_EQ(total, backend_.plan(model_.graph, *file_, options_).weight_bytes);

    int calls = 0;
    const auto cancelled = backend_.load(model_.graph, *file_, options_, [&](std::uint64_t, std::uint64_t) {
        return ++calls == 3 ? LoadControl::stop : LoadControl::go_on;
    });
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
    EXPECT_EQ(calls, 3);
}

TEST_F(ReferenceExecutor, LoadingChecksTheGraphAgainstTheFile) {
    Graph graph = model_.graph;
    graph.weights[3].tensor = "no such tensor";
    auto loaded = backend_.load(graph, *file_, options_, {});
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::missing_tensor);
    EXPECT_EQ(loaded.error().details.field, "no such tensor");

    graph = model_.graph;
    graph.weights[3].rows += 1;
    loaded = backend_.load(graph, *file_, options_, {});
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::bad_shape);
}

TEST_F(ReferenceExecutor, TooLittleMemoryIsAnErrorWithTheNumber) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers end the program when an allocation fails";
#endif
    ExecutorOptions options = options_;
    options.block_counts = {0xFFFFFFFFU, 0xFFFFFFFFU};
    const auto loaded = backend_.load(model_.graph, *file_, options, {});
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::out_of_memory);
    EXPECT_GT(loaded.error().details.bytes_needed.value_or(0), std::uint64_t{1} << 40U);
}

}  // namespace
}  // namespace hearth::test
