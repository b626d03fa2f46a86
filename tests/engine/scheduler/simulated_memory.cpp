#include "simulated_memory.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace hearth {

std::uint64_t extended_history(std::uint64_t history, TokenId token) {
    history = (history ^ static_cast<std::uint64_t>(token.value + 1)) * 0x9E3779B97F4A7C15ULL;
    return history ^ (history >> 29U);
}

SimulatedMemory::SimulatedMemory(const KvCache& cache)
    : block_tokens_(cache.block_tokens()), groups_(cache.groups().begin(), cache.groups().end()) {
    for (const KvGroupConfig& group : groups_) {
        slots_.emplace_back(std::size_t{group.block_count} * block_tokens_, 0);
    }
}

std::uint64_t& SimulatedMemory::slot(std::uint32_t group, const BlockTableView& table,
                                     std::uint32_t position) {
    static std::uint64_t nowhere = 0;
    const std::uint32_t index = position / block_tokens_;
    if (index < table.first_block || index - table.first_block >= table.blocks.size()) {
        problems.push_back(fmt::format("group {}: no block for position {}", group, position));
        return nowhere;
    }
    const BlockId block = table.blocks[index - table.first_block];
    return slots_[group].at(std::size_t{block.value} * block_tokens_ + position % block_tokens_);
}

void SimulatedMemory::copy(const StepPlan& plan) {
    // A backend may run the copies in any order, or at once.
    std::set<std::pair<std::uint32_t, std::uint32_t>> sources;
    std::set<std::pair<std::uint32_t, std::uint32_t>> targets;
    for (const BlockCopy& copy : plan.copies) {
        sources.emplace(copy.group, copy.from.value);
        if (!targets.emplace(copy.group, copy.to.value).second) {
            problems.push_back("two copies into one block");
        }
    }
    for (const auto& target : targets) {
        if (sources.contains(target)) {
            problems.push_back("a block is source and target of copies");
        }
    }
    for (const BlockCopy& copy : plan.copies) {
        auto& slots = slots_[copy.group];
        const auto from = slots.begin() + std::ptrdiff_t{copy.from.value} * block_tokens_;
        const auto to = slots.begin() + std::ptrdiff_t{copy.to.value} * block_tokens_;
        std::copy_n(from, copy.token_count, to);
    }
}

void SimulatedMemory::fail(const Scheduler& scheduler, const StepPlan& plan) {
    copy(plan);
    for (const ScheduledChunk& chunk : plan.chunks) {
        const auto tables = scheduler.tables(chunk.id);
        for (std::uint32_t group = 0; group < groups_.size(); ++group) {
            for (std::uint32_t i = 0; i < chunk.token_count; ++i) {
                slot(group, tables[group], chunk.first_position + i) = ++garbage_;
            }
        }
    }
}

void SimulatedMemory::run(const Scheduler& scheduler, const StepPlan& plan) {
    copy(plan);
    std::set<const std::uint64_t*> written;
    for (const ScheduledChunk& chunk : plan.chunks) {
        const auto tokens = scheduler.tokens(chunk.id);
        const auto tables = scheduler.tables(chunk.id);
        std::uint64_t history = 0;
        for (std::uint32_t position = 0; position < chunk.first_position + chunk.token_count; ++position) {
            history = extended_history(history, tokens[position]);
            if (position < chunk.first_position) {
                continue;
            }
            for (std::uint32_t group = 0; group < groups_.size(); ++group) {
                std::uint64_t& target = slot(group, tables[group], position);
                if (!written.insert(&target).second) {
                    problems.push_back(fmt::format("group {}: two writers of one slot", group));
                }
                target = history;
            }
        }
    }
    for (const ScheduledChunk& chunk : plan.chunks) {
        const auto tokens = scheduler.tokens(chunk.id);
        const auto tables = scheduler.tables(chunk.id);
        std::uint64_t history = 0;
        for (std::uint32_t position = 0; position < chunk.first_position + chunk.token_count; ++position) {
            history = extended_history(history, tokens[position]);
            for (std::uint32_t group = 0; group < groups_.size(); ++group) {
                const auto window = groups_[group].window;
                const bool is_read = !window || position + *window > chunk.first_position;
                if (is_read && slot(group, tables[group], position) != history) {
                    problems.push_back(fmt::format("group {}: sequence {} reads another history at {}", group,
                                                   chunk.id.value, position));
                }
            }
        }
    }
}

