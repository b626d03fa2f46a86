#pragma once

#include <hearth/devices.h>
#include <hearth/probe.h>
#include <hearth/result.h>
#include <hearth/speed.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hearth::fit {

/// What a device is known to do: its probe, and how runs of real models compared with what was predicted for
/// them.
struct DeviceSpeed {
    DeviceProbe probe;
    double decode_factor = 1;  ///< measured / predicted, the median of the last runs; 1 without runs
    double prefill_factor = 1;
    std::optional<std::chrono::sys_seconds> measured{};  ///< absent: an earlier version did not note it

    /// Other programs left the probe so little of the processor that its speeds are too low.
    bool disturbed() const { return probe.processor_share < kUndisturbedShare; }
    /// `predicted` with what the runs taught.
    PredictedSpeed corrected(const PredictedSpeed& predicted) const;
};

/// What a probe holds for. Another processor, instruction set, number of threads, precision or engine needs a
/// probe of its own.
struct DeviceKey {
    std::string processor;
    std::string instruction_set;
    std::uint32_t thread_count = 0;
    std::uint32_t activation_bits = 16;
    std::string engine_version;

    friend bool operator==(const DeviceKey&, const DeviceKey&) = default;
};

/// The key of this machine as `options` would use it, and of this program. Errors: those of devices().
Result<DeviceKey> device_key(const LoadOptions& options);

/// A run of a model: what was predicted for it without correction, and what came out. A part that was not
/// measured is absent.
struct Measurement {
    std::string model;  ///< general.name or the file's name, for people who read the file
    PredictedSpeed predicted;
    std::optional<double> decode_tokens_per_s;
    std::optional<double> prefill_tokens_per_s;
};

/// The time of day, as it is noted with a probe.
std::chrono::sys_seconds seconds_now();

/// Probes and runs in `device_speed.json` of the data folder, replaced atomically. Not thread-safe: one
/// worker thread at a time. Two programs that write at once: the later one wins, nothing is damaged.
class DeviceSpeeds {
 public:
    explicit DeviceSpeeds(std::filesystem::path file) : file_(std::move(file)) {}
    static std::filesystem::path default_file(const std::filesystem::path& data_folder);

    /// Nothing where this device was not probed yet, or the file is missing, damaged or of another version: a
    /// probe can always be made again.
    std::optional<DeviceSpeed> find(const DeviceKey& key) const;
    /// Keeps a probe, made at that time, in place of an earlier one and forgets its runs. Errors:
    /// write_failed.
    Status store(const DeviceKey& key, const DeviceProbe& probe,
                 std::chrono::sys_seconds measured = seconds_now());
    /// Notes a run; the last 9 count. One that is further than four times from the prediction says something
    /// about the moment (a busy machine, a stopped laptop), not about the device, and is not noted. Without a
    /// probe it is ignored. Errors: write_failed.
    Status record(const DeviceKey& key, const Measurement& run);

 private:
    std::filesystem::path file_;
};

}  // namespace hearth::fit
