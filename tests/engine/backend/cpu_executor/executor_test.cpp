#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/matmul.h"
#include "backend/reference/reference_backend.h"
#include "random_graph.h"
#include "support/model_runner.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::cpu::test {
namespace {

using hearth::test::ModelRunner;
using hearth::test::RunnerOptions;
using hearth::test::TemporaryFolder;

using Logits = std::vector<std::vector<float>>;

/// A random model in a file.
class TestModel {
 public:
    explicit TestModel(const GraphChoices& choices, std::uint32_t seed = 1) {
        RandomGraph random = random_graph(choices, seed);
        model_.graph = std::move(random.graph);
        model_.context_tokens = 4096;
        random.file.write(folder_.path() / "model.gguf");
    }

    ModelFile open() const { return ModelFile::open(folder_.path() / "model.gguf").value(); }
    const Model& model() const { return model_; }

    ModelRunner runner(const Backend& backend, const RunnerOptions& options) const {
        const ModelFile file = open();
        Result<ModelRunner> runner = ModelRunner::load(backend, model_, file, options);
        EXPECT_TRUE(runner) << runner.error().message;
        return std::move(runner).value();
    }

 private:
    TemporaryFolder folder_;
    Model model_;
};

/// One step: how many tokens each sequence gets.
using StepShape = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Runs steps of random tokens; every row's logits are wanted where `sparse` is not set, else each piece's
/// last.
std::vector<Logits> run_steps(ModelRunner& runner, const std::vector<StepShape>& steps, bool sparse = false) {
    std::vector<Logits> results;
    for (std::size_t index = 0; index < steps.size(); ++index) {
        std::vector<std::vector<TokenId>> tokens;
        std::vector<ModelRunner::Piece> pieces;
        for (const auto& [sequence, count] : steps[index]) {
            std::vector<TokenId> ids;
            for (std::uint32_t i = 0; i < count; ++i) {
                // A function of sequence and position, whatever the steps are.
                std::mt19937 random(sequence * 7919 + runner.length(sequence) + i);
                ids.push_back({static_cast<std::int32_t>(random() % runner.vocabulary_size())});
            }
            tokens.push_back(std::move(ids));
        }
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            ModelRunner::Piece piece{steps[index][i].first, tokens[i], {}};
            for (std::uint32_t row = sparse ? static_cast<std::uint32_t>(tokens[i].size()) - 1 : 0;
                 row < tokens[i].size(); ++row) {
                piece.outputs.push_back(row);
            }
            pieces.push_back(std::move(piece));
        }
        Result<Logits> result = runner.step(pieces);
        EXPECT_TRUE(result) << result.error().message;
        results.push_back(std::move(result).value());
    }
    return results;
}

/// The largest difference, relative to the root mean square of what is right.
double error(const Logits& found, const Logits& right) {
    EXPECT_EQ(found.size(), right.size());
    double worst = 0;
    double squares = 0;
    std::size_t count = 0;
    for (std::size_t row = 0; row < right.size(); ++row) {
        for (std::size_t i = 0; i < right[row].size(); ++i) {
            // NaN is worse than anything.
            const double difference = std::abs(double{found[row][i]} - right[row][i]);
            worst = difference <= worst ? worst : difference;
            squares += double{right[row][i]} * right[row][i];
            ++count;
        }
    }
    return worst / std::sqrt(squares / static_cast<double>(count));
}

class ExecutorTest : public testing::TestWithParam<std::tuple<Isa, GraphChoices>> {
 protected:
    void SetUp() override {
        if (!isa_supported(std::get<0>(GetParam()))) {
            GTEST_SKIP() << "this processor does not run " << isa_name(std::get<0>(GetParam()));
        }
        (void)use_isa(std::get<0>(GetParam()));
    }
    void TearDown() override { (void)use_isa(before_); }
    const GraphChoices& choices() const { return std::get<1>(GetParam()); }

    const Isa before_ = current_isa();
};

