#include "runtime/batch_builder.h"

namespace hearth {

Batch BatchBuilder::build(const StepPlan& plan, const Scheduler& scheduler) {
    tokens_.clear();
    sequences_.clear();
    output_rows_.clear();
    for (const ScheduledChunk& chunk : plan.chunks) {
        const auto first_row = static_cast<std::uint32_t>(tokens_.size());
        const std::span<const TokenId> tokens =
            scheduler.tokens(chunk.id).subspan(chunk.first_position, chunk.token_count);
        tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
        sequences_.push_back(
            {first_row, chunk.token_count, chunk.first_position, scheduler.tables(chunk.id)});
        for (std::uint32_t i = chunk.token_count - chunk.output_count; i < chunk.token_count; ++i) {
            output_rows_.push_back(first_row + i);
        }
    }
    return {tokens_, sequences_, output_rows_};
}

}  // namespace hearth
