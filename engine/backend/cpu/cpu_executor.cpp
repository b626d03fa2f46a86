#include "backend/cpu/cpu_executor.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace hearth::cpu {

namespace {

Error step_error(std::string_view what) {
    return Error{ErrorCode::backend_failed, fmt::format("The step cannot run: {}.", what)};
}

std::uint32_t window_of(const KvGroupSpec& group) {
    return group.window.value_or(std::numeric_limits<std::uint32_t>::max());
}

/// Options that make no executor are a mistake of the program, not of a person.
Status check_options(const Graph& graph, const ExecutorOptions& options) {
    if (options.thread_count == 0 || options.max_tokens == 0 || options.max_outputs == 0 ||
        options.block_counts.size() != graph.kv_groups.size()) {
        return Error{
            ErrorCode::engine_failed,
            fmt::format(
                "An executor needs threads, tokens, outputs and a block count for each of {} KV groups.",
                graph.kv_groups.size())};
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<CpuExecutor>> CpuExecutor::load(const Graph& graph, const ModelFile& file,
                                                       const ExecutorOptions& options,
                                                       const LoadProgress& progress) {
    HEARTH_TRY(check_options(graph, options));
    HEARTH_TRY_ASSIGN(Program program, Program::compile(graph));
    std::vector<KvArena> arenas;
    for (std::size_t group = 0; group < graph.kv_groups.size(); ++group) {
        HEARTH_TRY_ASSIGN(KvArena arena, KvArena::make(graph.kv_groups[group], options.block_counts[group]));
        arenas.push_back(std::move(arena));
    }
    HEARTH_TRY_ASSIGN(Workspace workspace, Workspace::make(graph, program, options));
    HEARTH_TRY_ASSIGN(Weights weights, Weights::load(graph, program, file, options.thread_count, progress));
    return std::unique_ptr<CpuExecutor>(new CpuExecutor(
        graph, options, std::move(program), std::move(weights), std::move(arenas), std::move(workspace)));
}

CpuExecutor::CpuExecutor(Graph graph, ExecutorOptions options, Program program, Weights weights,
                         std::vector<KvArena> arenas, Workspace workspace)
    : graph_(std::move(graph)),
      options_(std::move(options)),
      program_(std::move(program)),
      weights_(std::move(weights)),
      arenas_(std::move(arenas)),
      workspace_(std::move(workspace)),
      runner_(graph_, program_, weights_, workspace_, options_, attention_plans()) {}

std::vector<AttentionPlan> CpuExecutor::attention_plans() const {
    std::vector<AttentionPlan> plans;
    for (const AttentionShape& shape : program_.attention_shapes) {
        plans.emplace_back(shape, arenas_[shape.group], window_of(graph_.kv_groups[shape.group]),
                           options_.thread_count);
    }
    return plans;
}

Status CpuExecutor::run(const Batch& batch, std::span<float> logits) {
    HEARTH_TRY(check(batch, logits));
    if (!batch.tokens.empty()) {
        runner_.run(batch, logits);
    }
    return {};
}

/// Everything that would otherwise read or write memory that is not there.
Status CpuExecutor::check(const Batch& batch, std::span<float> logits) const {
    if (batch.tokens.size() > options_.max_tokens || batch.output_rows.size() > options_.max_outputs) {
        return step_error(fmt::format("{} tokens with {} outputs, of at most {} and {}", batch.tokens.size(),
                                      batch.output_rows.size(), options_.max_tokens, options_.max_outputs));
    }
    if (logits.size() != batch.output_rows.size() * graph_.vocabulary_size) {
        return step_error("the logits have another size than outputs times vocabulary");
    }
    for (const TokenId token : batch.tokens) {
        if (token.value < 0 || static_cast<std::uint32_t>(token.value) >= graph_.vocabulary_size) {
            return step_error(
                fmt::format("token {} is outside the vocabulary of {}", token.value, graph_.vocabulary_size));
        }
    }
    for (std::size_t i = 0; i < batch.output_rows.size(); ++i) {
        const std::uint32_t row = batch.output_rows[i];
        if (row >= batch.tokens.size() || (i > 0 && row <= batch.output_rows[i - 1])) {
            return step_error(
                fmt::format("output row {} is none of the {} rows, in order", row, batch.tokens.size()));
        }
    }
    std::uint64_t next_row = 0;
    for (const BatchSequence& sequence : batch.sequences) {
        if (sequence.first_row != next_row || sequence.token_count == 0 ||
            std::uint64_t{sequence.first_position} + sequence.token_count >
                std::numeric_limits<std::int32_t>::max()) {
            return step_error("the sequences do not divide the rows");
        }
        next_row += sequence.token_count;
        HEARTH_TRY(check_tables(sequence));
    }
    if (next_row != batch.tokens.size()) {
        return step_error("the sequences do not divide the rows");
    }
    return {};
}

Status CpuExecutor::check_tables(const BatchSequence& sequence) const {
    if (sequence.tables.size() != arenas_.size()) {
        return step_error("a sequence without a block table for every KV group");
    }
    for (std::size_t group = 0; group < arenas_.size(); ++group) {
        const BlockTableView& table = sequence.tables[group];
        const std::uint32_t window = window_of(graph_.kv_groups[group]);
        const std::uint32_t first_seen =
            sequence.first_position >= window ? (sequence.first_position - window + 1) / kBlockTokens : 0;
        const std::uint32_t end = (sequence.first_position + sequence.token_count - 1) / kBlockTokens + 1;
        if (table.first_block > first_seen || table.first_block + table.blocks.size() < end) {
            return step_error(fmt::format("blocks {} to {} of KV group {} are needed, the table has {} to {}",
                                          first_seen, end, group, table.first_block,
                                          table.first_block + table.blocks.size()));
        }
        for (const BlockId id : table.blocks) {
            if (id.value >= arenas_[group].block_count()) {
                return step_error(fmt::format("block {} of {}", id.value, arenas_[group].block_count()));
            }
        }
    }
    return {};
}

Status CpuExecutor::copy_blocks(std::span<const BlockCopy> copies) {
    for (const BlockCopy& copy : copies) {
        if (copy.group >= arenas_.size() || copy.from.value >= arenas_[copy.group].block_count() ||
            copy.to.value >= arenas_[copy.group].block_count() || copy.token_count > kBlockTokens ||
            copy.from == copy.to) {
            return step_error(fmt::format("a copy of {} tokens from block {} to {} of KV group {}",
                                          copy.token_count, copy.from.value, copy.to.value, copy.group));
        }
    }
    for (const BlockCopy& copy : copies) {
        arenas_[copy.group].copy(copy.from, copy.to, copy.token_count);
    }
    return {};
}

MemoryPlan CpuExecutor::held() const {
    MemoryPlan held;
    held.weight_bytes = weights_.bytes();
    for (const KvArena& arena : arenas_) {
        held.kv_bytes += arena.bytes();
    }
    held.workspace_bytes = workspace_.bytes() + runner_.bytes();
    return held;
}

}  // namespace hearth::cpu