INSTANTIATE_TEST_SUITE_P(All, ExecutorTest,
                         testing::Combine(testing::Values(Isa::portable, Isa::avx2, Isa::avx512_vnni),
                                          testing::ValuesIn(all_choices())),
                         [](const auto& combination) {
                             return std::string(isa_name(std::get<0>(combination.param))) + "_" +
                                    std::get<1>(combination.param).name;
                         });

/// K and V in f16, and sums in f32.
constexpr double kTolerance = 6e-3;

const std::vector<StepShape> kMixedSteps = {
    {{0, 1}},                          // one token
    {{0, 1}, {1, 100}},                // decode beside a prompt
    {{2, 5}, {0, 1}, {1, 1}},          // short chunk
    {{0, 1}, {1, 1}, {2, 1}},          // decodes alone
    {{0, 61}, {2, 63}, {1, 3}},        // over the border of a block
    {{1, 1}, {0, 1}, {3, 2}, {2, 1}},  //
    {{3, 128}},                        //
    {{0, 1}, {1, 1}, {2, 1}, {3, 1}},  // four rows
    {{3, 1}},                          //
};

TEST_P(ExecutorTest, MatchesTheReference) {
    const TestModel model(choices());
    RunnerOptions options{.sequence_count = 4,
                          .context_tokens = 256,
                          .max_tokens = 130,
                          .max_outputs = 130,
                          .thread_count = 2,
                          .shuffle_seed = 5};
    ModelRunner fast = model.runner(CpuBackend(), options);
    ModelRunner right = model.runner(ReferenceBackend(), options);
    const std::vector<Logits> found = run_steps(fast, kMixedSteps);
    const std::vector<Logits> wanted = run_steps(right, kMixedSteps);
    for (std::size_t step = 0; step < found.size(); ++step) {
        EXPECT_LT(error(found[step], wanted[step]), kTolerance) << "step " << step;
    }
}

TEST_P(ExecutorTest, LongContextsSharedBetweenThreads) {
    const TestModel model(choices());
    RunnerOptions options{.sequence_count = 2,
                          .context_tokens = 900,
                          .max_tokens = 512,
                          .max_outputs = 8,
                          .thread_count = 2,
                          .shuffle_seed = {}};
    ModelRunner right = model.runner(ReferenceBackend(), options);
    // Threads beyond the cores, so that every context is cut into many pieces.
    options.thread_count = 5;
    ModelRunner fast = model.runner(CpuBackend(), options);
    const std::vector<StepShape> steps = {
        {{0, 412}, {1, 100}}, {{0, 412}}, {{0, 1}}, {{0, 1}, {1, 1}}, {{0, 20}, {1, 7}}};
    const std::vector<Logits> found = run_steps(fast, steps, true);
    const std::vector<Logits> wanted = run_steps(right, steps, true);
    for (std::size_t step = 0; step < found.size(); ++step) {
        EXPECT_LT(error(found[step], wanted[step]), kTolerance) << "step " << step;
    }
}

TEST_P(ExecutorTest, ThreadCountChangesNothing) {
    const TestModel model(choices());
    RunnerOptions options{.sequence_count = 4,
                          .context_tokens = 900,
                          .max_tokens = 512,
                          .max_outputs = 130,
                          .thread_count = 1,
                          .shuffle_seed = {}};
    std::vector<StepShape> steps = kMixedSteps;
    steps.insert(steps.end(), {{{0, 500}}, {{0, 1}}, {{0, 1}, {1, 1}}});
    ModelRunner alone = model.runner(CpuBackend(), options);
    const std::vector<Logits> wanted = run_steps(alone, steps, true);
    for (const std::uint32_t threads : {2U, 3U, 7U}) {
        options.thread_count = threads;
        options.shuffle_seed = threads;
        ModelRunner several = model.runner(CpuBackend(), options);
        EXPECT_EQ(run_steps(several, steps, true), wanted) << threads << " threads";
    }
}

