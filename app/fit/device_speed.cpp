#include "fit/device_speed.h"

#include "fit/speed_file.h"

#include <hearth/load_plan.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace hearth::fit {
namespace {

constexpr std::size_t kMostRuns = 9;
/// Measured / predicted beyond it (or its inverse) is no fact about the device.
constexpr double kMostRatio = 4;
/// One person's machine has a few ways to be used; what no one asks for any more is left behind by new
/// entries.
constexpr std::size_t kMostDevices = 16;

/// Measured / predicted, where it is worth noting.
std::optional<double> ratio(const std::optional<double>& measured, double predicted) {
    if (!measured || !(predicted > 0)) {
        return std::nullopt;
    }
    const double value = *measured / predicted;
    return value >= 1 / kMostRatio && value <= kMostRatio ? std::optional(value) : std::nullopt;
}

void note(std::vector<double>& ratios, const std::optional<double>& value) {
    if (!value) {
        return;
    }
    ratios.push_back(*value);
    if (ratios.size() > kMostRuns) {
        ratios.erase(ratios.begin(), ratios.end() - kMostRuns);
    }
}

/// The median; 1 of nothing. Of an even number the mean, in ratios, of the two in the middle.
double factor_of(std::vector<double> ratios) {
    if (ratios.empty()) {
        return 1;
    }
    std::ranges::sort(ratios);
    const std::size_t middle = ratios.size() / 2;
    return ratios.size() % 2 == 1 ? ratios[middle] : std::sqrt(ratios[middle - 1] * ratios[middle]);
}

/// Of the same machine used the same way, whatever the engine.
bool same_use(const DeviceKey& a, const DeviceKey& b) {
    DeviceKey other = b;
    other.engine_version = a.engine_version;
    return a == other;
}

}  // namespace

PredictedSpeed DeviceSpeed::corrected(const PredictedSpeed& predicted) const {
    return {.decode_tokens_per_s = predicted.decode_tokens_per_s * decode_factor,
            .prefill_tokens_per_s = predicted.prefill_tokens_per_s * prefill_factor};
}

Result<DeviceKey> device_key(const LoadOptions& options) {
    HEARTH_TRY_ASSIGN(const std::vector<DeviceInfo> list, devices());
    const DeviceInfo& processor = list.front();
    return DeviceKey{.processor = processor.name,
                     .instruction_set = processor.instruction_set,
                     .thread_count = options.thread_count.value_or(processor.core_count),
                     .activation_bits = static_cast<std::uint32_t>(options.activation_bits),
                     .engine_version = HEARTH_VERSION};
}

std::chrono::sys_seconds seconds_now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::filesystem::path DeviceSpeeds::default_file(const std::filesystem::path& data_folder) {
    return data_folder / "device_speed.json";
}

std::optional<DeviceSpeed> DeviceSpeeds::find(const DeviceKey& key) const {
    const std::vector<KnownDevice> devices = read_speed_file(file_);
    const auto known = std::ranges::find(devices, key, &KnownDevice::key);
    if (known == devices.end()) {
        return std::nullopt;
    }
    return DeviceSpeed{.probe = known->probe,
                       .decode_factor = factor_of(known->decode_ratios),
                       .prefill_factor = factor_of(known->prefill_ratios),
                       .measured = known->measured};
}

Status DeviceSpeeds::store(const DeviceKey& key, const DeviceProbe& probe,
                           std::chrono::sys_seconds measured) {
    std::vector<KnownDevice> devices = read_speed_file(file_);
    std::erase_if(devices, [&](const KnownDevice& device) { return same_use(device.key, key); });
    devices.push_back(
        {.key = key, .probe = probe, .decode_ratios = {}, .prefill_ratios = {}, .measured = measured});
    if (devices.size() > kMostDevices) {
        devices.erase(devices.begin(), devices.end() - kMostDevices);
    }
    return write_speed_file(file_, devices);
}

Status DeviceSpeeds::record(const DeviceKey& key, const Measurement& run) {
    std::vector<KnownDevice> devices = read_speed_file(file_);
    const auto known = std::ranges::find(devices, key, &KnownDevice::key);
    const auto decode = ratio(run.decode_tokens_per_s, run.predicted.decode_tokens_per_s);
    const auto prefill = ratio(run.prefill_tokens_per_s, run.predicted.prefill_tokens_per_s);
    if (known == devices.end() || (!decode && !prefill)) {
        return {};
    }
    note(known->decode_ratios, decode);
    note(known->prefill_ratios, prefill);
    return write_speed_file(file_, devices);
}

}  // namespace hearth::fit
