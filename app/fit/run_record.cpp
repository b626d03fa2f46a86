#include "fit/run_record.h"

#include "fit/fit.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <optional>

namespace hearth::fit {

Status record_runs(DeviceSpeeds& speeds, const std::filesystem::path& model, const LoadOptions& options,
                   std::span<const Finished> runs) {
    if (options.path != ComputePath::fast || std::ranges::none_of(runs, is_telling)) {
        return {};
    }
    HEARTH_TRY_ASSIGN(const DeviceKey key, device_key(options));
    const std::optional<DeviceSpeed> device = speeds.find(key);
    if (!device) {
        return {};
    }
    HEARTH_TRY_ASSIGN(const ModelFile header, ModelFile::open(model));
    for (const Finished& run : runs) {
        if (const auto measurement = measurement_of(header, options, *device, run)) {
            HEARTH_TRY(speeds.record(key, *measurement));
        }
    }
    return {};
}

}  // namespace hearth::fit
