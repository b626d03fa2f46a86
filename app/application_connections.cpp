// How the parts of the program hear of each other: made once, at the start.

#include "application.h"
#include "system/shown_name.h"

#include <QDir>
#include <QGuiApplication>
#include <QScreen>
#include <algorithm>

namespace hearth {

namespace {

QList<QRect> screenAreas() {
    QList<QRect> areas;
    for (const QScreen* screen : QGuiApplication::screens()) {
        areas.append(screen->availableGeometry());
    }
    return areas;
}

}  // namespace

void Application::connectSettings() {
    m_shortcuts.setChanges(m_settings.shortcuts());
    m_status.setOffline(m_settings.offline());
    connect(&m_shortcuts, &ShortcutTable::edited, this,
            [this] { m_settings.setShortcuts(m_shortcuts.changes()); });
    connect(&m_settings, &Settings::changed, this, [this] {
        m_languages.use(m_settings.language());
        m_shortcuts.setChanges(m_settings.shortcuts());
        m_status.setOffline(m_settings.offline());
        m_downloads.setOffline(m_settings.offline());
        if (m_started) {
            m_localModels.setFolders(m_settings.modelFolders(), m_settings.scanOtherPrograms());
        }
    });
    connect(&m_settings, &Settings::undoableChange, this,
            [this](const QString& what, int change, const QString& name) {
                // Their own page has an undo of its own; notices would lie over what is being set.
                const WindowState* window = m_workspace.currentWindow();
                if (window != nullptr && window->page() == WindowState::Settings) {
                    return;
                }
                m_notices.tell(
                    tr("Changed: %1").arg(what), tr("Undo"), [this, change] { m_settings.undo(change); },
                    QStringLiteral("setting ") + name);
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
    connect(&m_activeModel, &ActiveModel::reloadFailed, this, [this](const QString& sentence) {
        m_notices.tellProblem(tr("%1 could not be loaded with more context. It is loaded as before. %2")
                                  .arg(m_activeModel.name(), sentence));
    });
    connect(&m_activeModel, &ActiveModel::used, &m_settings, &Settings::setLastModel);
    connect(&m_activeModel, &ActiveModel::stateChanged, this, [this] {
        const bool loading = m_activeModel.state() == ActiveModel::Loading;
        m_runMarker.setActivity(loading                 ? QStringLiteral("loading")
                                : m_activeModel.ready() ? QStringLiteral("running")
                                                        : QString(),
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
        m_notices.tell(tr("“%1” was deleted").arg(shownName(title)), tr("Undo"),
                       [this, conversationId] { m_chats.restore(conversationId); });
    });
    connect(&m_chats, &ChatListModel::failed, this,
            [this](const QString& sentence) { m_notices.tellProblem(sentence); });
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
                m_notices.tell(
                    trashed ? tr("“%1” is in the trash").arg(name) : tr("“%1” is off the list").arg(name),
                    tr("Undo"), [this, id] { m_localModels.restore(id); });
            });
    connect(&m_localModels, &LocalModels::deleted, this, [this](const QString&, const QString& name) {
        m_notices.tell(tr("“%1” was deleted").arg(name));
    });
    connect(&m_localModels, &LocalModels::failed, this,
            [this](const QString&, const QString& sentence) { m_notices.tellProblem(sentence); });
    connect(&m_localModels, &LocalModels::verifyEnded, this,
            [this](const QString&, int, const QString& sentence) { m_notices.tell(sentence); });
    connect(&m_localModels, &LocalModels::downloadWanted, &m_downloads,
            [this](const transfers::DownloadSetRequest& request) { m_downloads.start(request); });
    m_modelSwitch.setDoubt([this](const QString& path) { return m_localModels.doubtOf(path); });
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
        m_hub.setMemory(static_cast<quint64>(std::max<qint64>(0, m_activeModel.availableBytes())) + held,
                        held);
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
                      shownName(index.data(ChatListModel::PlainTitleRole).toString()),
                      {}});
    }
    m_palette.setChats(m_foundChats.searchText(), found);
}

}  // namespace hearth
