#include "application.h"

#include "chat/register_types.h"
#include "downloads/register_types.h"
#include "engine_bridge/register_types.h"
#include "library/register_types.h"
#include "settings/register_types.h"
#include "shell/register_types.h"
#include "system/error_sentences.h"
#include "system/fonts.h"
#include "system/register_types.h"
#include "system/renderer_choice.h"
#include "transcript/register_types.h"

#include <QDesktopServices>
#include <QGuiApplication>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QTimer>
#include <filesystem>

namespace hearth {

namespace {

/// The event loop waits so long for answers and drafts to be stored; what is still under way then is waited
/// for where the storage ends.
constexpr int kEndPatienceMs = 5000;
constexpr double kZoomStep = 0.1;

void registerTypes() {
    registerChatTypes();
    registerDownloadTypes();
    registerEngineTypes();
    registerLibraryTypes();
    registerSettingsTypes();
    registerShellTypes();
    registerSystemTypes();
    registerTranscriptTypes();
}

std::filesystem::path fileSystemPath(const QString& path) {
    return std::filesystem::path(path.toStdU16String());
}

transfers::Transfers::Options transferOptions(const DataFolder& folder, const Settings& settings) {
    transfers::Transfers::Options options;
    options.log_file = fileSystemPath(folder.logs() + QStringLiteral("/requests.log"));
    options.offline = settings.offline();
    return options;
}

LocalModels::Options localModelOptions(const ApplicationOptions& program) {
    const DataFolder& folder = program.folder;
    LocalModels::Options options;
    options.modelsFolder = folder.models();
    options.cacheFile = folder.root() + QStringLiteral("/models.json");
    options.addedFiles = folder.root() + QStringLiteral("/added-models.json");
    options.curatedList = program.catalog;
    options.inspect = program.inspect;
    options.mounts = program.mounts;
    return options;
}

}  // namespace

Application::Application(EngineClient& engine, ApplicationOptions options)
    : m_options(std::move(options)),
      m_engine(engine),
      m_settings(m_options.folder.settingsFile()),
      m_system(m_options.appearance),
      m_appearance(m_settings, m_system, m_languages),
      m_runMarker(m_options.folder.runMarker()),
      m_activeModel(engine, errorSentence),
      m_storage(fileSystemPath(m_options.folder.chatsDatabase())),
      m_sessions(engine, m_activeModel, m_storage),
      m_chats(m_storage, m_sessions),
      m_foundChats(m_storage, m_sessions),
      m_deletedChats(m_storage, m_chats),
      m_presets(m_storage),
      m_tabSessions(m_sessions),
      m_workspace(m_tabSessions, m_options.folder.workspaceFile()),
      m_modelSwitch(m_activeModel, m_settings, [this] { return m_sessions.writingCount(); }),
      m_downloads(transferOptions(m_options.folder, m_settings), m_options.folder.models()),
      m_localModels(localModelOptions(m_options)),
      m_space(m_localModels),
      m_planning(std::make_shared<PlanningInputs>()),
      m_fetcher(std::make_unique<transfers::Fetcher>(
          m_downloads.service().offline_switch(), m_downloads.service().log(), transfers::TransferPolicy{})),
      m_hub(m_options.hub
                ? m_options.hub
                : networkHubs(*m_fetcher, m_options.folder.root() + QStringLiteral("/hub"), m_planning)),
      m_secrets(QStringLiteral("Hearth")),
      m_hubToken(m_hub, m_secrets),
      m_hubSearch(m_hub),
      m_hubModel(m_hub, m_downloads, m_localModels, m_options.folder.models()),
      m_probe(m_options.device.find ? m_options.device : engineDevice(m_options.folder.root(), m_planning)),
      m_offers(m_options.catalog, m_options.folder.models(), m_localModels, m_downloads),
      m_requests(m_downloads.service().log()),
      m_palette(m_shortcuts, paletteSources()),
      m_links([](const QUrl& url) { QDesktopServices::openUrl(url); }),
      m_fileManager([](const QUrl& url) { QDesktopServices::openUrl(url); }),
      m_status(engine, m_activeModel),
      m_safeStart(m_runMarker.crash(), m_settings.loadLastModel() ? m_settings.lastModel() : QString()),
      m_about(m_options.folder.root()) {
    m_languages.use(m_settings.language());
    const QStringList missingFonts = installFonts();
    if (!missingFonts.isEmpty()) {
        qWarning("missing typefaces, the system's are used: %s",
                 qPrintable(missingFonts.join(QStringLiteral(", "))));
    }
    connectSettings();
    connectModel();
    connectWorkspace();
    connectChats();
    connectLibrary();
    connectHub();
}

Application::~Application() {
    m_activeModel.setNameOfFile({});  // it outlives the offers that the names come from
}

bool Application::show() {
    registerTypes();
    QQuickStyle::setStyle(QStringLiteral("Basic"));
    m_qml = std::make_unique<QQmlApplicationEngine>();
    m_qml->setNetworkAccessManagerFactory(&m_network);
    m_qml->addImportPath(QStringLiteral(":/qt/qml"));
    const auto value = [](QObject& object) { return QVariant::fromValue(&object); };
    m_qml->setInitialProperties({
        {QStringLiteral("workspace"), value(m_workspace)},
        {QStringLiteral("shortcuts"), value(m_shortcuts)},
        {QStringLiteral("status"), value(m_status)},
        {QStringLiteral("notices"), value(m_notices)},
        {QStringLiteral("safeStart"), value(m_safeStart)},
        {QStringLiteral("palette"), value(m_palette)},
        {QStringLiteral("links"), value(m_links)},
        {QStringLiteral("fileManager"), value(m_fileManager)},
        {QStringLiteral("appearance"), value(m_appearance)},
        {QStringLiteral("settings"), value(m_settings)},
        {QStringLiteral("about"), value(m_about)},
        {QStringLiteral("activeModel"), value(m_activeModel)},
        {QStringLiteral("sessions"), value(m_sessions)},
        {QStringLiteral("storage"), value(m_storage)},
        {QStringLiteral("chats"), value(m_chats)},
        {QStringLiteral("deletedChats"), value(m_deletedChats)},
        {QStringLiteral("presets"), value(m_presets)},
        {QStringLiteral("modelSwitch"), value(m_modelSwitch)},
        {QStringLiteral("localModels"), value(m_localModels)},
        {QStringLiteral("librarySpace"), value(m_space)},
        {QStringLiteral("hub"), value(m_hub)},
        {QStringLiteral("hubToken"), value(m_hubToken)},
        {QStringLiteral("hubSearch"), value(m_hubSearch)},
        {QStringLiteral("hubModel"), value(m_hubModel)},
        {QStringLiteral("speedProbe"), value(m_probe)},
        {QStringLiteral("offers"), value(m_offers)},
        {QStringLiteral("downloads"), value(m_downloads)},
        {QStringLiteral("requests"), value(m_requests)},
        {QStringLiteral("modelFolder"), m_options.folder.models()},
    });
    m_qml->load(QUrl(QStringLiteral("qrc:/qt/qml/Hearth/Shell/Main.qml")));
    const QList<QQuickWindow*> shown = windows();
    if (m_qml->rootObjects().isEmpty() || shown.isEmpty()) {
        return false;
    }
    rememberEmulatedRenderer(shown.constFirst(), m_options.folder);
    connect(shown.constFirst(), &QQuickWindow::frameSwapped, this, &Application::afterFirstFrame,
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
    return true;
}

QList<QQuickWindow*> Application::windows() const {
    QList<QQuickWindow*> all;
    for (QWindow* window : QGuiApplication::topLevelWindows()) {
        if (auto* quick = qobject_cast<QQuickWindow*>(window);
            quick != nullptr && quick->transientParent() == nullptr) {
            all.append(quick);
        }
    }
    return all;
}

void Application::afterFirstFrame() {
    m_started = true;
    m_about.setRenderer(rendererName(*windows().constFirst()));
    for (const QString& problem : m_settings.problems()) {
        m_notices.tellProblem(problem);
    }
    m_localModels.setFolders(m_settings.modelFolders(), m_settings.scanOtherPrograms());
    if (!m_localModels.scanning()) {
        m_localModels.refresh();
    }
    m_probe.lookUp();
    m_hubToken.lookUp();
    if (!m_options.model.isEmpty()) {
        useFile(m_options.model);
    } else if (m_options.loadsLastModel && m_settings.loadLastModel() && m_safeStart.allowsAutoload() &&
               !m_settings.lastModel().isEmpty()) {
        // Once it is known what speaks against it.
        connect(
            &m_localModels, &LocalModels::known, this,
            [this] {
                if (m_activeModel.state() == ActiveModel::None) {
                    m_modelSwitch.use(m_settings.lastModel());
                }
            },
            Qt::SingleShotConnection);
    }
    Q_EMIT firstFrame();
}

void Application::perform(const QString& action) {
    const auto zoomTo = [this](double scale) { m_settings.setFontScale(qBound(0.8, scale, 2.0)); };
    if (action == QLatin1String("zoomIn")) {
        zoomTo(m_settings.fontScale() + kZoomStep);
    } else if (action == QLatin1String("zoomOut")) {
        zoomTo(m_settings.fontScale() - kZoomStep);
    } else if (action == QLatin1String("zoomReset")) {
        zoomTo(1.0);
    } else if (action == QLatin1String("toggleTheme")) {
        m_settings.setTheme(m_appearance.isDark() ? QStringLiteral("light") : QStringLiteral("dark"));
    } else if (action == QLatin1String("toggleOffline")) {
        m_settings.setOffline(!m_settings.offline());
    } else if (action == QLatin1String("unloadModel")) {
        m_modelSwitch.unload();
    }
}

void Application::comeForward(const QStringList& arguments, const QString& activationToken) {
    if (!activationToken.isEmpty()) {
        qputenv("XDG_ACTIVATION_TOKEN", activationToken.toUtf8());
    }
    if (WindowState* window = m_workspace.currentWindow()) {
        Q_EMIT window->raiseRequested();
    }
    useFile(arguments.value(0));
}

void Application::useFile(const QString& path) {
    if (path.isEmpty()) {
        return;
    }
    const QUrl file = QUrl::fromLocalFile(path);
    if (const QString refusal = m_localModels.refusalOf(file); !refusal.isEmpty()) {
        m_notices.tellProblem(refusal);
        return;
    }
    m_modelSwitch.use(m_localModels.addFile(file));
}

void Application::retranslate() {
    if (m_qml) {
        m_qml->retranslate();
    }
    m_activeModel.retranslate();
    m_chats.refresh();
    m_deletedChats.refresh();
    m_foundChats.refresh();
    m_storage.retranslate();
    m_sessions.retranslate();
    m_workspace.retranslate();
    m_shortcuts.retranslate();
    m_status.retranslate();
    m_safeStart.retranslate();
    m_about.retranslate();
    m_localModels.retranslate();
    m_space.retranslate();
    m_hubToken.retranslate();
    m_hubSearch.retranslate();
    m_hubModel.retranslate();
    m_probe.retranslate();
    m_offers.retranslate();
    m_downloads.retranslate();
}

void Application::finish() {
    if (m_finishing) {
        return;
    }
    m_finishing = true;
    Q_EMIT finishing();
    for (QQuickWindow* window : windows()) {
        window->hide();
    }
    const auto end = [this] {
        m_workspace.flush();
        m_settings.flush();
        m_runMarker.finish();
        // Not quit(): that asks the windows again, and they would ask the person.
        QCoreApplication::exit(0);
    };
    m_sessions.flush(end);
    QTimer::singleShot(kEndPatienceMs, this, end);
}

}  // namespace hearth
