#include "support/fake_executor.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <thread>

namespace hearth::test {
namespace {

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31U);
}

constexpr std::uint64_t kGarbage = 0xDEADBEEFU;

/// Waits and throws as the fault says; true where the call must report an error.
bool suffer(const Fault& fault) {
    std::this_thread::sleep_for(fault.delay);
    switch (fault.kind) {
        case Fault::Kind::throw_logic:
            throw std::logic_error("a broken invariant");
        case Fault::Kind::throw_memory:
            throw std::bad_alloc();
        case Fault::Kind::throw_int:
            throw 7;
        case Fault::Kind::error:
            return true;
        case Fault::Kind::none:
        case Fault::Kind::not_numbers:
            break;
    }
    return false;
}

}  // namespace

std::uint64_t FakeModel::next_state(std::uint64_t previous, TokenId token, std::uint32_t position) {
    return mix(previous + mix(static_cast<std::uint64_t>(token.value) + 1) +
               (std::uint64_t{position} << 40U));
}

float FakeModel::logit(std::uint64_t state, std::uint32_t column) const {
    return static_cast<float>(mix(state ^ mix(column)) >> 44U) / static_cast<float>(1U << 17U);
}

std::vector<float> FakeModel::logits(std::uint64_t state) const {
    std::vector<float> row(vocabulary_size);
    for (std::uint32_t column = 0; column < vocabulary_size; ++column) {
        row[column] = logit(state, column);
    }
    return row;
}

std::uint64_t FakeModel::state_after(std::span<const TokenId> tokens) const {
    std::uint64_t state = 0;
    for (std::uint32_t position = 0; position < tokens.size(); ++position) {
        state = next_state(state, tokens[position], position);
    }
    return state;
}

std::vector<TokenId> FakeModel::continuation(std::vector<TokenId> tokens, std::size_t count) const {
    const std::size_t prompt = tokens.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<float> row = logits(state_after(tokens));
        tokens.push_back(
            TokenId{static_cast<std::int32_t>(std::max_element(row.begin(), row.end()) - row.begin())});
    }
    return {tokens.begin() + static_cast<std::ptrdiff_t>(prompt), tokens.end()};
}

FakeExecutor::FakeExecutor(Config config) : config_(std::move(config)) {
    for (const std::uint32_t count : config_.block_counts) {
        memory_.emplace_back(std::size_t{count} * config_.block_tokens, kGarbage);
    }
}

std::uint64_t& FakeExecutor::slot(const BatchSequence& sequence, std::size_t group, std::uint32_t position) {
    const BlockTableView& table = sequence.tables.at(group);
    const std::size_t index = position / config_.block_tokens - table.first_block;
    if (index >= table.blocks.size()) {
        throw std::logic_error("a position outside the block table");
    }
    return memory_.at(group).at(table.blocks[index].value * config_.block_tokens +
                                position % config_.block_tokens);
}

std::uint64_t FakeExecutor::previous_state(const BatchSequence& sequence, std::uint32_t position) {
    if (position == 0) {
        return 0;
    }
    const std::uint64_t state = slot(sequence, 0, position - 1);
    for (std::size_t group = 1; group < memory_.size(); ++group) {
        if (slot(sequence, group, position - 1) != state) {
            return kGarbage;
        }
    }
    return state;
}

void FakeExecutor::spoil(const Batch& batch) {
    for (const BatchSequence& sequence : batch.sequences) {
        for (std::uint32_t i = 0; i < sequence.token_count; ++i) {
            for (std::size_t group = 0; group < memory_.size(); ++group) {
                slot(sequence, group, sequence.first_position + i) = kGarbage;
            }
        }
    }
}

Status FakeExecutor::run(const Batch& batch, std::span<float> logits) {
    const Fault fault = config_.run_fault ? config_.run_fault(runs_) : Fault{};
    ++runs_;
    if (suffer(fault)) {
        spoil(batch);
        return Error{ErrorCode::backend_failed, "the device hiccuped"};
    }
    std::vector<std::uint64_t> states(batch.tokens.size());
    for (const BatchSequence& sequence : batch.sequences) {
        for (std::uint32_t i = 0; i < sequence.token_count; ++i) {
            const std::uint32_t row = sequence.first_row + i;
            const std::uint32_t position = sequence.first_position + i;
            states.at(row) =
                FakeModel::next_state(previous_state(sequence, position), batch.tokens[row], position);
            for (std::size_t group = 0; group < memory_.size(); ++group) {
                slot(sequence, group, position) = states[row];
            }
        }
    }
    // Columns past the vocabulary are padding, larger than any logit so that their use shows.
    std::fill(logits.begin(), logits.end(), 100.0F);
    for (std::size_t i = 0; i < batch.output_rows.size(); ++i) {
        std::vector<float> row = config_.model.logits(states.at(batch.output_rows[i]));
        if (fault.kind == Fault::Kind::not_numbers) {
            std::fill(row.begin(), row.end(), std::nanf(""));
        }
        std::copy(row.begin(), row.end(), logits.subspan(i * config_.logits_columns).begin());
    }
    return {};
}

Status FakeExecutor::copy_blocks(std::span<const BlockCopy> copies) {
    const Fault fault = config_.copy_fault ? config_.copy_fault(copies_) : Fault{};
    ++copies_;
    if (suffer(fault)) {
        return Error{ErrorCode::backend_failed, "the device cannot copy"};
    }
    for (const BlockCopy& copy : copies) {
        std::vector<std::uint64_t>& memory = memory_.at(copy.group);
        const auto from = memory.begin() + copy.from.value * config_.block_tokens;
        std::copy(from, from + copy.token_count, memory.begin() + copy.to.value * config_.block_tokens);
    }
    return {};
}

}  // namespace hearth::test
