#include "application.h"

#include "chat/register_types.h"
#include "engine_bridge/register_types.h"
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

#include <filesystem>

namespace hearth {

namespace {

/// Answers and drafts are stored within this, or the program ends without them rather than hang.
constexpr int kEndPatienceMs = 5000;
constexpr double kZoomStep = 0.1;

void registerTypes() {
    registerChatTypes();
    registerEngineTypes();
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
      m_palette(m_shortcuts, paletteSources()),
      m_links([](const QUrl& url) { QDesktopServices::openUrl(url); }),
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
}

Application::~Application() = default;

void Application::connectSettings() {
    m_shortcuts.setChanges(m_settings.shortcuts());
    m_status.setOffline(m_settings.offline());
    connect(&m_shortcuts, &ShortcutTable::edited, this, [this] { m_settings.setShortcuts(m_shortcuts.changes()); });
    connect(&m_settings, &Settings::changed, this, [this] {
        m_languages.use(m_settings.language());
        m_shortcuts.setChanges(m_settings.shortcuts());
        m_status.setOffline(m_settings.offline());
    });
    connect(&m_settings, &Settings::undoableChange, this, [this](const QString& what) {
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
    connect(&m_activeModel, &ActiveModel::used, &m_settings, &Settings::setLastModel);
    connect(&m_activeModel, &ActiveModel::stateChanged, this, [this] {
        const bool loading = m_activeModel.state() == ActiveModel::Loading;
        m_runMarker.setActivity(loading ? QStringLiteral("loading")
                                        : m_activeModel.ready() ? QStringLiteral("running") : QString(),
                                m_activeModel.path());
    });
    connect(&m_safeStart, &SafeStart::loadRequested, this, &Application::loadModel);
    connect(&m_sessions, &SessionRegistry::writingCountChanged, this,
            [this] { m_status.setWritingCount(m_sessions.writingCount()); });
}

void Application::connectWorkspace() {
    m_workspace.restore(screenAreas());
    connect(&m_workspace, &Workspace::actionRequested, this, &Application::perform);
    connect(&m_workspace, &Workspace::quitRequested, this, &Application::finish);
    connect(&m_palette, &CommandPalette::modelChosen, this, &Application::loadModel);
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

CommandPalette::Sources Application::paletteSources() {
    return {[this](const QString& query) {
                m_foundChats.setSearchText(query);
                showFoundChats();
            },
            {},
            [this](const QString& action) {
                return action != QLatin1String("unloadModel") || m_activeModel.state() != ActiveModel::None;
            }};
}

void Application::showFoundChats() {
    if (m_foundChats.isSearching()) {
        return;
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
        {QStringLiteral("appearance"), value(m_appearance)},
        {QStringLiteral("settings"), value(m_settings)},
        {QStringLiteral("about"), value(m_about)},
        {QStringLiteral("activeModel"), value(m_activeModel)},
        {QStringLiteral("sessions"), value(m_sessions)},
        {QStringLiteral("storage"), value(m_storage)},
        {QStringLiteral("chats"), value(m_chats)},
        {QStringLiteral("presets"), value(m_presets)},
        {QStringLiteral("modelFolder"), m_options.folder.models()},
    });
    m_qml->load(QUrl(QStringLiteral("qrc:/qt/qml/Hearth/Shell/Main.qml")));
    const QList<QQuickWindow*> shown = windows();
    if (m_qml->rootObjects().isEmpty() || shown.isEmpty()) {
        return false;
    }
    rememberEmulatedRenderer(shown.constFirst(), m_options.folder);
    connect(
        shown.constFirst(), &QQuickWindow::frameSwapped, this,
        [this] {
            if (!m_started) {
                m_started = true;
                afterFirstFrame();
            }
        },
        Qt::QueuedConnection);
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
    m_about.setRenderer(rendererName(*windows().constFirst()));
    for (const QString& problem : m_settings.problems()) {
        m_notices.tellProblem(problem);
    }
    if (!m_options.model.isEmpty()) {
        loadModel(m_options.model);
    } else if (m_options.loadsLastModel && m_settings.loadLastModel() && m_safeStart.allowsAutoload() &&
               !m_settings.lastModel().isEmpty()) {
        loadModel(m_settings.lastModel());
    }
    Q_EMIT firstFrame();
}

void Application::loadModel(const QString& path) {
    LoadModelRequest request;
    request.path = path;
    request.contextTokens = m_settings.contextTokens();
    request.kvBytes = m_settings.chatMemoryBytes();
    request.threads = m_settings.threads();
    m_activeModel.use(request);
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
        m_activeModel.unload();
    }
}

void Application::comeForward(const QStringList& arguments, const QString& activationToken) {
    if (!activationToken.isEmpty()) {
        qputenv("XDG_ACTIVATION_TOKEN", activationToken.toUtf8());
    }
    if (WindowState* window = m_workspace.currentWindow()) {
        Q_EMIT window->raiseRequested();
    }
    const QString model = modelAmong(arguments);
    if (!model.isEmpty()) {
        loadModel(model);
    }
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
        QCoreApplication::quit();
    };
    m_sessions.flush(end);
    QTimer::singleShot(kEndPatienceMs, this, end);
}

}  // namespace hearth
