#include "library/register_types.h"

#include "library/downloads.h"
#include "library/local_model_filter.h"
#include "library/local_models.h"
#include "library/request_log_model.h"
#include "library/starter_offers.h"

#include <QtQml>

namespace hearth {

void registerLibraryTypes() {
    const char* uri = "Hearth.Library.Models";
    const QString made = QStringLiteral("Made by the program.");
    qmlRegisterUncreatableType<Downloads>(uri, 1, 0, "Downloads", made);
    qmlRegisterType<LocalModelFilter>(uri, 1, 0, "LocalModelFilter");
    qmlRegisterUncreatableType<LocalModels>(uri, 1, 0, "LocalModels", made);
    qmlRegisterUncreatableType<RequestLogModel>(uri, 1, 0, "RequestLogModel", made);
    qmlRegisterUncreatableType<StarterOffers>(uri, 1, 0, "StarterOffers", made);
}

}  // namespace hearth
