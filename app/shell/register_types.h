#pragma once

namespace hearth {

/// Makes the classes of this folder known to QML as Hearth.Shell.Models.
void registerShellTypes();

}  // namespace hearth
