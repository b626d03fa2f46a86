#include "library_stage.h"

#include "app/transfers/faulty_file_operations.h"
#include "app/transfers/test_download.h"
#include "system/error_sentences.h"

#include <QCoreApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QQmlEngine>
#include <QQuickWindow>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>

namespace hearth {

namespace {

constexpr int kWhole = 0;
constexpr int kHalf = 1;
constexpr int kForbidden = 2;
constexpr int kPage = 3;

/// Large enough that its figures look like a model's.
const std::string& content() {
    static const std::string bytes = test::test_content(9'836'243);
    return bytes;
}

QByteArray catalogFor(const std::string& host) {
    QFile ours(QStringLiteral(HEARTH_CATALOG_FILE));
    if (!ours.open(QIODevice::ReadOnly)) {
        return {};
    }
    QJsonObject document = QJsonDocument::fromJson(ours.readAll()).object();
    QJsonObject model = document[QStringLiteral("models")].toArray()[0].toObject();
    QJsonObject source = model[QStringLiteral("sources")].toArray()[0].toObject();
    source[QStringLiteral("endpoint")] = QStringLiteral("http://") + QString::fromStdString(host);
    model[QStringLiteral("sources")] = QJsonArray{source};
    model[QStringLiteral("bytes")] = static_cast<qint64>(content().size());
    model[QStringLiteral("sha256")] = QString::fromStdString(test::sha256_of(content()));
    document[QStringLiteral("models")] = QJsonArray{model};
    return QJsonDocument(document).toJson();
}

catalog::Inspection inspectByName(const std::filesystem::path& path) {
    catalog::Inspection inspection;
    const std::string name = path.filename().string();
    inspection.facts = {.architecture = "qwen3", .size_label = "8B", .quantization = "Q4_K_M"};
    if (name.find("clip") != std::string::npos) {
        inspection.state = catalog::ModelState::unsupported;
        inspection.reason = Error{ErrorCode::unsupported_architecture,
                                  "clip",
                                  {.file = path.string(), .field = "general.architecture", .actual = "clip"}};
    } else if (name.find("broken") != std::string::npos) {
        inspection.state = catalog::ModelState::incomplete;
        inspection.reason =
            Error{ErrorCode::data_truncated,
                  "short",
                  {.file = path.string(), .bytes_needed = 4'900'000'000, .bytes_available = 2'100'000'000}};
    }
    return inspection;
}

}  // namespace

LibraryStage::LibraryStage(QQmlEngine& engine, QObject* parent) : QObject(parent), m_engine(engine) {
    QLocale::setDefault(QLocale(QStringLiteral("en_US")));
    m_server = std::make_unique<test::TestServer>(
        [way = m_way](const test::TestRequest& request, const test::TestConnection& connection) {
            switch (way->load()) {
                case kHalf:
                    connection.head(200, {{"Content-Length", std::to_string(content().size())}});
                    connection.send(std::string_view(content()).substr(0, content().size() / 2));
                    connection.hold();
                    return;
                case kForbidden:
                    connection.respond(403, "no");
                    return;
                case kPage:
                    connection.respond(200, "<!DOCTYPE html><html>Welcome to the hotel</html>");
                    return;
                default:
                    test::serve_file(content())(request, connection);
            }
        });
    reset();
    open(false);
}

LibraryStage::~LibraryStage() {
    close();
}

bool LibraryStage::wantsPictures() const {
    return !qEnvironmentVariableIsEmpty("HEARTH_SCREENSHOTS");
}

void LibraryStage::close() {
    m_probe.reset();
    m_hubModel.reset();
    m_search.reset();
    m_hub.reset();
    m_space.reset();
    m_offers.reset();
    m_downloads.reset();
    m_models.reset();
    m_activeModel.reset();
    m_fake.reset();
}

void LibraryStage::write(const QString& path, const QByteArray& bytes) const {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(bytes);
    }
}

void LibraryStage::reset() {
    m_driveFull = false;
    m_lastFolder = std::move(m_folder);
    m_folder = std::make_unique<QTemporaryDir>();
    *m_way = kWhole;
    m_failLoads = false;
    m_go = {};
    plug({}, false);
    m_hubs = std::make_shared<test::ScriptedHub>();
    setHub(QStringLiteral("models"));
    write(pathOf(QStringLiteral("catalog.json")), catalogFor(m_server->host()));
}

void LibraryStage::putStarter() {
    write(pathOf(QStringLiteral("models/SmolLM2-135M-Instruct.Q4_1.gguf")),
          QByteArray::fromStdString(content()));
}