void SimulatedMemory::check_trie(const KvCache& cache) {
    for (const TrieNodeId child : cache.trie().node(PrefixTrie::root()).children) {
        check_node(cache, child, 0);
    }
}

void SimulatedMemory::check_node(const KvCache& cache, TrieNodeId id, std::uint64_t history) {
    const PrefixTrie::Node& node = cache.trie().node(id);
    for (std::uint32_t i = 0; i < node.tokens.size(); ++i) {
        history = extended_history(history, node.tokens[i]);
        for (std::uint32_t group = 0; group < groups_.size(); ++group) {
            if (node.blocks[group] &&
                slots_[group][std::size_t{node.blocks[group]->value} * block_tokens_ + i] != history) {
                problems.push_back(fmt::format("group {}: a cached block holds another history", group));
            }
        }
    }
    for (const TrieNodeId child : node.children) {
        check_node(cache, child, history);
    }
}

std::vector<std::string> check_accounts(const Scheduler& scheduler, std::span<const SequenceId> sequences,
                                        const std::map<SequenceId, std::vector<BlockCopy>>& pending) {
    std::vector<std::string> problems;
    const KvCache& cache = scheduler.cache();
    for (std::uint32_t group = 0; group < cache.groups().size(); ++group) {
        const BlockPool& pool = cache.pool(group);
        std::vector<std::uint32_t> references(pool.block_count(), 0);
        std::vector<std::uint32_t> holds(pool.block_count(), 0);
        for (const SequenceId id : sequences) {
            const auto tables = scheduler.tables(id);
            for (std::size_t i = 0; !tables.empty() && i < tables[group].blocks.size(); ++i) {
                ++references[tables[group].blocks[i].value];
            }
        }
        for (const auto& [id, copies] : pending) {
            for (const BlockCopy& copy : copies) {
                if (copy.group == group) {
                    ++references[copy.from.value];
                }
            }
        }
        std::size_t nodes = 0;
        std::vector<TrieNodeId> open = {PrefixTrie::root()};
        while (!open.empty()) {
            const PrefixTrie::Node& node = cache.trie().node(open.back());
            const TrieNodeId id = open.back();
            open.pop_back();
            open.insert(open.end(), node.children.begin(), node.children.end());
            if (id == PrefixTrie::root()) {
                continue;
            }
            ++nodes;
            if (const auto block = node.blocks.at(group)) {
                ++holds[block->value];
                if (pool.holder(*block) != id) {
                    problems.push_back("a node's block does not know the node");
                }
                // Then every cached block can be had: no eviction takes a block away from below.
                if (!cache.groups()[group].window && pool.references(*block) == 0 &&
                    std::ranges::any_of(node.children, [&](TrieNodeId child) {
                        return pool.references(cache.trie().node(child).blocks[group].value()) > 0;
                    })) {
                    problems.push_back("a cached block is above a referenced one");
                }
            } else if (!cache.groups()[group].window) {
                problems.push_back("a node without its global block");
            }
        }
        if (nodes != cache.trie().node_count()) {
            problems.push_back("nodes outside the trie");
        }
        std::uint32_t free = 0;
        std::uint32_t cached = 0;
        for (std::uint32_t block = 0; block < pool.block_count(); ++block) {
            if (pool.references(BlockId{block}) != references[block]) {
                problems.push_back(fmt::format("group {}: block {} has {} references, {} exist", group, block,
                                               pool.references(BlockId{block}), references[block]));
            }
            if (holds[block] > 1 || pool.holder(BlockId{block}).has_value() != (holds[block] == 1)) {
                problems.push_back(
                    fmt::format("group {}: block {} is held {} times", group, block, holds[block]));
            }
            free += references[block] == 0 && holds[block] == 0 ? 1 : 0;
            cached += references[block] == 0 && holds[block] > 0 ? 1 : 0;
        }
        if (free != pool.free_count() || cached != pool.cached_count()) {
            problems.push_back(fmt::format("group {}: {} free and {} cached blocks, counted {} and {}", group,
                                           pool.free_count(), pool.cached_count(), free, cached));
        }
    }
    return problems;
}

}  // namespace hearth
