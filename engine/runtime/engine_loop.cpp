#include "runtime/engine_loop.h"

#include "runtime/request_check.h"
#include "sampling/finite.h"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace hearth {

EngineLoop::EngineLoop(EngineParts parts)
    : info_(std::move(parts.info)),
      model_file_(std::move(parts.model_file)),
      tokenizer_(std::move(parts.tokenizer)),
      executor_(std::move(parts.executor)),
      scheduler_(std::move(parts.cache), parts.budget),
      logits_columns_(parts.logits_columns),
      logits_(std::size_t{parts.budget.outputs} * parts.logits_columns) {}

void EngineLoop::admit(std::vector<Command> commands) {
    for (Command& command : commands) {
        std::visit([this](auto& each) { start(std::move(each)); }, command);
    }
}

void EngineLoop::start(SubmitGenerate command) {
    const Status valid = check_request(command.request, {info_.vocabulary_size, info_.context_tokens});
    if (!valid) {
        events_.push_back({command.id, Failed{valid.error()}});
        return;
    }
    auto generation =
        Generation::create(command.id, command.request, tokenizer_, info_.context_tokens, command.submitted);
    if (!generation) {
        events_.push_back({command.id, Failed{std::move(generation).error()}});
        return;
    }
    add({.id = command.id,
         .tokens = std::move(command.request.prompt),
         .stable_prefix = command.request.stable_prefix,
         .priority = command.request.priority},
        *std::move(generation));
}

void EngineLoop::start(SubmitScore command) {
    const Status valid = check_request(command.request, {info_.vocabulary_size, info_.context_tokens});
    if (!valid) {
        events_.push_back({command.id, Failed{valid.error()}});
        return;
    }
    Scoring scoring(command.request.tokens);
    add({.id = command.id,
         .tokens = std::move(command.request.tokens),
         .stable_prefix = std::nullopt,
         .priority = command.request.priority,
         .outputs = SequenceSpec::Outputs::all},
        std::move(scoring));
}

void EngineLoop::add(SequenceSpec spec, Sequence sequence) {
    sequences_.emplace(spec.id, std::move(sequence));
    scheduler_.add(std::move(spec));
}

void EngineLoop::start(CancelRequest command) {
    const auto place = sequences_.find(command.id);
    if (place == sequences_.end()) {
        return;
    }
    Finished finished;
    if (auto* generation = std::get_if<Generation>(&place->second)) {
        finished = generation->finish(FinishReason::cancelled);
    }
    finished.reason = FinishReason::cancelled;
    end(command.id, std::move(finished));
}

void EngineLoop::start(SetPriority command) {
    scheduler_.set_priority(command.id, command.priority);
}

bool EngineLoop::plan() {
    if (idle()) {
        return false;
    }
    plan_ = scheduler_.plan();
    for (auto& [id, error] : plan_.refused) {
        sequences_.erase(id);
        events_.push_back({id, Failed{std::move(error)}});
    }
    if (plan_.chunks.empty() && plan_.refused.empty() && plan_.preempted.empty()) {
        throw std::logic_error("the scheduler has sequences but no step for them");
    }
    report_queue();
    return !plan_.chunks.empty();
}

void EngineLoop::run() {
    if (const Status status = forward(); !status) {
        // What the step wrote is not to be trusted; what earlier steps wrote is.
        for (const ScheduledChunk& chunk : plan_.chunks) {
            end(chunk.id, Failed{status.error()});
        }
        return;
    }
    scheduler_.complete(plan_);
    sample();
}

Status EngineLoop::forward() {
    if (!plan_.copies.empty()) {
        HEARTH_TRY(executor_->copy_blocks(plan_.copies));
    }
    const Batch batch = batch_.build(plan_, scheduler_);
    return executor_->run(batch, std::span(logits_).first(batch.output_rows.size() * logits_columns_));
}

void EngineLoop::report_queue() {
    if (scheduler_.queue_version() == reported_queue_) {
        return;
    }
    reported_queue_ = scheduler_.queue_version();
    std::unordered_map<SequenceId, std::uint32_t> places;
    for (const SequenceId id : scheduler_.queue()) {
        const auto place = static_cast<std::uint32_t>(places.size() + 1);
        places.emplace(id, place);
        const auto known = places_.find(id);
        if (known == places_.end() || known->second != place) {
            events_.push_back({id, Waiting{place}});
        }
    }
    places_ = std::move(places);
}

