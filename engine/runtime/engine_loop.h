#pragma once

#include "runtime/batch_builder.h"
#include "runtime/engine_channel.h"
#include "runtime/engine_parts.h"
#include "runtime/generation.h"
#include "runtime/scoring.h"

#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace hearth {

/// The pipeline of the engine thread: admit → plan → publish → forward → sample → publish. Knows no
/// thread; whoever calls it owns everything in it. An exception leaves it unusable.
class EngineLoop {
 public:
    explicit EngineLoop(EngineParts parts);

    /// Takes requests in and cancelled ones out; what became of them is in events().
    void admit(std::vector<Command> commands);
    /// Decides what the next step does, which may refuse some and let others wait; false where there is
    /// nothing to run.
    bool plan();
    /// Runs the step that was planned.
    void run();
    bool idle() const { return sequences_.empty(); }

    /// What happened and was not yet taken away. The caller empties it.
    std::vector<Event>& events() { return events_; }
    EngineLoad load() const;

 private:
    using Sequence = std::variant<Generation, Scoring>;

    void start(SubmitGenerate command);
    void start(SubmitScore command);
    void start(CancelRequest command);
    void start(SetPriority command);
    void add(SequenceSpec spec, Sequence sequence);

    Status forward();
    /// Tells those that wait where they stand, once for every place.
    void report_queue();
    void report_prefill(const ScheduledChunk& chunk);
    void sample();
    /// Uses the logits of a chunk's last rows, starting with `first_output`.
    void use_outputs(const ScheduledChunk& chunk, std::uint32_t first_output);
    void advance(Generation& generation, const ScheduledChunk& chunk, std::span<float> logits);
    void advance(Scoring& scoring, const ScheduledChunk& chunk, std::uint32_t first_output);

    /// backend_failed, naming the model's file, where the logits after `position` are not all finite.
    Status check_logits(std::span<const float> logits, std::uint32_t position) const;

    /// Ends a sequence: out of the scheduler, its blocks free, its last event said.
    void end(SequenceId id, std::variant<Finished, Scored, Failed> outcome);
    std::span<float> logits_row(std::uint32_t row);

    EngineInfo info_;
    std::string model_file_;
    std::shared_ptr<const Tokenizer> tokenizer_;
    std::unique_ptr<Executor> executor_;
    Scheduler scheduler_;
    std::uint32_t logits_columns_;
    StepPlan plan_;
    std::vector<float> logits_;  ///< [budget.outputs, logits_columns]
    BatchBuilder batch_;
    std::unordered_map<SequenceId, Sequence> sequences_;
    std::uint64_t reported_queue_ = 0;  ///< Scheduler::queue_version of the places last reported
    std::unordered_map<SequenceId, std::uint32_t> places_;  ///< in the queue, as last reported
    std::vector<Event> events_;
};

}  // namespace hearth
