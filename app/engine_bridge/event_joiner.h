#pragma once

#include "engine_bridge/engine_event.h"

#include <vector>

namespace hearth {

/// The events of one frame, shortened: neighbouring TextDeltas of a request become one, and of neighbouring
/// Queued or Reading events of a request the last one stays. The order within each request is kept.
std::vector<EngineEvent> joined(std::vector<EngineEvent> events);

}  // namespace hearth
