#pragma once

#include "backend/backend.h"
#include "scheduler/scheduler.h"

#include <vector>

namespace hearth {

/// Lays the chunks of a step out as the rows of one batch. Keeps its memory from step to step.
class BatchBuilder {
 public:
    /// Valid until the next call and the scheduler's next change.
    Batch build(const StepPlan& plan, const Scheduler& scheduler);

 private:
    std::vector<TokenId> tokens_;
    std::vector<BatchSequence> sequences_;
    std::vector<std::uint32_t> output_rows_;
};

}  // namespace hearth
