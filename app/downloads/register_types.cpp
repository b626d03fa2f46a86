#include "downloads/register_types.h"

#include "downloads/downloads.h"
#include "downloads/request_log_model.h"

#include <QtQml>

namespace hearth {

void registerDownloadTypes() {
    const char* uri = "Hearth.Downloads.Models";
    const QString made = QStringLiteral("Made by the program.");
    qmlRegisterUncreatableType<Downloads>(uri, 1, 0, "Downloads", made);
    qmlRegisterUncreatableType<RequestLogModel>(uri, 1, 0, "RequestLogModel", made);
}

}  // namespace hearth
