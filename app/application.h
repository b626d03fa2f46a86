#pragma once

#include "chat/chat_list_model.h"
#include "chat/chat_storage.h"
#include "chat/deleted_chats_model.h"
#include "chat/preset_list_model.h"
#include "chat/session_registry.h"
#include "downloads/downloads.h"
#include "downloads/request_log_model.h"
#include "engine_bridge/active_model.h"
#include "engine_bridge/engine_client.h"
#include "hub_services.h"
#include "library/hub_access.h"
#include "library/hub_model_view.h"
#include "library/hub_search.h"
#include "library/hub_token.h"
#include "library/library_space.h"
#include "library/local_models.h"
#include "library/speed_probe.h"
#include "library/starter_offers.h"
#include "settings/settings.h"
#include "shell/about.h"
#include "shell/appearance.h"
#include "shell/command_palette.h"
#include "shell/model_switch.h"
#include "shell/notices.h"
#include "shell/registry_sessions.h"
#include "shell/safe_start.h"
#include "shell/shortcut_table.h"
#include "shell/status_line.h"
#include "shell/workspace.h"
#include "system/closed_network.h"
#include "system/data_folder.h"
#include "system/file_manager.h"
#include "system/languages.h"
#include "system/link_opener.h"
#include "system/run_marker.h"
#include "system/secret_store.h"
#include "system/system_appearance.h"
#include "transfers/fetcher.h"

#include <QObject>
#include <QQmlApplicationEngine>
#include <memory>

class QQuickWindow;

namespace hearth {

struct ApplicationOptions {
    DataFolder folder;
    /// The curated list of models that comes with the program.
    QString catalog;
    /// A model file named on the command line; empty: the last one, where the settings say so.
    QString model;
    /// The desktop's colours; the demo looks the same everywhere.
    SystemAppearance::Source appearance = SystemAppearance::Source::Portal;
    /// Scenes of tests and the demo do not load models by themselves.
    bool loadsLastModel = true;
    /// What says whether a file is a model that can be run; the demo's models are empty files.
    catalog::Inspector inspect = catalog::inspect_model;
    /// What tells which drives are there.
    catalog::MountReader mounts = catalog::read_mounts;
    /// Who answers for the hubs, and what measures this computer; empty: the network and the engine.
    HubSourceMaker hub{};
    SpeedProbe::Device device{};
};

/// The program without its engine: makes every part, joins them and shows the window. The order is that of
/// the start: what the first frame needs, then the window, then everything that may come a moment later. GUI
/// thread; needs a GuiApplication. The engine outlives it.
class Application : public QObject {
    Q_OBJECT

 public:
    /// Throws std::runtime_error where libcurl cannot start.
    Application(EngineClient& engine, ApplicationOptions options);
    ~Application() override;

    /// Makes the windows. False where the QML cannot be loaded: the reason has been logged.
    bool show();

    /// Another start of the program asks for attention, perhaps with a model to load.
    void comeForward(const QStringList& arguments, const QString& activationToken);
    /// Takes a model file that was named into the list of models, and loads it. Nothing for an empty path.
    void useFile(const QString& path);

    /// Ends in order: answers and drafts are stored, then the event loop quits.
    void finish();

    // For the demo, its benchmark and tests.
    Settings& settings() { return m_settings; }
    Workspace& workspace() { return m_workspace; }
    ActiveModel& activeModel() { return m_activeModel; }
    SessionRegistry& sessions() { return m_sessions; }
    ChatStorage& storage() { return m_storage; }
    ChatListModel& chats() { return m_chats; }
    DeletedChatsModel& deletedChats() { return m_deletedChats; }
    StarterOffers& offers() { return m_offers; }
    LocalModels& localModels() { return m_localModels; }
    Downloads& downloads() { return m_downloads; }
    HubAccess& hub() { return m_hub; }
    HubSearch& hubSearch() { return m_hubSearch; }
    HubModelView& hubModel() { return m_hubModel; }
    SpeedProbe& speedProbe() { return m_probe; }
    ModelSwitch& modelSwitch() { return m_modelSwitch; }
    QQmlApplicationEngine& qml() { return *m_qml; }
    QList<QQuickWindow*> windows() const;

 Q_SIGNALS:
    /// The first window has painted its first frame.
    void firstFrame();
    /// The windows are going: another start of the program is not for this one any more.
    void finishing();

 private:
    void connectSettings();
    void connectModel();
    void connectWorkspace();
    void connectChats();
    void connectLibrary();
    void connectHub();
    void tellNetwork();
    void tellPlanning();
    void afterFirstFrame();
    void retranslate();
    void perform(const QString& action);
    CommandPalette::Sources paletteSources();
    void showFoundChats();

    ApplicationOptions m_options;
    EngineClient& m_engine;

    Settings m_settings;
    Languages m_languages;
    SystemAppearance m_system;
    Appearance m_appearance;
    RunMarker m_runMarker;
    ActiveModel m_activeModel;
    ChatStorage m_storage;
    SessionRegistry m_sessions;
    ChatListModel m_chats;
    ChatListModel m_foundChats;  ///< of the command palette
    DeletedChatsModel m_deletedChats;
    PresetListModel m_presets;
    RegistrySessions m_tabSessions;
    Workspace m_workspace;
    ModelSwitch m_modelSwitch;
    Downloads m_downloads;
    LocalModels m_localModels;
    LibrarySpace m_space;
    std::shared_ptr<PlanningInputs> m_planning;
    std::unique_ptr<transfers::Fetcher> m_fetcher;
    HubAccess m_hub;
    SecretStore m_secrets;
    HubToken m_hubToken;
    HubSearch m_hubSearch;
    HubModelView m_hubModel;
    SpeedProbe m_probe;
    StarterOffers m_offers;
    RequestLogModel m_requests;
    ShortcutTable m_shortcuts;
    CommandPalette m_palette;
    LinkOpener m_links;
    FileManager m_fileManager;
    StatusLine m_status;
    Notices m_notices;
    SafeStart m_safeStart;
    About m_about;
    ClosedNetworkFactory m_network;
    std::unique_ptr<QQmlApplicationEngine> m_qml;  ///< goes first: it shows all of the above
    bool m_started = false;
    bool m_finishing = false;
};

}  // namespace hearth
