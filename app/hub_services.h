#pragma once

#include "library/network_hub_source.h"
#include "library/speed_probe.h"

#include <QString>
#include <memory>

namespace hearth {

/// Hubs over the network; `cacheFolder` keeps their answers. The fetcher outlives what is made.
HubSourceMaker networkHubs(transfers::Fetcher& fetcher, const QString& cacheFolder,
                           std::shared_ptr<const PlanningInputs> planning);

/// This computer, measured by the engine; what it found is kept in the data folder.
SpeedProbe::Device engineDevice(const QString& dataFolder, std::shared_ptr<const PlanningInputs> planning);

}  // namespace hearth
