#pragma once

#include "app/library/scripted_hub.h"
#include "app/transfers/test_server.h"
#include "downloads/downloads.h"
#include "engine_bridge/active_model.h"
#include "engine_bridge/fake_engine.h"
#include "library/hub_model_view.h"
#include "library/hub_search.h"
#include "library/library_space.h"
#include "library/local_models.h"
#include "library/speed_probe.h"
#include "library/starter_offers.h"

#include <QFile>
#include <QMimeData>
#include <QObject>
#include <QQuickItem>
#include <QTemporaryDir>
#include <QTranslator>
#include <QUrl>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

class QQmlEngine;

namespace hearth {

/// What the library's QML is tested with: a home of its own, a loopback server in place of the hubs, the
/// scripted engine.
class LibraryStage : public QObject {
    Q_OBJECT
    Q_PROPERTY(hearth::LocalModels* localModels READ localModels NOTIFY opened)
    Q_PROPERTY(hearth::Downloads* downloads READ downloads NOTIFY opened)
    Q_PROPERTY(hearth::StarterOffers* offers READ offers NOTIFY opened)
    Q_PROPERTY(hearth::ActiveModel* activeModel READ activeModel NOTIFY opened)
    Q_PROPERTY(hearth::LibrarySpace* space READ space NOTIFY opened)
    Q_PROPERTY(hearth::HubAccess* hub READ hub NOTIFY opened)
    Q_PROPERTY(hearth::HubSearch* search READ search NOTIFY opened)
    Q_PROPERTY(hearth::HubModelView* hubModel READ hubModel NOTIFY opened)
    Q_PROPERTY(hearth::SpeedProbe* probe READ probe NOTIFY opened)
    Q_PROPERTY(bool wantsPictures READ wantsPictures CONSTANT)

 public:
    explicit LibraryStage(QQmlEngine& engine, QObject* parent = nullptr);
    ~LibraryStage() override;

    LocalModels* localModels() const { return m_models.get(); }
    Downloads* downloads() const { return m_downloads.get(); }
    StarterOffers* offers() const { return m_offers.get(); }
    ActiveModel* activeModel() const { return m_activeModel.get(); }
    LibrarySpace* space() const { return m_space.get(); }
    HubAccess* hub() const { return m_hub.get(); }
    HubSearch* search() const { return m_search.get(); }
    HubModelView* hubModel() const { return m_hubModel.get(); }
    SpeedProbe* probe() const { return m_probe.get(); }
    /// HEARTH_SCREENSHOTS names a folder.
    bool wantsPictures() const;

    /// An empty home. What was open is replaced when open() is called.
    Q_INVOKABLE void reset();
    /// Puts the starter model, or a model of another name below the home, in its place.
    Q_INVOKABLE void putStarter();
    Q_INVOKABLE void put(const QString& name);
    /// How the server answers: "whole", "half" (then silence), "forbidden", "page".
    Q_INVOKABLE void setServer(const QString& way);
    /// Makes the view-models over what the home holds.
    Q_INVOKABLE void open(bool offline);
    /// From the next open() on nothing more can be written where the trash is.
    Q_INVOKABLE void fillDrive() { m_driveFull = true; }
    Q_INVOKABLE bool has(const QString& name) const { return QFile::exists(pathOf(name)); }
    Q_INVOKABLE QString pathOf(const QString& name) const { return m_folder->filePath(name); }
    /// How the hub answers from now on: "models", "many", "licence" (asks for one to be accepted) or
    /// "offline".
    Q_INVOKABLE void setHub(const QString& way);
    /// Gives the search the curated list that comes with the program.
    Q_INVOKABLE void suggest();
    /// A model of the starter's few bytes: checking it takes a moment.
    Q_INVOKABLE void putSmall(const QString& name);
    /// A file or folder below the home goes away.
    Q_INVOKABLE void take(const QString& name);
    /// A folder below the home is a drive of its own, and is there or not.
    Q_INVOKABLE void plug(const QString& name, bool here);
    Q_INVOKABLE void addFolder(const QString& name);
    /// What was promised of a file is not what is in it.
    Q_INVOKABLE void promiseOther(const QString& name);
    /// Moves of the library wait until they are let go.
    Q_INVOKABLE void holdMoves();
    Q_INVOKABLE void letMovesGo();
    /// What a program leaves that was killed while it moved the library there.
    Q_INVOKABLE void leaveMove(const QString& name);
    /// A file is dragged over the item's window, and dropped or taken away again.
    Q_INVOKABLE void dragOver(QQuickItem* item, const QUrl& file);
    Q_INVOKABLE void dragAllOver(QQuickItem* item, const QList<QUrl>& files);
    Q_INVOKABLE void endDrag(QQuickItem* item, bool drop);
    Q_INVOKABLE int connections() const { return m_server->connections(); }
    Q_INVOKABLE void failLoads(bool fail);
    Q_INVOKABLE void setLanguage(const QString& language);
    Q_INVOKABLE void picture(QQuickItem* item, const QString& name) const;

 Q_SIGNALS:
    void opened();

 private:
    void write(const QString& path, const QByteArray& bytes) const;
    void close();

    QQmlEngine& m_engine;
    QTranslator m_translator;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QTemporaryDir> m_lastFolder;  ///< until what works in it has gone
    std::unique_ptr<test::TestServer> m_server;
    std::shared_ptr<std::atomic<int>> m_way = std::make_shared<std::atomic<int>>(0);
    std::unique_ptr<FakeEngine> m_fake;
    std::unique_ptr<ActiveModel> m_activeModel;
    std::unique_ptr<LocalModels> m_models;
    std::unique_ptr<Downloads> m_downloads;
    std::unique_ptr<StarterOffers> m_offers;
    std::shared_ptr<test::ScriptedHub> m_hubs;
    std::unique_ptr<LibrarySpace> m_space;
    std::unique_ptr<HubAccess> m_hub;
    std::unique_ptr<HubSearch> m_search;
    std::unique_ptr<HubModelView> m_hubModel;
    std::unique_ptr<SpeedProbe> m_probe;
    bool m_driveFull = false;
    bool m_failLoads = false;
    std::mutex m_mountsMutex;  ///< worker threads ask what is mounted
    std::vector<catalog::Mount> m_mounts{{"/", "/", "uuid:root"}};
    std::function<void()> m_go;
    QMimeData m_dragged;
};

}  // namespace hearth
