#include "runtime/engine_parts.h"
#include "runtime/load_preparation.h"

#include <hearth/engine.h>
#include <hearth/prompt.h>

#include <exception>
#include <new>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace hearth {
namespace {

std::string model_name(const ModelFile& file) {
    const auto name = file.metadata().get<std::string>("general.name");
    return name && *name && !(*name)->empty() ? **name : file.path().stem().string();
}

std::uint64_t parameter_count(const ModelFile& file) {
    std::uint64_t count = 0;
    for (const TensorInfo& tensor : file.tensors()) {
        count += tensor.columns() * tensor.rows();
    }
    return count;
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

KvCache make_cache(const LoadPreparation& preparation) {
    std::vector<KvGroupConfig> groups;
    for (std::size_t i = 0; i < preparation.executor.block_counts.size(); ++i) {
        groups.push_back({.block_count = preparation.executor.block_counts[i],
                          .window = preparation.model.graph.kv_groups[i].window});
    }
    return KvCache(std::move(groups), preparation.backend->block_tokens());
}

EngineInfo describe(const ModelFile& file, const Tokenizer& tokenizer, const LoadPreparation& preparation) {
    const auto architecture = file.metadata().get<std::string>("general.architecture");
    EngineInfo info;
    info.model_name = model_name(file);
    info.architecture = architecture && *architecture ? **architecture : std::string();
    info.backend = preparation.backend->name();
    info.parameter_count = parameter_count(file);
    info.vocabulary_size = static_cast<std::uint32_t>(tokenizer.vocabulary_size());
    info.context_tokens = preparation.context_tokens;
    info.thread_count = preparation.executor.thread_count;
    info.weight_bytes = preparation.memory.weight_bytes;
    info.kv_bytes = preparation.memory.kv_bytes;
    info.workspace_bytes = preparation.memory.workspace_bytes;
    return info;
}

Result<std::unique_ptr<Engine>> load_engine(const std::filesystem::path& path, const LoadOptions& options,
                                            const LoadProgress& progress) {
    HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(path));
    HEARTH_TRY_ASSIGN(const LoadPreparation preparation, prepare_load(file, options));
    HEARTH_TRY_ASSIGN(std::shared_ptr<const Tokenizer> tokenizer, Tokenizer::create(file.metadata()));
    HEARTH_TRY(check_vocabulary(file, *tokenizer, preparation.model.graph));
    HEARTH_TRY_ASSIGN(
        std::unique_ptr<Executor> executor,
        preparation.backend->load(preparation.model.graph, file, preparation.executor, progress));
    const EngineInfo info = describe(file, *tokenizer, preparation);
    return start_engine({.info = info,
                         .tokenizer = std::move(tokenizer),
                         .chat_template = read_chat_template(file.metadata()),
                         .executor = std::move(executor),
                         .logits_columns = preparation.model.graph.vocabulary_size,
                         .cache = make_cache(preparation),
                         .budget = {.tokens = preparation.executor.max_tokens,
                                    .outputs = preparation.executor.max_outputs,
                                    .sequences = preparation.executor.max_outputs}});
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::load(const std::filesystem::path& path, const LoadOptions& options,
                                             const LoadProgress& progress) {
    const auto fail = [&](ErrorCode code, std::string_view what) {
        Error error{code, fmt::format("{}: {}", escaped(path.string()), what)};
        error.details.file = path.string();
        return error;
    };
    try {
        return load_engine(path, options, progress);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::out_of_memory, "there is not enough memory to load the model");
    } catch (const std::exception& exception) {
        return fail(ErrorCode::engine_failed, exception.what());
    }
}

}  // namespace hearth
