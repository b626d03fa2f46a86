#pragma once

#include "speed/made_up_model.h"

#include <hearth/engine.h>
#include <hearth/result.h>

#include <cstdint>
#include <memory>

namespace hearth {

/// A made-up model behind a whole engine, with its thread, its queues and whoever waits for the tokens: what
/// a person gets. Used by one thread.
class MadeUpEngine {
 public:
    /// Takes the run's executor.
    static Result<MadeUpEngine> start(MadeUpRun run);

    /// Mean seconds from token to token of an answer of `count` tokens, at least 2.
    Result<double> seconds_per_token(std::uint32_t count);

 private:
    explicit MadeUpEngine(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

    std::unique_ptr<Engine> engine_;
};

}  // namespace hearth