TEST_P(ExecutorTest, OthersInTheBatchChangeNothing) {
    const TestModel model(choices());
    const RunnerOptions options{.sequence_count = 4,
                                .context_tokens = 256,
                                .max_tokens = 130,
                                .max_outputs = 130,
                                .thread_count = 2,
                                .shuffle_seed = {}};
    ModelRunner together = model.runner(CpuBackend(), options);
    const std::vector<Logits> batched = run_steps(together, kMixedSteps);
    ModelRunner alone = model.runner(CpuBackend(), options);
    for (std::uint32_t sequence = 0; sequence < 4; ++sequence) {
        for (std::size_t step = 0; step < kMixedSteps.size(); ++step) {
            std::size_t first = 0;
            for (const auto& [other, count] : kMixedSteps[step]) {
                if (other == sequence) {
                    const Logits own = run_steps(alone, {{{sequence, count}}}).front();
                    const auto begin = batched[step].begin() + static_cast<std::ptrdiff_t>(first);
                    // Only an f16 of K or V that rounds to the other side can differ by more than f32
                    // roundings.
                    EXPECT_LT(error({begin, begin + count}, own), 1e-3)
                        << "sequence " << sequence << " step " << step;
                }
                first += count;
            }
        }
    }
}

TEST_P(ExecutorTest, CopiedBlocksContinueAlike) {
    const TestModel model(choices());
    const RunnerOptions options{.sequence_count = 2,
                                .context_tokens = 256,
                                .max_tokens = 130,
                                .max_outputs = 130,
                                .thread_count = 2,
                                .shuffle_seed = {}};
    ModelRunner runner = model.runner(CpuBackend(), options);
    run_steps(runner, {{{0, 130}}, {{0, 20}}});
    ASSERT_TRUE(runner.fork(0, 1));
    std::vector<TokenId> next = {{3}};
    const auto after = [&](std::uint32_t sequence) {
        const ModelRunner::Piece piece{sequence, next, {0}};
        return runner.step({&piece, 1}).value();
    };
    EXPECT_EQ(after(0), after(1));
}

TEST_P(ExecutorTest, HoldsWhatWasPlanned) {
    const TestModel model(choices());
    const ModelFile file = model.open();
    ExecutorOptions options{.thread_count = 3, .max_tokens = 40, .max_outputs = 9, .block_counts = {}};
    options.block_counts.assign(model.model().graph.kv_groups.size(), 7);
    const CpuBackend backend;
    const MemoryPlan plan = backend.plan(model.model().graph, file, options);
    const auto executor = backend.load(model.model().graph, file, options, {});
    ASSERT_TRUE(executor);
    const MemoryPlan held = (*executor)->held();
    EXPECT_EQ(held.weight_bytes, plan.weight_bytes);
    EXPECT_EQ(held.kv_bytes, plan.kv_bytes);
    EXPECT_EQ(held.workspace_bytes, plan.workspace_bytes);
    EXPECT_GT(plan.weight_bytes, 0U);
    std::uint64_t kv_bytes = 0;
    for (const KvGroupSpec& group : model.model().graph.kv_groups) {
        kv_bytes += 7 * backend.block_bytes(group);
    }
    EXPECT_EQ(plan.kv_bytes, kv_bytes);
}

TEST(CpuExecutor, TiedEmbeddingsAreHeldOnce) {
    GraphChoices choices;
    const TestModel untied(choices);
    choices.tied = true;
    const TestModel tied(choices);
    const ExecutorOptions options{.block_counts = {1}};
    const auto weight_bytes = [&](const TestModel& model) {
        return CpuBackend().load(model.model().graph, model.open(), options, {}).value()->held().weight_bytes;
    };
    EXPECT_EQ(weight_bytes(untied) - weight_bytes(tied),
              PackedMatrix::packed_bytes(DType::f32, choices.vocabulary, choices.width));
}

