#include "backend/cpu/step_runner.h"

#include <algorithm>
#include <utility>

namespace hearth::cpu {

namespace {

/// Tiles of a chunk: some for every thread, so that one that lost its core delays the others little, and
/// where there are enough a multiple of four, which the kernels read side by side.
std::uint32_t tile_chunk(std::uint32_t tile_count, std::uint32_t thread_count) {
    const std::uint32_t chunk = std::max(1U, tile_count / (4 * thread_count));
    return chunk > 4 ? chunk / 4 * 4 : chunk;
}

}  // namespace

StepRunner::StepRunner(const Graph& graph, const Program& program, const Weights& weights,
                       const Workspace& workspace, const ExecutorOptions& options,
                       std::vector<AttentionPlan> plans)
    : program_(program),
      workspace_(workspace),
      pool_(options.thread_count),
      rows_(program, weights, workspace, step_, options),
      attention_(graph, weights, workspace, step_, std::move(plans)),
      queues_{WorkQueue(options.thread_count), WorkQueue(options.thread_count)} {
    const std::uint32_t max_rows = std::max(options.max_tokens, options.max_outputs);
    for (std::uint32_t i = 0; i < 2; ++i) {
        shared_inputs_.emplace_back(max_rows, program.input_columns, options.activation_bits);
    }
    step_.places.reserve(options.max_tokens);
}

std::uint64_t StepRunner::bytes() const {
    std::uint64_t bytes = rows_.bytes();
    for (const MatmulInput& input : shared_inputs_) {
        bytes += input.bytes();
    }
    return bytes;
}

std::uint64_t StepRunner::planned_bytes(const Program& program, const ExecutorOptions& options) {
    const std::uint32_t max_rows = std::max(options.max_tokens, options.max_outputs);
    return 2 * MatmulInput::planned_bytes(max_rows, program.input_columns) +
           options.thread_count * MatmulInput::planned_bytes(kRepeatRows, program.input_columns);
}

void StepRunner::run(const Batch& batch, std::span<float> logits) {
    step_.begin(batch, logits);
    attention_.plan();
    plan_phases();
    if (phases_.empty()) {
        return;
    }
    prepare(phases_.front(), queues_[0]);
    pool_.run([this](std::uint32_t thread) {
        // Used after the first barrier at the earliest: q comes from a product.
        const auto [first, last] =
            even_share(step_.row_count(ActivationSpec::Rows::tokens), thread, pool_.size());
        attention_.fill_ropes(first, last);
        for (std::size_t i = 0; i < phases_.size(); ++i) {
            if (thread == 0 && i + 1 < phases_.size()) {
                // Nobody uses the next phase's queue and input: their last use was before the barrier just
                // passed.
                prepare(phases_[i + 1], queues_[(i + 1) % 2]);
            }
            run_phase(phases_[i], queues_[i % 2], thread);
            pool_.barrier();
        }
    });
}

void StepRunner::plan_phases() {
    phases_.clear();
    const bool single_tokens =
        std::all_of(step_.batch.sequences.begin(), step_.batch.sequences.end(),
                    [](const BatchSequence& sequence) { return sequence.token_count == 1; });
    std::uint8_t input = 0;
    for (const Stage& stage : program_.stages) {
        if (const auto* rows = std::get_if<RowStage>(&stage)) {
            if (step_.row_count(rows->rows) == 0) {
                continue;
            }
            const bool repeat = rows_.repeats(*rows);
            if (!repeat) {
                phases_.push_back({Phase::Kind::rows, false, false, input, &stage});
            }
            if (rows->product) {
                phases_.push_back({Phase::Kind::product, repeat, false, input, &stage});
                input ^= 1U;
            }
        } else if (std::holds_alternative<StoreStage>(stage)) {
            phases_.push_back({Phase::Kind::store, false, false, 0, &stage});
        } else {
            const auto& attention = std::get<AttentionStage>(stage);
            const bool with_store = attention.store && single_tokens;
            if (attention.store && !with_store) {
                phases_.push_back({Phase::Kind::store, false, false, 0, &stage});
            }
            phases_.push_back({Phase::Kind::attention, false, with_store, 0, &stage});
        }
    }
}

void StepRunner::prepare(const Phase& phase, WorkQueue& queue) {
    switch (phase.kind) {
        case Phase::Kind::rows: {
            const auto& stage = std::get<RowStage>(*phase.stage);
            const std::uint32_t rows = step_.row_count(stage.rows);
            queue.reset(rows, std::max(1U, rows / (4 * pool_.size())));
            if (stage.product) {
                const Product& product = *stage.product;
                shared_inputs_[phase.input].begin(workspace_.buffer(product.in.buffer), rows,
                                                  product.columns);
            }
            break;
        }
        case Phase::Kind::product: {
            const std::uint32_t tiles = std::get<RowStage>(*phase.stage).product->tile_count;
            queue.reset(tiles, tile_chunk(tiles, pool_.size()));
            break;
        }
        case Phase::Kind::store: {
            const auto rows = static_cast<std::uint32_t>(step_.batch.tokens.size());
            queue.reset(rows, std::max(1U, rows / (4 * pool_.size())));
            break;
        }
        case Phase::Kind::attention: {
            const auto items = attention_.items(std::get<AttentionStage>(*phase.stage));
            queue.reset_in_order(static_cast<std::uint32_t>(items.size()));
            break;
        }
    }
}

void StepRunner::run_phase(const Phase& phase, WorkQueue& queue, std::uint32_t thread) {
    switch (phase.kind) {
        case Phase::Kind::rows: {
            const auto& stage = std::get<RowStage>(*phase.stage);
            queue.take(thread, [&](std::uint32_t first, std::uint32_t last) {
                rows_.run_rows(stage, first, last);
                if (stage.product) {
                    shared_inputs_[phase.input].quantize(first, last);
                }
            });
            break;
        }
        case Phase::Kind::product: {
            const auto& stage = std::get<RowStage>(*phase.stage);
            const MatmulInput& input =
                phase.repeat_rows ? rows_.repeat_rows(stage, thread) : shared_inputs_[phase.input];
            const std::uint32_t rows = step_.row_count(stage.rows);
            queue.take(thread, [&](std::uint32_t first, std::uint32_t last) {
                rows_.run_product(*stage.product, input, rows, first, last);
            });
            break;
        }
        case Phase::Kind::store: {
            const auto* attention = std::get_if<AttentionStage>(phase.stage);
            const StoreStage& store =
                attention != nullptr ? *attention->store : std::get<StoreStage>(*phase.stage);
            queue.take(thread, [&](std::uint32_t first, std::uint32_t last) {
                for (std::uint32_t row = first; row < last; ++row) {
                    attention_.store_row(store, row, thread);
                }
            });
            break;
        }
        case Phase::Kind::attention: {
            const auto& stage = std::get<AttentionStage>(*phase.stage);
            const std::span<const AttentionItem> items = attention_.items(stage);
            queue.take(thread, [&](std::uint32_t first, std::uint32_t) {
                attention_.attend(stage, items[first], phase.with_store, thread);
            });
            break;
        }
    }
}

}  // namespace hearth::cpu
