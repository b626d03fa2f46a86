#pragma once

#include "fit/device_speed.h"

#include <hearth/event.h>
#include <hearth/load.h>
#include <hearth/model_file.h>
#include <hearth/result.h>
#include <hearth/speed.h>

#include <cstdint>
#include <optional>

namespace hearth::fit {

/// Whether a model would run here and how fast, in bytes and tokens per second.
struct Fit {
    std::uint32_t context_tokens = 0;  ///< longest sequence, with these numbers
    std::uint64_t weights_bytes = 0;
    std::uint64_t kv_bytes = 0;
    std::uint64_t workspace_bytes = 0;
    std::uint64_t free_bytes =
        0;              ///< free for it now: the system's reserve taken off, the replaced model added
    bool fits = false;  ///< Engine::load would take it
    /// Absent: the device was not probed for this use of it.
    std::optional<double> decode_tokens_per_s;
    std::optional<double> prefill_tokens_per_s;

    std::uint64_t total_bytes() const { return weights_bytes + kv_bytes + workspace_bytes; }
};

/// Plans a model, of which the header is enough, with the planner that loads use. `replaced_bytes`: what the
/// model holds that would be unloaded first. Where it does not fit the numbers are those it would need.
/// Blocking, milliseconds (a large vocabulary: tenths of a second); any thread. Errors: the reasons why it
/// cannot run whatever the memory.
Result<Fit> assess(const ModelFile& header, const LoadOptions& options,
                   const std::optional<DeviceSpeed>& device, std::uint64_t replaced_bytes,
                   const SpeedQuestion& question = {});

/// Whether a finished request says enough to be measured by: 32 generated tokens or more, or 128 prompt
/// tokens or more that were all computed.
bool is_telling(const Finished& run);

/// A finished request as a measurement to record: what was predicted for just this prompt and answer, and
/// what came out. Nothing where it says too little (is_telling). Only for requests that ran alone.
std::optional<Measurement> measurement_of(const ModelFile& header, const LoadOptions& options,
                                          const DeviceSpeed& device, const Finished& run);

}  // namespace hearth::fit
