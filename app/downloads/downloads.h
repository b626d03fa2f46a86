#pragma once

#include "transfers/download_set.h"
#include "transfers/transfers.h"

#include <QAbstractListModel>
#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace hearth {

/// The downloads of this run and, paused, those that earlier runs left unfinished: a row for each model,
/// whatever the number of its files. GUI thread; the service has its own.
class Downloads : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(int runningCount READ runningCount NOTIFY runningCountChanged)
    Q_PROPERTY(double progress READ progress NOTIFY progressChanged)
    Q_PROPERTY(bool offline READ offline WRITE setOffline NOTIFY offlineChanged)

 public:
    enum Role {
        TitleRole = Qt::UserRole,
        StateRole,     ///< State
        ProgressRole,  ///< 0 to 1
        StageRole,     ///< where it comes from, e.g. "part 2 of 3 from hf-mirror.com, checked as it arrives"
        StatusRole,    ///< what it is doing, one line
        ProblemRole,   ///< why it stopped, a sentence; empty where it goes on
        NoteRole,      ///< what is worth knowing while it goes on, with what to do; mostly empty
        BytesDoneRole,
        BytesTotalRole,
        PathRole,  ///< what to load once it is here
        HeldRole,  ///< it goes on by itself once downloads are let go again
    };
    enum State { Running, Paused, Failed, Finished };
    Q_ENUM(State)

    /// Throws std::runtime_error where libcurl cannot start. `modelsFolder`: where unfinished ones are looked
    /// for.
    Downloads(transfers::Transfers::Options options, const QString& modelsFolder, QObject* parent = nullptr);
    ~Downloads() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    int count() const { return static_cast<int>(m_sets.size()); }
    int runningCount() const { return m_runningCount; }
    /// Of those that run together, 0 to 1.
    double progress() const { return m_progress; }
    bool offline() const { return m_service->is_offline(); }
    void setOffline(bool offline);

    /// Begins, or goes on with, the download of that target.
    void start(transfers::DownloadSetRequest request);
    /// The same for a single file.
    void start(transfers::DownloadRequest request);
    /// -1 where there is none.
    int rowOf(const QString& path) const;
    /// The download of a target; null where there is none.
    const transfers::DownloadSetSnapshot* find(const QString& path) const;

    Q_INVOKABLE void pause(int row);
    Q_INVOKABLE void resume(int row);
    /// Ends it and removes what came. Off the list at once; it comes back where that failed.
    Q_INVOKABLE void cancel(int row);
    /// Takes one that does not run off the list.
    Q_INVOKABLE void dismiss(int row);
    /// The same by target; nothing where there is none.
    void pause(const QString& path);
    void resume(const QString& path);
    void cancel(const QString& path);

    /// All that runs, or is begun meanwhile, waits until release(): its files are about to move. `quiet` is
    /// called once, when nothing is written any more.
    void hold(std::function<void()> quiet);
    /// What hold() has stopped goes on.
    void release();

    transfers::Transfers& service() { return *m_service; }

    /// The language has changed.
    void retranslate();

 Q_SIGNALS:
    void countChanged();
    void runningCountChanged();
    void progressChanged();
    void offlineChanged();
    /// Something about the download of that target is new; it may have left the list. Sent for one file of a
    /// set.
    void changed(const QString& path);
    /// All its files are there and verified. `path`: what to load.
    void finished(const QString& path);
    /// One file is there, and has been checked against the hash of what was asked for.
    void fileFinished(const transfers::DownloadRequest& request);

 private:
    void take(const transfers::DownloadSetSnapshot& set);
    void tellFinished(const transfers::DownloadSetSnapshot& set,
                      const transfers::DownloadSetSnapshot& before);
    void leave(int row);
    void takeBack(transfers::DownloadSetId id);
    int rowOf(transfers::DownloadSetId id) const;
    void sumUp();
    void rowChanged(int row);
    bool isHeld(transfers::DownloadSetId id) const { return m_held.contains(id); }
    void holdBack(const transfers::DownloadSetSnapshot& set);

    std::vector<transfers::DownloadSetSnapshot> m_sets;
    /// Off the list here, while the service may still be at work on them: how many orders to leave are on
    /// their way. What is told of them meanwhile is old.
    std::map<transfers::DownloadSetId, int> m_leaving;
    int m_runningCount = 0;
    double m_progress = 0;
    bool m_holding = false;
    std::set<transfers::DownloadSetId> m_held;
    std::function<void()> m_quiet;                    ///< of hold(), until it was called
    std::unique_ptr<transfers::Transfers> m_service;  ///< last: its thread ends before the rest goes
};

}  // namespace hearth