TEST(CpuExecutor, WrongWeightsAreNamed) {
    struct Case {
        const char* name;
        void (*change)(RandomGraph&);
        ErrorCode code;
    };
    const Case cases[] = {
        {"missing", [](RandomGraph& random) { random.file.remove_tensor("weight.3"); },
         ErrorCode::missing_tensor},
        {"shape",
         [](RandomGraph& random) {
             std::swap(random.file.tensor("weight.3").info.dimensions[0],
                       random.file.tensor("weight.3").info.dimensions[1]);
         },
         ErrorCode::bad_shape},
        {"type", [](RandomGraph& random) { random.file.tensor("weight.3").info.gguf_type = 26; },  // I32
         ErrorCode::unsupported_tensor_type},
    };
    for (const Case& c : cases) {
        GraphChoices choices;
        choices.kv_head_count = 4;
        choices.head_count = 8;
        RandomGraph random = random_graph(choices, 1);
        c.change(random);
        const TemporaryFolder folder;
        random.file.write(folder.path() / "model.gguf");
        const ModelFile file = ModelFile::open(folder.path() / "model.gguf").value();
        const auto executor = CpuBackend().load(random.graph, file, {.block_counts = {1}}, {});
        ASSERT_FALSE(executor) << c.name;
        EXPECT_EQ(executor.error().code, c.code) << c.name;
        EXPECT_EQ(executor.error().details.field, "weight.3") << c.name;
        EXPECT_EQ(executor.error().details.file, file.path().string()) << c.name;
    }
}

TEST(CpuExecutor, AnUnknownInstructionSetIsRefused) {
    const char* const set = std::getenv("HEARTH_ISA");
    const std::optional<std::string> before = set != nullptr ? std::optional<std::string>(set) : std::nullopt;
    ASSERT_EQ(setenv("HEARTH_ISA", "mmx", 1), 0);
    const TestModel model(GraphChoices{});
    const auto executor = CpuBackend().load(model.model().graph, model.open(), {.block_counts = {1}}, {});
    ASSERT_EQ(before ? setenv("HEARTH_ISA", before->c_str(), 1) : unsetenv("HEARTH_ISA"), 0);
    ASSERT_FALSE(executor);
    EXPECT_EQ(executor.error().code, ErrorCode::unsupported_feature);
    EXPECT_EQ(executor.error().details.field, "HEARTH_ISA");
}

