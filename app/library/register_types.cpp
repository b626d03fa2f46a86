#include "library/register_types.h"

#include "library/library_space.h"
#include "library/local_model_facts.h"
#include "library/local_model_filter.h"
#include "library/local_models.h"
#include "library/starter_offers.h"

#include <QtQml>

namespace hearth {

void registerLibraryTypes() {
    const char* uri = "Hearth.Library.Models";
    const QString made = QStringLiteral("Made by the program.");
    qmlRegisterUncreatableType<LibrarySpace>(uri, 1, 0, "LibrarySpace", made);
    qmlRegisterType<LocalModelFacts>(uri, 1, 0, "LocalModelFacts");
    qmlRegisterType<LocalModelFilter>(uri, 1, 0, "LocalModelFilter");
    qmlRegisterUncreatableType<LocalModels>(uri, 1, 0, "LocalModels", made);
    qmlRegisterUncreatableType<StarterOffers>(uri, 1, 0, "StarterOffers", made);
}

}  // namespace hearth
