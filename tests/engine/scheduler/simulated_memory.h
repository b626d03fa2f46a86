#pragma once

#include "scheduler/scheduler.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace hearth {

/// An executor's KV memory where the KV of a token is a hash of the tokens up to it: whatever attention would
/// read can be compared with what it should read. Problems are collected as sentences.
class SimulatedMemory {
 public:
    explicit SimulatedMemory(const KvCache& cache);

    /// Runs the plan's copies and chunks, then checks what every query would have read.
    void run(const Scheduler& scheduler, const StepPlan& plan);
    /// A step that failed: its copies may have run, the KV of its tokens is garbage.
    void fail(const Scheduler& scheduler, const StepPlan& plan);
    /// Compares every cached block with the prefix it stands for.
    void check_trie(const KvCache& cache);

    std::vector<std::string> problems;

 private:
    std::uint64_t& slot(std::uint32_t group, const BlockTableView& table, std::uint32_t position);
    void copy(const StepPlan& plan);
    void check_node(const KvCache& cache, TrieNodeId id, std::uint64_t history);

    std::uint32_t block_tokens_;
    std::vector<KvGroupConfig> groups_;
    std::vector<std::vector<std::uint64_t>> slots_;  ///< per group: [block, token]
    std::uint64_t garbage_ = 0;
};

/// Hash of a history that ends in `token`.
std::uint64_t extended_history(std::uint64_t history, TokenId token);

/// Counts references, holds and free blocks of every pool anew; a sentence per difference. `pending` are
/// copies that were planned and have not been completed.
std::vector<std::string> check_accounts(const Scheduler& scheduler, std::span<const SequenceId> sequences,
                                        const std::map<SequenceId, std::vector<BlockCopy>>& pending);

}  // namespace hearth
