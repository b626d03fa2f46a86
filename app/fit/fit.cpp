#include "fit/fit.h"

#include <hearth/load_plan.h>

#include <chrono>
#include <string>

namespace hearth::fit {
namespace {

/// With the numbers also where it does not fit.
Result<LoadPlan> plan(const ModelFile& header, const LoadOptions& options, std::uint64_t replaced_bytes,
                      bool& fits) {
    auto wanted = plan_load(header, options, replaced_bytes);
    fits = wanted.has_value();
    if (wanted || wanted.error().code != ErrorCode::out_of_memory) {
        return wanted;
    }
    LoadOptions forced = options;
    forced.memory = MemoryPolicy::force;
    return plan_load(header, forced, replaced_bytes);
}

std::string model_name(const ModelFile& header) {
    const auto name = header.metadata().get<std::string>("general.name");
    return name && *name && !(*name)->empty() ? **name : header.path().stem().string();
}

double per_second(std::uint32_t tokens, std::chrono::nanoseconds time) {
    return tokens / std::chrono::duration<double>(time).count();
}

bool tells_decode(const Finished& run) {
    constexpr std::uint32_t kLeastGenerated = 32;
    return run.generated_tokens >= kLeastGenerated && run.decode_time.count() > 0;
}

bool tells_prefill(const Finished& run) {
    constexpr std::uint32_t kLeastPrompt = 128;
    // What follows a cached prefix attends to it as well: it is not the prompt that is predicted.
    return run.prompt_tokens >= kLeastPrompt && run.cached_tokens == 0 && run.time_to_first_token.count() > 0;
}

}  // namespace

Result<Fit> assess(const ModelFile& header, const LoadOptions& options,
                   const std::optional<DeviceSpeed>& device, std::uint64_t replaced_bytes,
                   const SpeedQuestion& question) {
    LoadOptions refusing = options;
    refusing.memory = MemoryPolicy::refuse;
    Fit fit;
    HEARTH_TRY_ASSIGN(const LoadPlan numbers, plan(header, refusing, replaced_bytes, fit.fits));
    fit.context_tokens = numbers.context_tokens;
    fit.weights_bytes = numbers.weight_bytes;
    fit.kv_bytes = numbers.kv_bytes;
    fit.workspace_bytes = numbers.workspace_bytes;
    fit.free_bytes = numbers.available_bytes;
    if (device) {
        // What cannot run was refused above. Refused here is a probe of another number of threads or another
        // precision: it says nothing of this use, and takes nothing away from what is known of the memory.
        if (const auto predicted = predict_speed(header, options, device->probe, question)) {
            const PredictedSpeed speed = device->corrected(*predicted);
            fit.decode_tokens_per_s = speed.decode_tokens_per_s;
            fit.prefill_tokens_per_s = speed.prefill_tokens_per_s;
        }
    }
    return fit;
}

bool is_telling(const Finished& run) {
    return tells_decode(run) || tells_prefill(run);
}

std::optional<Measurement> measurement_of(const ModelFile& header, const LoadOptions& options,
                                          const DeviceSpeed& device, const Finished& run) {
    if (!is_telling(run)) {
        return std::nullopt;
    }
    const auto predicted = predict_speed(
        header, options, device.probe,
        {.context_fill = run.prompt_tokens + run.generated_tokens / 2, .prompt_tokens = run.prompt_tokens});
    if (!predicted) {
        return std::nullopt;
    }
    Measurement measurement;
    measurement.model = model_name(header);
    measurement.predicted = *predicted;
    if (tells_decode(run)) {
        measurement.decode_tokens_per_s = per_second(run.generated_tokens - 1, run.decode_time);
    }
    if (tells_prefill(run)) {
        measurement.prefill_tokens_per_s = per_second(run.prompt_tokens, run.time_to_first_token);
    }
    return measurement;
}

}  // namespace hearth::fit
