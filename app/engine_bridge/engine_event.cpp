#include "engine_bridge/engine_event.h"

namespace hearth {

bool isFinal(const EngineEvent& event) {
    return std::holds_alternative<Done>(event.what) || std::holds_alternative<Failure>(event.what);
}

}  // namespace hearth
