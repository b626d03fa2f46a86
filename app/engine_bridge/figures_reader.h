#pragma once

#include "engine_bridge/engine_figures.h"
#include "engine_bridge/model_session.h"

#include <memory>
#include <vector>

namespace hearth {

/// What the sessions hold and do now, and the machine's memory; tokensPerSecond is left out. Reads files of
/// the system: not for the GUI thread.
EngineFigures readFigures(const std::vector<std::shared_ptr<ModelSession>>& sessions);

}  // namespace hearth
