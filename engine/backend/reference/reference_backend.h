#pragma once

#include "backend/backend.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace hearth {

/// The specification of every op: weights dequantized, activations and KV in f32, sums in f64, plain loops.
/// For tests and for `--reference`; a few tokens a second.
class ReferenceBackend final : public Backend {
 public:
    std::string_view name() const override;
    std::uint32_t block_tokens() const override;
    std::uint64_t block_bytes(const KvGroupSpec& group) const override;
    MemoryPlan plan(const Graph& graph, const ModelFile& file, const ExecutorOptions& options) const override;
    Result<std::unique_ptr<Executor>> load(const Graph& graph, const ModelFile& file,
                                           const ExecutorOptions& options,
                                           const LoadProgress& progress) const override;
};

}  // namespace hearth
