#include "settings/register_types.h"

#include "settings/settings.h"

#include <QtQml>

namespace hearth {

void registerSettingsTypes() {
    qmlRegisterUncreatableType<Settings>("Hearth.Settings.Models", 1, 0, "Settings",
                                         QStringLiteral("The program makes it."));
}

}  // namespace hearth