void LibraryStage::put(const QString& name) {
    write(pathOf(name), "GGUF");
    QFile::resize(pathOf(name), 5'000'000'000);  // sparse
}

void LibraryStage::putSmall(const QString& name) {
    write(pathOf(name), "GGUF and a few bytes");
}

void LibraryStage::take(const QString& name) {
    QFileInfo(pathOf(name)).isDir() ? QDir(pathOf(name)).removeRecursively() : QFile::remove(pathOf(name));
}

void LibraryStage::plug(const QString& name, bool here) {
    const std::lock_guard lock(m_mountsMutex);
    m_mounts.resize(1);
    if (here) {
        m_mounts.push_back({pathOf(name).toStdString(), "/", "uuid:stick"});
    }
}

void LibraryStage::addFolder(const QString& name) {
    m_models->setFolders({pathOf(name)}, true);
}

void LibraryStage::promiseOther(const QString& name) {
    m_models->noteDownload({.target = pathOf(name).toStdString(),
                            .bytes = 1000,
                            .sha256 = std::string(64, 'a'),
                            .sources = {{"http://127.0.0.1:1/model.gguf"}}});
}

void LibraryStage::suggest() {
    auto catalog = catalog::read_catalog(HEARTH_CATALOG_FILE);
    if (catalog) {
        m_search->setSuggestions(std::move(catalog->suggestions));
    }
}

void LibraryStage::holdMoves() {
    m_models->setMoveGate(
        [this](std::function<void()> go) { m_downloads->hold([this, go = std::move(go)] { m_go = go; }); });
    connect(m_models.get(), &LocalModels::moveEnded, m_downloads.get(), &Downloads::release);
}

void LibraryStage::letMovesGo() {
    if (m_go) {
        std::exchange(m_go, {})();
    }
}

void LibraryStage::leaveMove(const QString& name) {
    SQLite::Database library(pathOf(QStringLiteral("library.db")).toStdString(), SQLite::OPEN_READWRITE);
    SQLite::Statement set(library, "INSERT OR REPLACE INTO setting(name, value) VALUES('move', ?)");
    set.bind(1, QJsonDocument(QJsonObject{{QStringLiteral("from"), pathOf(QStringLiteral("models"))},
                                          {QStringLiteral("to"), pathOf(name)},
                                          {QStringLiteral("made"), true}})
                    .toJson(QJsonDocument::Compact)
                    .toStdString());
    set.exec();
}

void LibraryStage::dragOver(QQuickItem* item, const QUrl& file) {
    dragAllOver(item, {file});
}

void LibraryStage::dragAllOver(QQuickItem* item, const QList<QUrl>& files) {
    m_dragged.setUrls(files);
    const QPoint place(item->window()->width() / 2, item->window()->height() / 2);
    QDragEnterEvent enter(place, Qt::CopyAction, &m_dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(item->window(), &enter);
    QDragMoveEvent move(place, Qt::CopyAction, &m_dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(item->window(), &move);
}

void LibraryStage::endDrag(QQuickItem* item, bool drop) {
    if (drop) {
        const QPoint place(item->window()->width() / 2, item->window()->height() / 2);
        QDropEvent event(place, Qt::CopyAction, &m_dragged, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(item->window(), &event);
    } else {
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(item->window(), &leave);
    }
}

void LibraryStage::setServer(const QString& way) {
    const QStringList ways{QStringLiteral("whole"), QStringLiteral("half"), QStringLiteral("forbidden"),
                           QStringLiteral("page")};
    *m_way = static_cast<int>(ways.indexOf(way));
}

void LibraryStage::setHub(const QString& way) {
    m_hubs->script = {};
    if (way == QStringLiteral("licence")) {
        m_hubs->script.failure = transfers::Failure{.kind = transfers::FailureKind::licence_not_accepted};
        return;
    }
    if (way == QStringLiteral("offline")) {
        m_hubs->script.failure = transfers::Failure{.kind = transfers::FailureKind::offline};
        return;
    }
    hub::SearchPage found;
    found.models = {test::hubModel("Qwen/Qwen3-8B-GGUF", 8.2), test::hubModel("big/Llama-70B-GGUF", 70)};
    if (way == QStringLiteral("many")) {
        for (int number = 0; number < 60; ++number) {
            found.models.insert(found.models.begin(),
                                test::hubModel("many/Model-" + std::to_string(number), number));
        }
    }
    hub::HubModelPage page;
    page.model = found.models.front();
    page.page_url = "https://huggingface.co/Qwen/Qwen3-8B-GGUF";
    hub::FileGroup bad = test::hubGroup("IQ1_S", 1'000'000'000);
    bad.problem = hub::GroupProblem::unsupported_type;
    page.groups = {bad, test::hubGroup("Q4_K_M", 5'000'000'000, true), test::hubGroup("Q8_0", 8'700'000'000)};
    m_hubs->script.pages = {found};
    m_hubs->script.models = {page};
}

void LibraryStage::failLoads(bool fail) {
    m_failLoads = fail;
}

void LibraryStage::open(bool offline) {
    const auto oldFolder = std::move(m_lastFolder);
    // QML lets go of the old ones before they are gone, those that use others first.
    auto oldOffers = std::move(m_offers);
    auto oldDownloads = std::move(m_downloads);
    auto oldModels = std::move(m_models);
    auto oldActive = std::move(m_activeModel);
    auto oldFake = std::move(m_fake);
    auto oldHub = std::move(m_hub);
    auto oldSpace = std::move(m_space);
    auto oldSearch = std::move(m_search);
    auto oldHubModel = std::move(m_hubModel);
    auto oldProbe = std::move(m_probe);

    FakeScript script = defaultFakeScript();
    FakeModel model = script.models.begin()->second;
    model.loadTime = std::chrono::milliseconds(1500);
    if (m_failLoads) {
        model.loadError = Error{ErrorCode::out_of_memory,
                                "no memory",
                                {.bytes_needed = 21'000'000'000, .bytes_available = 9'000'000'000}};
    }
    for (const char* name : {"models/SmolLM2-135M-Instruct.Q4_1.gguf",
                             ".lmstudio/models/lmstudio-community/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf"}) {
        script.models[pathOf(QString::fromLatin1(name))] = model;
    }
    m_fake = std::make_unique<FakeEngine>(script);
    m_activeModel = std::make_unique<ActiveModel>(*m_fake, errorSentence);

    LocalModels::Options options;
    options.modelsFolder = pathOf(QStringLiteral("models"));
    options.cacheFile = pathOf(QStringLiteral("cache.json"));
    options.addedFiles = pathOf(QStringLiteral("files.json"));
    options.environment = [home = m_folder->path().toStdString()](const char* name) {
        return std::string(name) == "HOME" ? std::optional(home) : std::nullopt;
    };
    options.inspect = inspectByName;
    options.mounts = [this] {
        const std::lock_guard lock(m_mountsMutex);
        return catalog::Mounts(m_mounts);
    };
    if (m_driveFull) {
        options.files = std::make_shared<test::FaultyFileOperations>(
            1, ENOSPC, test::FaultyFileOperations::Fault::from_then_on);
    }
    m_models = std::make_unique<LocalModels>(options);
    transfers::Transfers::Options transferOptions{.policy = test::quick_policy(), .offline = offline};
    transferOptions.policy.stall_time = std::chrono::seconds(20);
    m_downloads = std::make_unique<Downloads>(transferOptions, options.modelsFolder);
    m_offers = std::make_unique<StarterOffers>(pathOf(QStringLiteral("catalog.json")), options.modelsFolder,
                                               *m_models, *m_downloads);
    m_space = std::make_unique<LibrarySpace>(*m_models);
    m_hub = std::make_unique<HubAccess>([this](const hub::Endpoint&) { return m_hubs; });
    m_hub->setMemory(9'000'000'000, 0);
    m_search = std::make_unique<HubSearch>(*m_hub);
    m_hubModel = std::make_unique<HubModelView>(*m_hub, *m_downloads, *m_models, options.modelsFolder);
    m_probe = std::make_unique<SpeedProbe>(
        SpeedProbe::Device{.find = [] { return std::optional<fit::DeviceSpeed>(); },
                           .measure = [](const SpeedProbe::Progress&) -> Result<fit::DeviceSpeed> {
                               return fit::DeviceSpeed{};
                           }});
    m_probe->lookUp();
    m_models->refresh();
    Q_EMIT opened();
}

void LibraryStage::setLanguage(const QString& language) {
    QCoreApplication::removeTranslator(&m_translator);
    QLocale::setDefault(QLocale(language));
    if (language != QStringLiteral("en") &&
        m_translator.load(qEnvironmentVariable("HEARTH_TEST_TRANSLATION"))) {
        QCoreApplication::installTranslator(&m_translator);
    }
    m_engine.retranslate();
    m_models->retranslate();
    m_downloads->retranslate();
    m_offers->retranslate();
}

void LibraryStage::picture(QQuickItem* item, const QString& name) const {
    if (wantsPictures()) {
        item->window()->grabWindow().save(qEnvironmentVariable("HEARTH_SCREENSHOTS") + QLatin1Char('/') +
                                          name);
    }
}

}  // namespace hearth
