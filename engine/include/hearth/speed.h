#pragma once

#include <hearth/load.h>
#include <hearth/model_file.h>
#include <hearth/probe.h>
#include <hearth/result.h>

#include <cstdint>

namespace hearth {

/// For which use a speed is predicted.
struct SpeedQuestion {
    std::uint32_t context_fill = 64;    ///< tokens before the one that is decoded
    std::uint32_t prompt_tokens = 512;  ///< of a prompt nobody has asked before
};

/// Tokens per second of one sequence alone, highest logit chosen.
struct PredictedSpeed {
    double decode_tokens_per_s = 0;
    double prefill_tokens_per_s = 0;
};

/// What a model will do on the device that was probed, from its header alone: the work of a step of its
/// graph, operation by operation, at the measured speeds. The rules:
/// - Weights of one token are read once. Between the two measured sizes of a working set (weights and KV of
/// the step)
///   the time of a byte grows with the logarithm of the size; outside of them it is that of the nearer one.
/// - A product of many tokens takes the longer of that and its multiply-adds.
/// - A type that was not measured costs per byte what the nearest measured type costs: the one whose values
/// take the
///   most similar number of bits.
/// Errors: those of plan_load that are about the model; invalid_request where the probe is of another number
/// of threads or activation bits than `options` ask for, or measured nothing.
Result<PredictedSpeed> predict_speed(const ModelFile& file, const LoadOptions& options,
                                     const DeviceProbe& probe, const SpeedQuestion& question = {});

}  // namespace hearth
