#pragma once

namespace hearth {

/// Makes the classes of this folder known to QML as Hearth.Settings.Models.
void registerSettingsTypes();

}  // namespace hearth
