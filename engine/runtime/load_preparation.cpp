#include "runtime/load_preparation.h"

#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/matmul.h"
#include "backend/memory_figures.h"
#include "backend/memory_planner.h"
#include "backend/reference/reference_backend.h"
#include "base/guarded.h"
#include "base/thread_pool.h"

#include <hearth/load_plan.h>

#include <algorithm>
#include <string>
#include <thread>

#include <fmt/format.h>

namespace hearth {
namespace {

/// Rows with logits of a step: so many sequences decode together, so many tokens of a text are scored
/// together.
constexpr std::uint32_t kMaxOutputs = 64;
constexpr std::uint32_t kMaxStepTokens = 65536;

Error invalid(const std::string& field, const std::string& expected, std::uint32_t actual) {
    return Error{ErrorCode::invalid_request,
                 fmt::format("{} must be {}, it is {}", field, expected, actual),
                 {.field = field, .expected = expected, .actual = fmt::format("{}", actual)}};
}

Status check(const LoadOptions& options) {
    if (options.thread_count && (*options.thread_count == 0 || *options.thread_count > most_threads())) {
        return invalid("thread_count", fmt::format("1 to {}", most_threads()), *options.thread_count);
    }
    if (options.context_tokens && *options.context_tokens < 2) {
        return invalid("context_tokens", "at least 2", *options.context_tokens);
    }
    if (options.step_tokens == 0 || options.step_tokens > kMaxStepTokens) {
        return invalid("step_tokens", fmt::format("1 to {}", kMaxStepTokens), options.step_tokens);
    }
    return {};
}

Result<std::unique_ptr<const Backend>> make_backend(ComputePath path) {
    if (path == ComputePath::reference) {
        return std::unique_ptr<const Backend>(std::make_unique<ReferenceBackend>());
    }
    HEARTH_TRY(cpu::check_environment_isa());
    return std::unique_ptr<const Backend>(std::make_unique<cpu::CpuBackend>());
}

/// The logits of a step, which the engine holds next to what the executor does.
std::uint64_t logits_bytes(const Graph& graph, const ExecutorOptions& options) {
    return std::uint64_t{options.max_outputs} * graph.vocabulary_size * sizeof(float);
}

Error about(const ModelFile& file, Error error) {
    error.message = fmt::format("{}: {}", escaped(file.metadata().file()), error.message);
    error.details.file = file.metadata().file();
    return error;
}

/// A context beyond what the model was trained for gives nonsense, and layers whose window is as long as the
/// trained context are planned as seeing everything.
Status check_context(const ModelFile& file, const LoadOptions& options, const Model& model) {
    if (!options.context_tokens || *options.context_tokens <= model.context_tokens) {
        return {};
    }
    Error error{ErrorCode::invalid_request,
                fmt::format("{}: the model was made for a context of {} tokens, {} are asked for",
                            escaped(file.metadata().file()), model.context_tokens, *options.context_tokens)};
    error.details.file = file.metadata().file();
    error.details.field = "context_tokens";
    error.details.expected = fmt::format("at most {}", model.context_tokens);
    error.details.actual = fmt::format("{}", *options.context_tokens);
    return error;
}

/// The tokenizer may know fewer tokens than the model has logits (padding), never more.
Status check_vocabulary(const ModelFile& file, const Tokenizer& tokenizer, const Graph& graph) {
    if (tokenizer.vocabulary_size() <= graph.vocabulary_size) {
        return {};
    }
    Error error{
        ErrorCode::bad_value,
        fmt::format("{}: tokenizer.ggml.tokens has {} tokens, but the model has logits for {}",
                    escaped(file.metadata().file()), tokenizer.vocabulary_size(), graph.vocabulary_size)};
    error.details.file = file.metadata().file();
    error.details.field = "tokenizer.ggml.tokens";
    error.details.expected = fmt::format("at most {}", graph.vocabulary_size);
    error.details.actual = fmt::format("{}", tokenizer.vocabulary_size());
    return error;
}

}  // namespace

Result<LoadPreparation> prepare_load(const ModelFile& file, const LoadOptions& options,
                                     std::uint64_t returned_bytes) {
    HEARTH_TRY(check(options));
    LoadPreparation result;
    HEARTH_TRY_ASSIGN(result.model, build_model(file));
    const Graph& graph = result.model.graph;
    HEARTH_TRY(check_context(file, options, result.model));
    // A checkpoint known by its headers alone comes without tokenizer, and no number of a plan depends on it.
    if (file.has_data() || file.format() != ModelFormat::safetensors) {
        HEARTH_TRY_ASSIGN(result.tokenizer, Tokenizer::create(file.metadata()));
        HEARTH_TRY(check_vocabulary(file, *result.tokenizer, graph));
    }
    HEARTH_TRY_ASSIGN(result.backend, make_backend(options.path));
    result.executor.thread_count = options.thread_count.value_or(ThreadPool::physical_cores());
    result.executor.max_tokens = options.step_tokens;
    result.executor.max_outputs = std::min(kMaxOutputs, options.step_tokens);
    result.executor.activation_bits = options.activation_bits;

    HEARTH_TRY_ASSIGN(MemoryFigures figures, read_memory_figures());
    figures.available += returned_bytes;
    figures.group_used -= std::min(figures.group_used, returned_bytes);
    result.available_bytes = free_memory(figures);
    MemoryDemand demand = memory_demand(*result.backend, graph, file, result.executor, options,
                                        result.model.context_tokens, result.available_bytes);
    demand.workspace_bytes += logits_bytes(graph, result.executor);
    auto kv = plan_kv(demand);
    if (!kv) {
        return about(file, std::move(kv).error());
    }
    result.executor.block_counts = std::move(kv->block_counts);
    result.context_tokens = kv->context_tokens;
    result.memory = result.backend->plan(graph, file, result.executor);
    result.memory.workspace_bytes += logits_bytes(graph, result.executor);
    return result;
}

std::uint32_t most_threads() {
    return std::max(16U, 4 * std::thread::hardware_concurrency());
}

Result<LoadPlan> plan_load(const ModelFile& file, const LoadOptions& options, std::uint64_t returned_bytes) {
    return guarded(file.metadata().file(), [&]() -> Result<LoadPlan> {
        HEARTH_TRY_ASSIGN(const LoadPreparation preparation, prepare_load(file, options, returned_bytes));
        return LoadPlan{.context_tokens = preparation.context_tokens,
                        .weight_bytes = preparation.memory.weight_bytes,
                        .kv_bytes = preparation.memory.kv_bytes,
                        .workspace_bytes = preparation.memory.workspace_bytes,
                        .available_bytes = preparation.available_bytes};
    });
}

}  // namespace hearth
