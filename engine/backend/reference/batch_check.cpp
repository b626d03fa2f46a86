#include "backend/reference/batch_check.h"

#include "backend/reference/kv_memory.h"

#include <string_view>

#include <fmt/format.h>

namespace hearth::reference {

namespace {

Error bad_batch(std::string_view what) {
    return Error{ErrorCode::backend_failed, fmt::format("the step cannot be computed: {}", what)};
}

Status check_table(const KvGroupSpec& group, std::uint32_t block_count, const BlockTableView& table,
                   const BatchSequence& sequence) {
    const std::uint64_t end = std::uint64_t{sequence.first_position} + sequence.token_count;
    const std::uint32_t hidden = group.window ? *group.window - 1 : sequence.first_position;
    const std::uint32_t first_seen = sequence.first_position - std::min(sequence.first_position, hidden);
    const std::uint64_t blocks_end = std::uint64_t{table.first_block} + table.blocks.size();
    if (table.first_block > first_seen / kBlockTokens || blocks_end * kBlockTokens < end) {
        return bad_batch(fmt::format("blocks {} to {} do not hold positions {} to {}", table.first_block,
                                     blocks_end, first_seen, end));
    }
    for (const BlockId block : table.blocks) {
        if (block.value >= block_count) {
            return bad_batch(fmt::format("block {} of {}", block.value, block_count));
        }
    }
    return {};
}

Status check_sequences(const Graph& graph, const ExecutorOptions& options, const Batch& batch) {
    std::uint64_t next_row = 0;
    for (const BatchSequence& sequence : batch.sequences) {
        if (sequence.first_row != next_row) {
            return bad_batch(
                fmt::format("a sequence starts at row {}, not {}", sequence.first_row, next_row));
        }
        next_row += sequence.token_count;
        if (sequence.tables.size() != graph.kv_groups.size()) {
            return bad_batch(fmt::format("{} block tables for {} KV groups", sequence.tables.size(),
                                         graph.kv_groups.size()));
        }
        for (std::size_t group = 0; group < sequence.tables.size(); ++group) {
            HEARTH_TRY(check_table(graph.kv_groups[group], options.block_counts[group],
                                   sequence.tables[group], sequence));
        }
    }
    if (next_row != batch.tokens.size()) {
        return bad_batch(fmt::format("sequences of {} rows, {} tokens", next_row, batch.tokens.size()));
    }
    return {};
}

}  // namespace

Status check_batch(const Graph& graph, const ExecutorOptions& options, const Batch& batch,
                   std::size_t logit_count) {
    if (batch.tokens.size() > options.max_tokens) {
        return bad_batch(fmt::format("{} tokens, at most {}", batch.tokens.size(), options.max_tokens));
    }
    if (batch.output_rows.size() > options.max_outputs) {
        return bad_batch(
            fmt::format("{} output rows, at most {}", batch.output_rows.size(), options.max_outputs));
    }
    if (logit_count != batch.output_rows.size() * graph.vocabulary_size) {
        return bad_batch(fmt::format("room for {} logits, {} wanted", logit_count,
                                     batch.output_rows.size() * graph.vocabulary_size));
    }
    for (std::size_t i = 0; i < batch.output_rows.size(); ++i) {
        if (batch.output_rows[i] >= batch.tokens.size() ||
            (i > 0 && batch.output_rows[i] <= batch.output_rows[i - 1])) {
            return bad_batch(
                fmt::format("output row {} is not a row of the step, in order", batch.output_rows[i]));
        }
    }
    for (const TokenId token : batch.tokens) {
        if (token.value < 0 || static_cast<std::uint32_t>(token.value) >= graph.vocabulary_size) {
            return Error{ErrorCode::invalid_request,
                         fmt::format("token id {} is outside the vocabulary of {}", token.value,
                                     graph.vocabulary_size)};
        }
    }
    return check_sequences(graph, options, batch);
}

}  // namespace hearth::reference
