#pragma once

#include <hearth/dtype.h>
#include <hearth/load.h>
#include <hearth/result.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hearth {

/// What matrix products with weights of one type cost on a device.
struct TypeSpeed {
    DType type = DType::f32;
    double cached_bytes_per_s =
        0;  ///< one token, all weights in the caches (DeviceProbe::cached_bytes of them)
    double streamed_bytes_per_s = 0;  ///< one token, weights come from memory (DeviceProbe::streamed_bytes)
    double multiply_adds_per_s = 0;   ///< many tokens at once (DeviceProbe::prefill_tokens)
};

/// How fast a device computes, measured by running this engine's own kernels on made-up weights: all that the
/// prediction of a model's speed needs. A value; it may be kept for as long as processor, instruction set,
/// threads and engine stay the same.
struct DeviceProbe {
    std::string device;           ///< DeviceInfo::name
    std::string instruction_set;  ///< DeviceInfo::instruction_set
    std::uint32_t thread_count = 0;
    ActivationBits activation_bits = ActivationBits::sixteen;

    std::uint64_t cached_bytes = 0;    ///< weights of the small measurements
    std::uint64_t streamed_bytes = 0;  ///< weights of the large ones: larger than every cache
    std::uint32_t prefill_tokens = 0;  ///< rows of a step when many tokens are measured
    std::vector<TypeSpeed> types;  ///< those that were measured; predict_speed says what holds for the others

    double kv_bytes_per_s = 0;                 ///< keys and values read while one token is decoded
    double attention_multiply_adds_per_s = 0;  ///< scores and sums of many tokens at once
    double row_values_per_s = 0;               ///< norms, rotations and the like, values of a row passed over
    double sampled_logits_per_s = 0;           ///< from logits to the chosen token
    double seconds_per_stage = 0;              ///< of products: what they cost beside their weights
    double seconds_per_attention = 0;          ///< of one layer, one token with hardly any context
    double seconds_per_step = 0;               ///< of the engine around a step, whatever the model

    /// The part of the threads' time that other programs left them. The speeds of a probe that had much less
    /// than all (kUndisturbedShare) are too low: it should be made again when the computer has nothing else
    /// to do.
    double processor_share = 1;
};

inline constexpr double kUndisturbedShare = 0.9;

struct ProbeOptions {
    std::optional<std::uint32_t> thread_count;  ///< physical cores this process may use
    ActivationBits activation_bits = ActivationBits::sixteen;
    std::chrono::milliseconds duration{10'000};  ///< about so long; at least every measurement is made once
};

/// Called between two measurements with the part that is done, 0 to 1. Return stop to give up (cancelled).
using ProbeProgress = std::function<LoadControl(double done)>;

/// Measures the processor on the calling thread and `thread_count` − 1 others. Reads and writes no file;
/// takes about 400 MB of memory at most, for machines with small caches far less. Errors: invalid_request
/// (thread count), out_of_memory, cancelled, unsupported_feature (HEARTH_ISA).
Result<DeviceProbe> probe_device(const ProbeOptions& options, const ProbeProgress& progress = {});

}  // namespace hearth
