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
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QScreen>
#include <QTimer>

#include <algorithm>
#include <filesystem>

namespace hearth {

namespace {

/// Answers and drafts are stored within this, or the program ends without them rather than hang.
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

QList<QRect> screenAreas() {
    QList<QRect> areas;
    for (const QScreen* screen : QGuiApplication::screens()) {
        areas.append(screen->availableGeometry());
    }
    return areas;
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
    options.inspect = program.inspect;
    options.mounts = program.mounts;
    return options;
}

/// The model file among the arguments of another start; empty without one.
QString modelAmong(const QStringList& arguments) {
    for (const QString& argument : arguments) {
        if (argument.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive)) {
            return argument;
        }
    }
    return {};
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
      m_presets(m_storage),
      m_tabSessions(m_sessions),
      m_workspace(m_tabSessions, m_options.folder.workspaceFile()),
      m_modelSwitch(m_activeModel, m_settings, [this] { return m_sessions.writingCount(); }),
      m_downloads(transferOptions(m_options.folder, m_settings), m_options.folder.models()),
      m_localModels(localModelOptions(m_options)),
      m_space(m_localModels),
      m_planning(std::make_shared<PlanningInputs>()),
      m_fetcher(std::make_unique<transfers::Fetcher>(m_downloads.service().offline_switch(),
                                                     m_downloads.service().log(), transfers::TransferPolicy{})),
      m_hub(m_options.hub ? m_options.hub
                          : networkHubs(*m_fetcher, m_options.folder.root() + QStringLiteral("/hub"), m_planning)),
      m_secrets(QStringLiteral("Hearth")),
      m_hubToken(m_hub, m_secrets),
      m_hubSearch(m_hub),
      m_hubModel(m_hub, m_downloads, m_localModels, m_options.folder.models()),
      m_probe(m_options.device.find ? m_options.device
                                    : engineDevice(m_options.folder.root(), m_planning)),
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
        qWarning("missing typefaces, the system's are used: %s", qPrintable(missingFonts.join(QStringLiteral(", "))));
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

void Application::connectSettings() {
    m_shortcuts.setChanges(m_settings.shortcuts());
    m_status.setOffline(m_settings.offline());
    connect(&m_shortcuts, &ShortcutTable::edited, this, [this] { m_settings.setShortcuts(m_shortcuts.changes()); });
    connect(&m_settings, &Settings::changed, this, [this] {
        m_languages.use(m_settings.language());
        m_shortcuts.setChanges(m_settings.shortcuts());
        m_status.setOffline(m_settings.offline());
        m_downloads.setOffline(m_settings.offline());
        if (m_started) {
            m_localModels.setFolders(m_settings.modelFolders(), m_settings.scanOtherPrograms());
        }
    });
    connect(&m_settings, &Settings::undoableChange, this, [this](const QString& what) {
        // Their own page has an undo of its own; notices would lie over what is being set.
        const WindowState* window = m_workspace.currentWindow();
        if (window != nullptr && window->page() == WindowState::Settings) {
            return;
        }
        m_notices.tell(tr("%1 changed").arg(what), tr("Undo"), [this] { m_settings.undo(); });
    });
    const auto saveFailed = [this](const QString& path, const QString& reason) {
        m_notices.tellProblem(tr("“%1” could not be saved (%2). What you changed holds until Hearth ends.")
                                  .arg(QDir::toNativeSeparators(path), reason));
    };
    connect(&m_settings, &Settings::saveFailed, this, saveFailed);
    connect(&m_workspace, &Workspace::saveFailed, this, saveFailed);
    connect(&m_languages, &Languages::changed, this, &Application::retranslate);
}

void Application::connectModel() {
    m_activeModel.setNameOfFile([this](const QString& path) {
        for (int row = 0; row < m_offers.rowCount(); ++row) {
            const QModelIndex offer = m_offers.index(row);
            if (m_offers.data(offer, StarterOffers::StarterRole).toBool() &&
                m_offers.data(offer, StarterOffers::PathRole).toString() == path) {
                return m_offers.data(offer, StarterOffers::TitleRole).toString();
            }
        }
        // As it is called where it was chosen: what a file says of itself is often another name.
        return m_localModels.nameOfPath(path);
    });
    // The curated list is read while a model may be loading already: its name is then another.
    connect(&m_offers, &StarterOffers::lookingChanged, &m_activeModel, &ActiveModel::stateChanged);
    connect(&m_activeModel, &ActiveModel::used, &m_settings, &Settings::setLastModel);
    connect(&m_activeModel, &ActiveModel::stateChanged, this, [this] {
        const bool loading = m_activeModel.state() == ActiveModel::Loading;
        m_runMarker.setActivity(loading ? QStringLiteral("loading")
                                        : m_activeModel.ready() ? QStringLiteral("running") : QString(),
                                m_activeModel.path());
    });
    connect(&m_safeStart, &SafeStart::loadRequested, &m_modelSwitch, &ModelSwitch::use);
    connect(&m_sessions, &SessionRegistry::writingCountChanged, this,
            [this] { m_status.setWritingCount(m_sessions.writingCount()); });
}

void Application::connectWorkspace() {
    m_workspace.restore(screenAreas());
    connect(&m_workspace, &Workspace::actionRequested, this, &Application::perform);
    connect(&m_workspace, &Workspace::quitRequested, this, &Application::finish);
    connect(&m_palette, &CommandPalette::modelChosen, &m_modelSwitch, &ModelSwitch::use);
}

void Application::connectChats() {
    connect(&m_chats, &ChatListModel::deleted, this, [this](qint64 conversationId, const QString& title) {
        m_workspace.forgetConversation(conversationId);
        m_notices.tell(tr("“%1” was deleted").arg(title), tr("Undo"),
                       [this, conversationId] { m_chats.restore(conversationId); });
    });
    // The palette's answers arrive when the search of the store is done.
    connect(&m_foundChats, &QAbstractItemModel::modelReset, this, &Application::showFoundChats);
    connect(&m_foundChats, &QAbstractItemModel::rowsInserted, this, &Application::showFoundChats);
    connect(&m_foundChats, &ChatListModel::searchingChanged, this, &Application::showFoundChats);
}

void Application::connectLibrary() {
    // Downloaded from the first page: the model is wanted now. Anything else waits until it is chosen.
    connect(&m_offers, &StarterOffers::modelReady, this, [this](const QString& path) {
        if (m_activeModel.state() == ActiveModel::None) {
            m_modelSwitch.use(path);
        }
    });
    connect(&m_downloads, &Downloads::fileFinished, &m_localModels, &LocalModels::noteDownload);
    connect(&m_downloads, &Downloads::finished, this, [this](const QString& path) {
        m_localModels.refresh();
        const int row = m_downloads.rowOf(path);
        // On the first page the model is used at once.
        if (m_activeModel.state() != ActiveModel::None && row >= 0) {
            m_notices.tell(tr("%1 is here").arg(m_downloads.index(row).data(Downloads::TitleRole).toString()),
                           tr("Use in chat"), [this, path] { m_modelSwitch.use(path); });
        }
    });
    connect(&m_localModels, &LocalModels::gone, this, [this](const QString& path) {
        for (int row = m_downloads.count() - 1; row >= 0; --row) {
            const QModelIndex download = m_downloads.index(row);
            if (download.data(Downloads::PathRole) == path &&
                download.data(Downloads::StateRole) == Downloads::Finished) {
                m_downloads.dismiss(row);  // what came is no longer here to be used
            }
        }
    });
    connect(&m_localModels, &LocalModels::removed, this,
            [this](const QString& id, const QString& name, bool trashed) {
                m_notices.tell(trashed ? tr("“%1” is in the trash").arg(name) : tr("“%1” is off the list").arg(name),
                               tr("Undo"), [this, id] { m_localModels.restore(id); });
            });
    connect(&m_localModels, &LocalModels::deleted, this, [this](const QString&, const QString& name) {
        m_notices.tell(tr("“%1” was deleted").arg(name));
    });
    connect(&m_localModels, &LocalModels::failed, this,
            [this](const QString&, const QString& sentence) { m_notices.tellProblem(sentence); });
    connect(&m_localModels, &LocalModels::verifyEnded, this,
            [this](const QString&, int, const QString& sentence) { m_notices.tell(sentence); });
    m_localModels.setMoveGate([this](std::function<void()> go) { m_downloads.hold(std::move(go)); });
    connect(&m_localModels, &LocalModels::moveEnded, this, [this](bool moved, const QString& sentence) {
        m_downloads.release();
        if (moved) {
            m_notices.tell(tr("The models are in their new folder"));
        } else if (!sentence.isEmpty()) {
            m_notices.tellProblem(sentence);
        }
    });
    connect(&m_downloads, &Downloads::progressChanged, this,
            [this] { m_status.setDownloads(m_downloads.runningCount(), m_downloads.progress()); });
    connect(&m_downloads, &Downloads::offlineChanged, this,
            [this] { m_settings.setOffline(m_downloads.offline()); });
}

void Application::connectHub() {
    const auto tellMemory = [this] {
        const auto held = m_activeModel.ready()
                              ? static_cast<quint64>(m_activeModel.weightBytes() + m_activeModel.kvBytes())
                              : 0;
        m_hub.setMemory(static_cast<quint64>(std::max<qint64>(0, m_activeModel.availableBytes())) + held, held);
    };
    connect(&m_activeModel, &ActiveModel::availableBytesChanged, this, tellMemory);
    connect(&m_activeModel, &ActiveModel::stateChanged, this, tellMemory);
    const auto applyHub = [this](const QString& field) {
        if (field == QLatin1String("hubAddress")) {
            m_hub.setOwnAddress(m_settings.hubAddress());
        } else if (field == QLatin1String("hubSource")) {
            m_hub.setCurrentId(m_settings.hubSource());
        } else if (field == QLatin1String("proxy") || field == QLatin1String("bandwidthLimit")) {
            tellNetwork();
        } else if (field == QLatin1String("contextTokens") || field == QLatin1String("chatMemoryBytes")) {
            tellPlanning();
        } else if (field == QLatin1String("threads")) {
            m_probe.forget();
            tellPlanning();
            m_probe.lookUp();  // with what was told
        }
    };
    applyHub(QStringLiteral("hubAddress"));
    applyHub(QStringLiteral("hubSource"));
    connect(&m_settings, &Settings::fieldChanged, this, applyHub);
    connect(&m_hub, &HubAccess::chosen, &m_settings, &Settings::setHubSource);
    connect(&m_engine, &EngineClient::ranAlone, &m_probe, &SpeedProbe::learn);
    connect(&m_probe, &SpeedProbe::found, this, &Application::tellPlanning);
    connect(&m_offers, &StarterOffers::lookingChanged, &m_hubSearch,
            [this] { m_hubSearch.setSuggestions(m_offers.suggestions()); });
    // What failed for want of a token or a connection is asked for again.
    const auto askAgain = [this] {
        if (m_hubSearch.state() == HubSearch::Failed) {
            m_hubSearch.retry();
        }
        if (m_hubModel.state() == HubModelView::Failed) {
            m_hubModel.retry();
        }
    };
    connect(&m_hubToken, &HubToken::tokenChanged, this, &Application::tellNetwork);
    connect(&m_hubToken, &HubToken::tokenChanged, this, askAgain);
    connect(&m_downloads, &Downloads::offlineChanged, this, askAgain);
    tellNetwork();
    tellPlanning();
    connect(&m_hubModel, &HubModelView::refused, this,
            [this](const QString& sentence) { m_notices.tellProblem(sentence); });
    connect(&m_hubModel, &HubModelView::assessed, &m_hubSearch, &HubSearch::setProspect);
    tellMemory();
}

void Application::tellNetwork() {
    const transfers::CredentialsList credentials(m_hubToken.credentials());
    m_fetcher->set_credentials(credentials);
    m_downloads.service().set_credentials(credentials);
    const transfers::NetworkOptions network{.proxy = m_settings.proxy().toStdString()};
    m_fetcher->set_network(network);
    m_downloads.service().set_proxy(network.proxy);
    m_downloads.service().set_bandwidth_limit(m_settings.bandwidthLimit());
}

void Application::tellPlanning() {
    PlanningInputs::Values values;
    values.options.context_tokens = m_settings.contextTokens();
    values.options.kv_bytes = m_settings.chatMemoryBytes();
    values.options.thread_count = m_settings.threads();
    values.device = m_probe.speed();
    m_planning->set(values);
    m_hub.setDevice(m_probe.speed());
}

CommandPalette::Sources Application::paletteSources() {
    return {[this](const QString& query) {
                m_foundChats.setSearchText(query);
                showFoundChats();
            },
            [this] {
                QList<PaletteTarget> models;
                for (int row = 0; row < m_localModels.rowCount(); ++row) {
                    const QModelIndex index = m_localModels.index(row, 0);
                    if (index.data(LocalModels::ReadyRole).toBool()) {
                        models.append({index.data(LocalModels::PathRole).toString(),
                                       index.data(LocalModels::NameRole).toString(),
                                       index.data(LocalModels::DetailRole).toString()});
                    }
                }
                return models;
            },
            [this](const QString& action) {
                return action != QLatin1String("unloadModel") || m_activeModel.state() != ActiveModel::None;
            }};
}

void Application::showFoundChats() {
    if (m_foundChats.isSearching() == m_foundChats.searchText().trimmed().isEmpty()) {
        return;  // what it shows is not the answer yet
    }
    QList<PaletteTarget> found;
    for (int row = 0; row < m_foundChats.rowCount(); ++row) {
        const QModelIndex index = m_foundChats.index(row, 0);
        found.append({QString::number(index.data(ChatListModel::ConversationIdRole).toLongLong()),
                      index.data(ChatListModel::PlainTitleRole).toString(),
                      {}});
    }
    m_palette.setChats(m_foundChats.searchText(), found);
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
        if (auto* quick = qobject_cast<QQuickWindow*>(window); quick != nullptr && quick->transientParent() == nullptr) {
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
        m_modelSwitch.use(m_settings.lastModel());
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
    useFile(modelAmong(arguments));
}

void Application::useFile(const QString& path) {
    m_localModels.addFile(QUrl::fromLocalFile(path));  // refuses what is no model; loading says why
    m_modelSwitch.use(path);
}

void Application::retranslate() {
    if (m_qml) {
        m_qml->retranslate();
    }
    m_activeModel.retranslate();
    m_chats.refresh();
    m_foundChats.refresh();
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