void EngineLoop::report_prefill(const ScheduledChunk& chunk) {
    const auto total = static_cast<std::uint32_t>(scheduler_.tokens(chunk.id).size());
    const std::uint32_t done = chunk.first_position + chunk.token_count;
    if (done < total) {
        events_.push_back({chunk.id, Prefilling{done, total}});
    }
}

void EngineLoop::sample() {
    std::uint32_t output = 0;
    for (const ScheduledChunk& chunk : plan_.chunks) {
        report_prefill(chunk);
        if (chunk.output_count > 0) {
            use_outputs(chunk, output);
        }
        output += chunk.output_count;
    }
}

void EngineLoop::use_outputs(const ScheduledChunk& chunk, std::uint32_t first_output) {
    std::visit(
        [&](auto& sequence) {
            if constexpr (std::is_same_v<std::decay_t<decltype(sequence)>, Generation>) {
                advance(sequence, chunk, logits_row(first_output + chunk.output_count - 1));
            } else {
                advance(sequence, chunk, first_output);
            }
        },
        sequences_.at(chunk.id));
}

void EngineLoop::advance(Generation& generation, const ScheduledChunk& chunk, std::span<float> logits) {
    if (!generation.started()) {
        generation.set_cached_tokens(scheduler_.cached_tokens(chunk.id));
        events_.push_back({chunk.id, Prefilled{generation.prompt_tokens(), generation.cached_tokens()}});
    }
    const auto last = static_cast<std::uint32_t>(scheduler_.tokens(chunk.id).size() - 1);
    if (Status finite = check_logits(logits, last); !finite) {
        end(chunk.id, Failed{std::move(finite).error()});
        return;
    }
    auto result = generation.advance(scheduler_.tokens(chunk.id), logits);
    if (!result) {
        end(chunk.id, Failed{std::move(result).error()});
        return;
    }
    const TokenId token = result->generated.token;
    events_.push_back({chunk.id, std::move(result->generated)});
    if (result->finished) {
        end(chunk.id, *std::move(result->finished));
    } else {
        scheduler_.append(chunk.id, token);
    }
}

void EngineLoop::advance(Scoring& scoring, const ScheduledChunk& chunk, std::uint32_t first_output) {
    const std::uint32_t first_position = chunk.first_position + chunk.token_count - chunk.output_count;
    for (std::uint32_t i = 0; i < chunk.output_count; ++i) {
        const std::span<const float> logits = logits_row(first_output + i);
        if (Status finite = check_logits(logits, first_position + i); !finite) {
            end(chunk.id, Failed{std::move(finite).error()});
            return;
        }
        scoring.advance(first_position + i, logits);
    }
    if (scoring.done()) {
        end(chunk.id, Scored{scoring.take_result()});
    }
}

Status EngineLoop::check_logits(std::span<const float> logits, std::uint32_t position) const {
    if (all_finite(logits)) {
        return {};
    }
    const std::string prefix = model_file_.empty() ? std::string() : escaped(model_file_) + ": ";
    Error error{
        ErrorCode::backend_failed,
        fmt::format("{}what the model computes after token {} is not a number: its weights are damaged "
                    "or out of range",
                    prefix, position + 1)};
    error.details.file = model_file_;
    return error;
}

void EngineLoop::end(SequenceId id, std::variant<Finished, Scored, Failed> outcome) {
    scheduler_.remove(id);
    std::visit([&](auto& what) { events_.push_back({id, std::move(what)}); }, outcome);
    sequences_.erase(id);
}

std::span<float> EngineLoop::logits_row(std::uint32_t row) {
    return std::span(logits_).subspan(std::size_t{row} * logits_columns_, info_.vocabulary_size);
}

EngineLoad EngineLoop::load() const {
    const KvUsage usage = scheduler_.cache().usage();
    return {.running = static_cast<std::uint32_t>(scheduler_.running_count()),
            .waiting = static_cast<std::uint32_t>(scheduler_.waiting_count()),
            .blocks_total = usage.blocks_total,
            .blocks_free = usage.blocks_free + usage.blocks_cached};
}

}  // namespace hearth
