#include "base/guarded.h"
#include "base/thread_pool.h"
#include "model/architecture.h"
#include "speed/step_time.h"
#include "speed/step_work.h"

#include <hearth/speed.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace hearth {
namespace {

Error mismatch(std::string field, std::string expected, std::string actual) {
    return Error{
        ErrorCode::invalid_request,
        fmt::format("the speeds were measured with {} {}, {} are asked for", expected, field, actual),
        {.field = std::move(field), .expected = std::move(expected), .actual = std::move(actual)}};
}

/// Whether the probe is one of what the options ask for.
Status check(const LoadOptions& options, const DeviceProbe& probe) {
    if (options.path == ComputePath::reference || probe.types.empty() || options.step_tokens == 0) {
        return Error{ErrorCode::invalid_request, "nothing was measured for this way of computing"};
    }
    const std::uint32_t threads = options.thread_count.value_or(ThreadPool::physical_cores());
    if (threads != probe.thread_count) {
        return mismatch("threads", fmt::format("{}", probe.thread_count), fmt::format("{}", threads));
    }
    if (options.activation_bits != probe.activation_bits) {
        const auto bits = [](ActivationBits value) { return fmt::format("{}", static_cast<int>(value)); };
        return mismatch("activation bits", bits(probe.activation_bits), bits(options.activation_bits));
    }
    return {};
}

double sampling_seconds(const Graph& graph, const DeviceProbe& probe) {
    return graph.vocabulary_size / probe.sampled_logits_per_s;
}

double decode_seconds(const Graph& graph, const ModelFile& file, const DeviceProbe& probe,
                      const SpeedQuestion& question) {
    const StepWork work = work_of_step(graph, file, {.rows = 1, .first_position = question.context_fill});
    return seconds_of(work, probe) + sampling_seconds(graph, probe);
}

/// The prompt goes through in steps of at most `step_tokens`; the last one gives the first token.
double prefill_seconds(const Graph& graph, const ModelFile& file, const DeviceProbe& probe,
                       std::uint32_t prompt_tokens, std::uint32_t step_tokens) {
    double seconds = sampling_seconds(graph, probe);
    for (std::uint32_t done = 0; done < prompt_tokens;) {
        const std::uint32_t rows = std::min(step_tokens, prompt_tokens - done);
        seconds += seconds_of(
            work_of_step(graph, file,
                         {.rows = rows, .first_position = done, .has_output = done + rows == prompt_tokens}),
            probe);
        done += rows;
    }
    return seconds;
}

}  // namespace

Result<PredictedSpeed> predict_speed(const ModelFile& file, const LoadOptions& options,
                                     const DeviceProbe& probe, const SpeedQuestion& question) {
    return guarded(file.metadata().file(), [&]() -> Result<PredictedSpeed> {
        HEARTH_TRY(check(options, probe));
        HEARTH_TRY_ASSIGN(const Model model, build_model(file));
        const std::uint32_t prompt = std::max(1U, question.prompt_tokens);
        return PredictedSpeed{.decode_tokens_per_s = 1 / decode_seconds(model.graph, file, probe, question),
                              .prefill_tokens_per_s = prompt / prefill_seconds(model.graph, file, probe,
                                                                               prompt, options.step_tokens)};
    });
}

}  // namespace hearth
