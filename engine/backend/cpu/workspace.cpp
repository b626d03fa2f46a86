#include "backend/cpu/workspace.h"

#include "backend/cpu/attention.h"
#include "backend/cpu/kv_arena.h"
#include "backend/cpu/rope_table.h"

#include <algorithm>
#include <utility>

namespace hearth::cpu {

namespace {

/// Floats of two cache lines: what different threads write starts on lines of its own, the prefetched
/// neighbour too.
constexpr std::size_t kAlignment = 32;

std::size_t aligned(std::size_t floats) {
    return (floats + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

std::size_t Workspace::Layout::reserve(std::size_t floats) {
    return std::exchange(total, total + aligned(floats));
}

Workspace::Layout::Layout(const Graph& graph, const Program& program, const ExecutorOptions& options) {
    for (std::size_t i = 0; i < graph.activations.size(); ++i) {
        const ActivationSpec& activation = graph.activations[i];
        const std::size_t rows =
            activation.rows == ActivationSpec::Rows::tokens ? options.max_tokens : options.max_outputs;
        const std::size_t first = reserve(rows * activation.width);
        buffers.push_back(first);
        buffers.push_back(program.second_side[i] ? reserve(rows * activation.width) : first);
    }
    up = reserve(std::size_t{std::max(options.max_tokens, options.max_outputs)} * program.up_width);
    for (const RopeSpec& rope : graph.ropes) {
        ropes.push_back(reserve(options.max_tokens * RopeTable(rope).row_floats()));
    }
    own_floats = aligned(std::size_t{kRepeatRows} * program.own_width);
    own = reserve(own_floats * options.thread_count);
    std::size_t shared_floats = 0;
    for (const AttentionShape& shape : program.attention_shapes) {
        const AttentionDims dims(shape, KvLayout(graph.kv_groups[shape.group]));
        attention_floats = std::max(attention_floats, aligned(dims.thread_floats()));
        shared_floats = std::max(shared_floats, dims.shared_floats(options.thread_count));
    }
    attention = reserve(attention_floats * options.thread_count);
    attention_shared = reserve(shared_floats);
}

Workspace::Workspace(Layout layout, AnonymousMemory memory)
    : layout_(std::move(layout)),
      memory_(std::move(memory)),
      values_(reinterpret_cast<float*>(memory_.data())) {}

Result<Workspace> Workspace::make(const Graph& graph, const Program& program,
                                  const ExecutorOptions& options) {
    Layout layout(graph, program, options);
    HEARTH_TRY_ASSIGN(AnonymousMemory memory,
                      AnonymousMemory::map(layout.total * sizeof(float), "intermediate results"));
    return Workspace(std::move(layout), std::move(memory));
}

std::uint64_t Workspace::planned_bytes(const Graph& graph, const Program& program,
                                       const ExecutorOptions& options) {
    return Layout(graph, program, options).total * sizeof(float);
}

}  // namespace hearth::cpu
