#pragma once

#include "fit/device_speed.h"

#include <hearth/result.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

namespace hearth::fit {

/// One entry of `device_speed.json`.
struct KnownDevice {
    DeviceKey key;
    DeviceProbe probe;
    std::vector<double> decode_ratios;  ///< measured / predicted, oldest first
    std::vector<double> prefill_ratios;
    std::optional<std::chrono::sys_seconds> measured{};  ///< absent: an earlier version did not note it
};

/// What the file holds; nothing where it is missing, damaged, longer than a file of ours can be, or of
/// another version. Entries that make no sense (a speed that is not a positive number) are left out.
std::vector<KnownDevice> read_speed_file(const std::filesystem::path& file);

/// Replaces the file at once or not at all, and makes its folder where it is missing. Errors: write_failed.
Status write_speed_file(const std::filesystem::path& file, const std::vector<KnownDevice>& devices);

}  // namespace hearth::fit
