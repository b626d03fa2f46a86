#include "library/register_types.h"

#include "library/hub_access.h"
#include "library/hub_groups.h"
#include "library/hub_model_view.h"
#include "library/hub_search.h"
#include "library/hub_token.h"
#include "library/library_space.h"
#include "library/local_model_facts.h"
#include "library/local_model_filter.h"
#include "library/local_models.h"
#include "library/speed_probe.h"
#include "library/starter_offers.h"

#include <QtQml>

namespace hearth {

void registerLibraryTypes() {
    const char* uri = "Hearth.Library.Models";
    const QString made = QStringLiteral("Made by the program.");
    qmlRegisterUncreatableType<HubAccess>(uri, 1, 0, "HubAccess", made);
    qmlRegisterUncreatableType<HubGroups>(uri, 1, 0, "HubGroups", made);
    qmlRegisterUncreatableType<HubModelView>(uri, 1, 0, "HubModelView", made);
    qmlRegisterUncreatableType<HubSearch>(uri, 1, 0, "HubSearch", made);
    qmlRegisterUncreatableType<HubToken>(uri, 1, 0, "HubToken", made);
    qmlRegisterUncreatableType<LibrarySpace>(uri, 1, 0, "LibrarySpace", made);
    qmlRegisterType<LocalModelFacts>(uri, 1, 0, "LocalModelFacts");
    qmlRegisterType<LocalModelFilter>(uri, 1, 0, "LocalModelFilter");
    qmlRegisterUncreatableType<LocalModels>(uri, 1, 0, "LocalModels", made);
    qmlRegisterUncreatableType<SpeedProbe>(uri, 1, 0, "SpeedProbe", made);
    qmlRegisterUncreatableType<StarterOffers>(uri, 1, 0, "StarterOffers", made);
}

}  // namespace hearth
