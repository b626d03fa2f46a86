#pragma once

#include "fit/device_speed.h"

#include <hearth/event.h>
#include <hearth/load.h>
#include <hearth/result.h>

#include <filesystem>
#include <span>

namespace hearth::fit {

/// Corrects what is predicted for this device by requests that have finished: each ran alone, with the model
/// loaded by `options`. Does nothing for requests that say too little, a device that was not probed, and a
/// load by other arithmetic than the one that is predicted. Reads the model's header: blocking, tenths of a
/// second, on a worker thread. Errors: those of ModelFile::open and of DeviceSpeeds::record.
Status record_runs(DeviceSpeeds& speeds, const std::filesystem::path& model, const LoadOptions& options,
                   std::span<const Finished> runs);

}  // namespace hearth::fit
