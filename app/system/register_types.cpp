#include "system/register_types.h"

#include "system/file_manager.h"
#include "system/link_opener.h"
#include "system/system_appearance.h"

#include <QtQml>

namespace hearth {

void registerSystemTypes() {
    const QString reason = QStringLiteral("The program makes it.");
    qmlRegisterUncreatableType<FileManager>("Hearth.System.Models", 1, 0, "FileManager", reason);
    qmlRegisterUncreatableType<LinkOpener>("Hearth.System.Models", 1, 0, "LinkOpener", reason);
    qmlRegisterUncreatableType<SystemAppearance>("Hearth.System.Models", 1, 0, "SystemAppearance", reason);
}

}  // namespace hearth
