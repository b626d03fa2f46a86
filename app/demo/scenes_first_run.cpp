// The first page: what there is to talk to, before any model was used.

#include "chat/chat_session.h"
#include "demo/local_server.h"
#include "demo/scenes.h"
#include "shell/window_state.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QQuickItem>

namespace hearth {

namespace {

using namespace std::chrono_literals;

QJsonObject starterOf(const QString& catalog) {
    QFile file(catalog);
    return file.open(QIODevice::ReadOnly)
               ? QJsonDocument::fromJson(file.readAll())[QStringLiteral("models")][0].toObject()
               : QJsonObject();
}

void newcomer(SceneSetting& setting) {
    setting.newcomer = true;
}

void withStarter(SceneSetting& setting) {
    newcomer(setting);
    const QJsonObject starter = starterOf(shippedCatalog());
    FakeModel model = setting.stage.script.models.at(kSmallModel);
    model.info.name = starter[QStringLiteral("title")].toString();
    model.loadTime = 1200ms;
    placeModel(setting, starter[QStringLiteral("file")].toString(),
               starter[QStringLiteral("bytes")].toInteger(), model);
}

void withModels(SceneSetting& setting) {
    newcomer(setting);
    placeModels(setting);
}

/// The list of models with a server of our own as the only source.
void servedBy(SceneSetting& setting, LocalServer::Behaviour behaviour) {
    newcomer(setting);
    static LocalServer server;
    server.behave(behaviour);
    QJsonObject starter = starterOf(shippedCatalog());
    const QString file = starter[QStringLiteral("file")].toString();
    starter[QStringLiteral("sources")] =
        QJsonArray{QJsonObject{{QStringLiteral("kind"), QStringLiteral("huggingface")},
                               {QStringLiteral("endpoint"), server.address()},
                               {QStringLiteral("repository"), QStringLiteral("hearth/starter")},
                               {QStringLiteral("revision"), QStringLiteral("main")},
                               {QStringLiteral("path"), file}}};
    setting.stage.catalog = setting.folder.root() + QStringLiteral("/catalog.json");
    QFile catalog(setting.stage.catalog);
    if (catalog.open(QIODevice::WriteOnly)) {
        catalog.write(QJsonDocument(QJsonObject{{QStringLiteral("version"), 1},
                                                {QStringLiteral("models"), QJsonArray{starter}}})
                          .toJson());
    }
}

void waitForOffer(ScenePlay& play) {
    play.need([&play] { return play.stage.find(QStringLiteral("OfferCard")) != nullptr; },
              "nothing was offered");
}

/// The role of the first offer, by its name in QML.
QVariant offered(ScenePlay& play, const char* role) {
    StarterOffers& offers = play.stage.program().offers();
    return offers.data(offers.index(0, 0), offers.roleNames().key(role));
}

void download(ScenePlay& play) {
    waitForOffer(play);
    play.stage.program().offers().choose(0);
}

void useOffered(ScenePlay& play) {
    waitForOffer(play);
    play.stage.program().activeModel().use(play.stage.program().offers().choose(0));
}

}  // namespace

QList<Scene> firstRunScenes() {
    return {
        {"first-run", "starter-here", withStarter, waitForOffer},
        {"first-run", "starter-to-download", newcomer, waitForOffer},
        {"first-run", "downloading",
         [](SceneSetting& setting) { servedBy(setting, LocalServer::Behaviour::SendsAThird); },
         [](ScenePlay& play) {
             download(play);
             play.need([&play] { return offered(play, "progress").toDouble() > 0.3; },
                       "the download did not begin");
         }},
        {"first-run", "download-failed",
         [](SceneSetting& setting) { servedBy(setting, LocalServer::Behaviour::KnowsNothing); },
         [](ScenePlay& play) {
             download(play);
             play.need([&play] { return offered(play, "offerState").toInt() == StarterOffers::Failed; },
                       "the download did not fail");
         }},
        {"first-run", "offline",
         [](SceneSetting& setting) {
             newcomer(setting);
             setting.offline = true;
         },
         waitForOffer},
        {"first-run", "models-found", withModels, waitForOffer},
        {"first-run", "loading", withStarter,
         [](ScenePlay& play) {
             useOffered(play);
             play.need([&play] { return play.stage.program().activeModel().progress() > 0.3; },
                       "nothing loads");
         }},
        {"first-run", "load-failed",
         [](SceneSetting& setting) {
             withStarter(setting);
             for (auto& [path, model] : setting.stage.script.models) {
                 model.loadError = Error{ErrorCode::out_of_memory,
                                         "the model does not fit",
                                         {.bytes_needed = 5'900'000'000, .bytes_available = 4'100'000'000}};
             }
         },
         [](ScenePlay& play) {
             useOffered(play);
             play.need([&play] { return play.stage.program().activeModel().state() == ActiveModel::Failed; },
                       "the model loaded");
         }},
        {"first-run", "ready", withStarter,
         [](ScenePlay& play) {
             useOffered(play);
             play.need([&play] { return play.stage.program().activeModel().ready(); },
                       "the model did not load");
         }},
    };
}

}  // namespace hearth
