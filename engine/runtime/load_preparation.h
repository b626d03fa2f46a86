#pragma once

#include "backend/backend.h"
#include "model/architecture.h"

#include <hearth/load.h>
#include <hearth/model_file.h>
#include <hearth/result.h>
#include <hearth/tokenizer.h>

#include <cstdint>
#include <memory>

namespace hearth {

/// Everything that is decided before the first weight is read.
struct LoadPreparation {
    Model model;
    std::shared_ptr<const Tokenizer> tokenizer;  ///< absent for a checkpoint known by its headers alone
    std::unique_ptr<const Backend> backend;
    ExecutorOptions executor;
    MemoryPlan memory;                  ///< the engine's own buffers included
    std::uint32_t context_tokens = 0;   ///< longest sequence
    std::uint64_t available_bytes = 0;  ///< free for the model now
};

/// Builds the model and plans its memory. Fails where the options make no sense (invalid_request), the model
/// cannot run, or does not fit (out_of_memory). `returned_bytes` count as available, see plan_load.
Result<LoadPreparation> prepare_load(const ModelFile& file, const LoadOptions& options,
                                     std::uint64_t returned_bytes = 0);

}  // namespace hearth
