#pragma once

#include "backend/backend.h"
#include "backend/cpu/anonymous_memory.h"
#include "backend/cpu/program.h"

#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hearth::cpu {

/// Rows up to which every thread may compute row operations for itself.
inline constexpr std::uint32_t kRepeatRows = 8;

/// All f32 work memory of an executor in one mapping, planned before it is made.
class Workspace {
 public:
    static Result<Workspace> make(const Graph& graph, const Program& program, const ExecutorOptions& options);
    static std::uint64_t planned_bytes(const Graph& graph, const Program& program,
                                       const ExecutorOptions& options);

    float* buffer(BufferId id) const { return at(layout_.buffers[id.value]); }
    /// [rows, Program::up_width]: the second factor of gated projections.
    float* up() const { return at(layout_.up); }
    float* rope(std::size_t index) const { return at(layout_.ropes[index]); }
    /// A thread's own rows: [kRepeatRows, Program::own_width].
    float* own(std::uint32_t thread) const { return at(layout_.own + thread * layout_.own_floats); }
    float* attention(std::uint32_t thread) const {
        return at(layout_.attention + thread * layout_.attention_floats);
    }
    float* attention_shared() const { return at(layout_.attention_shared); }
    std::uint64_t bytes() const { return memory_.bytes(); }

 private:
    /// Offsets in floats.
    struct Layout {
        Layout(const Graph& graph, const Program& program, const ExecutorOptions& options);
        std::size_t reserve(std::size_t floats);
        std::vector<std::size_t> buffers;  ///< by BufferId
        std::vector<std::size_t> ropes;
        std::size_t up = 0;
        std::size_t own = 0, own_floats = 0;
        std::size_t attention = 0, attention_floats = 0;
        std::size_t attention_shared = 0;
        std::size_t total = 0;
    };
    Workspace(Layout layout, AnonymousMemory memory);
    float* at(std::size_t offset) const { return values_ + offset; }

    Layout layout_;
    AnonymousMemory memory_;
    float* values_;
};

}  // namespace hearth::cpu
