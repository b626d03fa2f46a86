#pragma once

#include <hearth/load.h>
#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>

namespace hearth {

/// What an engine would hold after loading a file, in bytes.
struct LoadPlan {
    std::uint32_t context_tokens = 0;  ///< longest sequence
    std::uint64_t weight_bytes = 0;
    std::uint64_t kv_bytes = 0;
    std::uint64_t workspace_bytes = 0;
    std::uint64_t available_bytes = 0;  ///< memory that is free for it now, the reserve taken off

    std::uint64_t total_bytes() const { return weight_bytes + kv_bytes + workspace_bytes; }
};

/// The largest LoadOptions::thread_count: many more threads than the machine has spend their time waiting for
/// each other.
std::uint32_t most_threads();

/// The plan Engine::load would follow, without reading weights. Fails as that would: with the reason why this
/// model cannot run, or out_of_memory with the numbers (not where options.memory is force). `returned_bytes`:
/// memory that will be given back before the load, that of a model which it replaces; it counts as available.
Result<LoadPlan> plan_load(const ModelFile& file, const LoadOptions& options,
                           std::uint64_t returned_bytes = 0);

}  // namespace hearth
