#pragma once

#include "backend/backend.h"

#include <string>

namespace hearth::cpu {

/// The processor as a device: packed weights, F16 KV in blocks of 64 tokens, kernels for the best instruction
/// set it has (current_isa()), threads that go through a step together.
class CpuBackend final : public Backend {
 public:
    CpuBackend();

    /// E.g. "cpu (AVX-512 VNNI)".
    std::string_view name() const override { return name_; }
    std::uint32_t block_tokens() const override;
    std::uint64_t block_bytes(const KvGroupSpec& group) const override;
    MemoryPlan plan(const Graph& graph, const ModelFile& file, const ExecutorOptions& options) const override;
    Result<std::unique_ptr<Executor>> load(const Graph& graph, const ModelFile& file,
                                           const ExecutorOptions& options,
                                           const LoadProgress& progress) const override;

 private:
    std::string name_;
};

}  // namespace hearth::cpu
