#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace hearth {

/// Precision of the inputs of quantized matrix products. Sixteen bits (two 8-bit terms with a scale for at
/// most 64 values) cost nothing in decode and keep the model's own quality; eight are for speed in prompts.
enum class ActivationBits : std::uint8_t { eight = 8, sixteen = 16 };

/// Which arithmetic runs the model.
enum class ComputePath : std::uint8_t {
    fast,       ///< the best kernels this processor has
    reference,  ///< scalar float, F32 KV: the specification, slow
};

/// Whether a model that does not fit into memory is loaded all the same.
enum class MemoryPolicy : std::uint8_t { refuse, force };

/// How to load a model. Absent values mean the default described at each.
struct LoadOptions {
    ComputePath path = ComputePath::fast;
    ActivationBits activation_bits = ActivationBits::sixteen;
    std::optional<std::uint32_t> thread_count;  ///< physical cores this process may use
    std::optional<std::uint32_t>
        context_tokens;  ///< longest sequence; the model's own, at most what the KV pool holds
    std::optional<std::uint64_t>
        kv_bytes;                     ///< 8 sequences of min(context, 8192), at most half of what is free
    std::uint32_t step_tokens = 512;  ///< token budget of one step
    MemoryPolicy memory = MemoryPolicy::refuse;
};

/// Progress of a load in bytes of weights read. Return stop to give up (cancelled).
enum class LoadControl : std::uint8_t { go_on, stop };
using LoadProgress = std::function<LoadControl(std::uint64_t bytes_done, std::uint64_t bytes_total)>;

}  // namespace hearth
