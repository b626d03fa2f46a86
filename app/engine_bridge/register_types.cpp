#include "engine_bridge/register_types.h"

#include "engine_bridge/active_model.h"

#include <qqml.h>

namespace hearth {

void registerEngineTypes() {
    qmlRegisterUncreatableType<ActiveModel>("Hearth.Engine.Models", 1, 0, "ActiveModel",
                                            QStringLiteral("made by the program"));
}

}  // namespace hearth
