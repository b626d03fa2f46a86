#include "backend/cpu/cpu_backend.h"

#include "backend/cpu/cpu_executor.h"
#include "backend/cpu/matmul.h"

#include <utility>

#include <fmt/format.h>

namespace hearth::cpu {

namespace {

std::string_view display_name(Isa isa) {
    switch (isa) {
        case Isa::avx512_vnni:
            return "AVX-512 VNNI";
        case Isa::avx2:
            return "AVX2";
        case Isa::portable:
            return "portable";
    }
    return "unknown";
}

}  // namespace

CpuBackend::CpuBackend() : name_(fmt::format("cpu ({})", display_name(current_isa()))) {}

std::uint32_t CpuBackend::block_tokens() const {
    return kBlockTokens;
}

std::uint64_t CpuBackend::block_bytes(const KvGroupSpec& group) const {
    return KvLayout(group).block_bytes();
}

MemoryPlan CpuBackend::plan(const Graph& graph, const ModelFile& file, const ExecutorOptions& options) const {
    MemoryPlan plan;
    const Result<Program> program = Program::compile(graph);
    if (!program || options.block_counts.size() != graph.kv_groups.size()) {
        return plan;  // load() says why
    }
    plan.weight_bytes = Weights::planned_bytes(graph, *program, file);
    for (std::size_t group = 0; group < graph.kv_groups.size(); ++group) {
        plan.kv_bytes += options.block_counts[group] * block_bytes(graph.kv_groups[group]);
    }
    plan.workspace_bytes =
        Workspace::planned_bytes(graph, *program, options) + StepRunner::planned_bytes(*program, options);
    return plan;
}

Result<std::unique_ptr<Executor>> CpuBackend::load(const Graph& graph, const ModelFile& file,
                                                   const ExecutorOptions& options,
                                                   const LoadProgress& progress) const {
    HEARTH_TRY(check_environment_isa());
    HEARTH_TRY_ASSIGN(std::unique_ptr<CpuExecutor> executor,
                      CpuExecutor::load(graph, file, options, progress));
    return std::unique_ptr<Executor>(std::move(executor));
}

}  // namespace hearth::cpu