TEST(CpuExecutor, ProgressAndCancel) {
    const TestModel model(GraphChoices{});
    const ModelFile file = model.open();
    const ExecutorOptions options{.block_counts = {1}};
    std::vector<std::uint64_t> done;
    std::uint64_t total = 0;
    const auto loaded =
        CpuBackend().load(model.model().graph, file, options, [&](std::uint64_t bytes, std::uint64_t all) {
            done.push_back(bytes);
            total = all;
            return LoadControl::go_on;
        });
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
    EXPECT_EQ(done.front(), 0U);
    EXPECT_EQ(done.back(), total);
    for (std::size_t stop_at : {std::size_t{0}, done.size() / 2, done.size() - 1}) {
        std::size_t calls = 0;
        const auto stopped =
            CpuBackend().load(model.model().graph, file, options, [&](std::uint64_t, std::uint64_t) {
                return calls++ == stop_at ? LoadControl::stop : LoadControl::go_on;
            });
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
        EXPECT_EQ(calls, stop_at + 1);
    }
    const auto stopped =
        CpuBackend().load(model.model().graph, file, {.thread_count = 3, .block_counts = {1}},
                          [&](std::uint64_t done_bytes, std::uint64_t) {
                              return done_bytes > 0 ? LoadControl::stop : LoadControl::go_on;
                          });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

TEST(CpuExecutor, BadBatchesAreRefusedAndHarmless) {
    const TestModel model(GraphChoices{});
    const std::uint32_t vocabulary = model.model().graph.vocabulary_size;
    const ModelFile file = model.open();
    const auto executor =
        CpuBackend()
            .load(model.model().graph, file,
                  {.thread_count = 2, .max_tokens = 4, .max_outputs = 2, .block_counts = {3}}, {})
            .value();
    struct Step {
        std::vector<TokenId> tokens = {{1}, {2}};
        std::vector<BlockId> blocks = {{2}};
        std::vector<std::uint32_t> outputs = {1};
        std::uint32_t first_row = 0, token_count = 2, first_position = 0, first_block = 0;
        std::size_t table_count = 1;
        std::size_t logits = 1;
    };
    const auto run = [&](const Step& step) {
        BatchSequence sequence{step.first_row, step.token_count, step.first_position, {}};
        sequence.tables.assign(step.table_count, BlockTableView{step.first_block, step.blocks});
        std::vector<float> logits(step.logits * vocabulary);
        return executor->run({step.tokens, {&sequence, 1}, step.outputs}, logits);
    };
    ASSERT_TRUE(run({}));
    const Step wrong[] = {
        {.tokens = {{1}, {static_cast<std::int32_t>(vocabulary)}}},
        {.tokens = {{1}, {-1}}},
        {.tokens = {{1}, {2}, {3}, {4}, {5}}, .token_count = 5},
        {.tokens = {{1}, {2}, {3}}},
        {.blocks = {{3}}},
        {.blocks = {}},
        {.outputs = {2}},
        {.outputs = {1, 0}, .logits = 2},
        {.outputs = {0, 1, 1}, .logits = 3},
        {.first_row = 1},
        {.token_count = 0},
        {.first_position = 63},
        {.first_position = 64, .first_block = 1},
        {.table_count = 0},
        {.logits = 2},
    };
    for (const Step& step : wrong) {
        const Status status = run(step);
        ASSERT_FALSE(status) << &step - wrong;
        EXPECT_EQ(status.error().code, ErrorCode::backend_failed);
    }
    EXPECT_TRUE(run({}));
    const BlockCopy copies[] = {{1, {0}, {1}, 5}, {0, {0}, {3}, 5}, {0, {5}, {1}, 5}, {0, {0}, {1}, 65}};
    for (const BlockCopy& copy : copies) {
        EXPECT_FALSE(executor->copy_blocks({&copy, 1}));
    }
}

TEST(CpuExecutor, MeaninglessGraphsAreRefused) {
    struct Case {
        const char* name;
        void (*change)(Graph&);
    };
    const Case cases[] = {
        {"no logits", [](Graph& graph) { graph.ops.pop_back(); }},
        {"no operations", [](Graph& graph) { graph.ops.clear(); }},
        {"no KV group", [](Graph& graph) { graph.kv_groups.clear(); }},
        {"width", [](Graph& graph) { graph.activations[1].width += 1; }},
        {"activation", [](Graph& graph) { std::get<RmsNorm>(graph.ops[1]).in = {99}; }},
        {"weight", [](Graph& graph) { std::get<RmsNorm>(graph.ops[1]).weight = {999}; }},
        {"layer", [](Graph& graph) { std::get<PagedAttention>(graph.ops[4]).kv.layer = 2; }},
        {"heads", [](Graph& graph) { std::get<PagedAttention>(graph.ops[4]).head_count = 3; }},
        {"rope", [](Graph& graph) { graph.ropes.clear(); }},
        {"gather", [](Graph& graph) { graph.ops.erase(graph.ops.end() - 3); }},
        {"rows", [](Graph& graph) { graph.activations[0].rows = ActivationSpec::Rows::outputs; }},
    };
    for (const Case& c : cases) {
        RandomGraph random = random_graph(GraphChoices{}, 1);
        const TemporaryFolder folder;
        random.file.write(folder.path() / "model.gguf");
        const ModelFile file = ModelFile::open(folder.path() / "model.gguf").value();
        c.change(random.graph);
        const ExecutorOptions options{.block_counts =
                                          std::vector<std::uint32_t>(random.graph.kv_groups.size(), 1)};
        const auto executor = CpuBackend().load(random.graph, file, options, {});
        ASSERT_FALSE(executor) << c.name;
        EXPECT_EQ(executor.error().code, ErrorCode::engine_failed) << c.name;
    }
}

}  // namespace
}  // namespace hearth::cpu::test
