#pragma once

#include "backend/backend.h"
#include "kv_cache/kv_cache.h"
#include "scheduler/scheduler.h"

#include <hearth/engine.h>

#include <cstdint>
#include <memory>
#include <string>

namespace hearth {

/// What an engine is put together from.
struct EngineParts {
    EngineInfo info;
    std::string model_file;  ///< named in errors that are the file's fault
    std::shared_ptr<const Tokenizer> tokenizer;
    Result<ChatTemplate> chat_template;
    std::unique_ptr<Executor> executor;
    std::uint32_t logits_columns =
        0;  ///< Graph::vocabulary_size; those past the tokenizer's vocabulary are padding
    KvCache cache;
    StepBudget budget;
};

/// Starts the engine thread.
std::unique_ptr<Engine> start_engine(EngineParts parts);

}  // namespace hearth
