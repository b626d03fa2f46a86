#include "support/model_runner.h"

#include <algorithm>
#include <random>
#include <utility>

namespace hearth::test {

Result<ModelRunner> ModelRunner::load(const Backend& backend, const Model& model, const ModelFile& file,
                                      const RunnerOptions& options) {
    ModelRunner runner;
    runner.vocabulary_size_ = model.graph.vocabulary_size;
    runner.block_tokens_ = backend.block_tokens();
    runner.max_outputs_ = options.max_outputs;
    runner.groups_ = model.graph.kv_groups;
    // One more block a sequence than its context fills: a window may begin inside a block.
    const std::uint32_t blocks_per_sequence = options.context_tokens / runner.block_tokens_ + 2;
    ExecutorOptions executor_options{.thread_count = options.thread_count,
                                     .max_tokens = options.max_tokens,
                                     .max_outputs = options.max_outputs,
                                     .block_counts = {},
                                     .activation_bits = options.activation_bits};
    std::mt19937_64 random(options.shuffle_seed.value_or(0));
    for (std::size_t group = 0; group < runner.groups_.size(); ++group) {
        std::vector<BlockId> free(std::size_t{options.sequence_count} * blocks_per_sequence);
        for (std::size_t i = 0; i < free.size(); ++i) {
            free[free.size() - 1 - i] = BlockId{static_cast<std::uint32_t>(i)};
        }
        if (options.shuffle_seed) {
            std::ranges::shuffle(free, random);
        }
        executor_options.block_counts.push_back(static_cast<std::uint32_t>(free.size()));
        runner.free_blocks_.push_back(std::move(free));
    }
    runner.sequences_.resize(options.sequence_count);
    for (Sequence& sequence : runner.sequences_) {
        sequence.tables.resize(runner.groups_.size());
    }
    HEARTH_TRY_ASSIGN(runner.executor_, backend.load(model.graph, file, executor_options, {}));
    return runner;
}

Result<std::vector<std::vector<float>>> ModelRunner::step(std::span<const Piece> pieces) {
    std::vector<TokenId> tokens;
    std::vector<BatchSequence> batch_sequences;
    std::vector<std::uint32_t> output_rows;
    for (const Piece& piece : pieces) {
        Sequence& sequence = sequences_[piece.sequence];
        const auto first_row = static_cast<std::uint32_t>(tokens.size());
        const auto count = static_cast<std::uint32_t>(piece.tokens.size());
        grow(sequence, sequence.length + count);
        BatchSequence entry{first_row, count, sequence.length, {}};
        for (const Table& table : sequence.tables) {
            entry.tables.push_back({table.first_block, table.blocks});
        }
        batch_sequences.push_back(std::move(entry));
        tokens.insert(tokens.end(), piece.tokens.begin(), piece.tokens.end());
        for (const std::uint32_t output : piece.outputs) {
            output_rows.push_back(first_row + output);
        }
    }
    std::vector<float> logits(output_rows.size() * vocabulary_size_);
    HEARTH_TRY(executor_->run({tokens, batch_sequences, output_rows}, logits));
    for (const Piece& piece : pieces) {
        Sequence& sequence = sequences_[piece.sequence];
        sequence.length += static_cast<std::uint32_t>(piece.tokens.size());
        drop_unseen(sequence);
    }
    std::vector<std::vector<float>> out(output_rows.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto row = std::span(logits).subspan(i * vocabulary_size_, vocabulary_size_);
        out[i].assign(row.begin(), row.end());
    }
    return out;
}

Status ModelRunner::append(std::uint32_t sequence, std::span<const TokenId> tokens, std::uint32_t chunk,
                           const Receive& receive) {
    const std::uint32_t most = std::min(chunk, max_outputs_);
    for (std::uint32_t first = 0; first < tokens.size(); first += most) {
        const auto part = tokens.subspan(first, std::min<std::size_t>(most, tokens.size() - first));
        Piece piece{sequence, part, std::vector<std::uint32_t>(part.size())};
        for (std::uint32_t i = 0; i < piece.outputs.size(); ++i) {
            piece.outputs[i] = i;
        }
        HEARTH_TRY_ASSIGN(const auto logits, step({&piece, 1}));
        for (std::uint32_t i = 0; i < logits.size(); ++i) {
            receive(first + i, logits[i]);
        }
    }
    return {};
}

Status ModelRunner::fork(std::uint32_t from, std::uint32_t to) {
    const Sequence& source = sequences_[from];
    Sequence& copy = sequences_[to];
    copy.length = source.length;
    std::vector<BlockCopy> copies;
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
        const Table& table = source.tables[group];
        copy.tables[group].first_block = table.first_block;
        for (std::uint32_t i = 0; i < table.blocks.size(); ++i) {
            const std::uint32_t first_token = (table.first_block + i) * block_tokens_;
            const BlockId block = take_block(group);
            copy.tables[group].blocks.push_back(block);
            copies.push_back(
                {group, table.blocks[i], block, std::min(block_tokens_, source.length - first_token)});
        }
    }
    return executor_->copy_blocks(copies);
}

BlockId ModelRunner::take_block(std::size_t group) {
    const BlockId block = free_blocks_[group].back();
    free_blocks_[group].pop_back();
    return block;
}

void ModelRunner::clear(std::uint32_t sequence) {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        Table& table = sequences_[sequence].tables[group];
        free_blocks_[group].insert(free_blocks_[group].end(), table.blocks.rbegin(), table.blocks.rend());
        table = {};
    }
    sequences_[sequence].length = 0;
}

void ModelRunner::grow(Sequence& sequence, std::uint32_t length) {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        Table& table = sequence.tables[group];
        while ((table.first_block + table.blocks.size()) * block_tokens_ < length) {
            table.blocks.push_back(take_block(group));
        }
    }
}

void ModelRunner::drop_unseen(Sequence& sequence) {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        if (!groups_[group].window) {
            continue;
        }
        // The next token, at position `length`, sees its window's tokens, itself included.
        Table& table = sequence.tables[group];
        const std::uint32_t hidden =
            sequence.length + 1 - std::min(sequence.length + 1, *groups_[group].window);
        while (table.first_block < hidden / block_tokens_) {
            free_blocks_[group].push_back(table.blocks.front());
            table.blocks.erase(table.blocks.begin());
            ++table.first_block;
        }
    }
}

std::vector<TokenId> token_ids(std::span<const std::int32_t> ids) {
    std::vector<TokenId> out;
    for (const std::int32_t id : ids) {
        out.push_back(TokenId{id});
    }
    return out;
}

}  // namespace hearth::test
