#include "base/guarded.h"
#include "runtime/engine_parts.h"
#include "runtime/load_preparation.h"

#include <hearth/engine.h>
#include <hearth/prompt.h>

#include <string>
#include <utility>

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

KvCache make_cache(const LoadPreparation& preparation) {
    std::vector<KvGroupConfig> groups;
    for (std::size_t i = 0; i < preparation.executor.block_counts.size(); ++i) {
        groups.push_back({.block_count = preparation.executor.block_counts[i],
                          .window = preparation.model.graph.kv_groups[i].window});
    }
    return KvCache(std::move(groups), preparation.backend->block_tokens());
}

EngineInfo describe(const ModelFile& file, const LoadPreparation& preparation) {
    const auto architecture = file.metadata().get<std::string>("general.architecture");
    EngineInfo info;
    info.model_name = model_name(file);
    info.architecture = architecture && *architecture ? **architecture : std::string();
    info.backend = preparation.backend->name();
    info.parameter_count = parameter_count(file);
    info.vocabulary_size = static_cast<std::uint32_t>(preparation.tokenizer->vocabulary_size());
    info.context_tokens = preparation.context_tokens;
    info.model_context_tokens = preparation.model.context_tokens;
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
    HEARTH_TRY_ASSIGN(
        std::unique_ptr<Executor> executor,
        preparation.backend->load(preparation.model.graph, file, preparation.executor, progress));
    return start_engine({.info = describe(file, preparation),
                         .model_file = path.string(),
                         .tokenizer = preparation.tokenizer,
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
    return guarded(path.string(), [&] { return load_engine(path, options, progress); });
}

}  // namespace hearth
