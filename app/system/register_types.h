#pragma once

namespace hearth {

/// Makes the classes of this folder known to QML as Hearth.System.Models.
void registerSystemTypes();

}  // namespace hearth
