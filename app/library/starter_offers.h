#pragma once

#include "catalog/local_model.h"
#include "library/starter_probe.h"

#include <QAbstractListModel>
#include <QString>
#include <QThreadPool>
#include <vector>

namespace hearth {

class Downloads;
class LocalModels;

/// What a first run offers: the starter model of the curated list, here or to be downloaded, then models that
/// are on this computer already. GUI thread; the list and the folder are read on a worker thread.
class StarterOffers : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(bool looking READ looking NOTIFY lookingChanged)
    Q_PROPERTY(int moreCount READ moreCount NOTIFY countChanged)
    Q_PROPERTY(QString problem READ problem NOTIFY problemChanged)

 public:
    enum Role {
        TitleRole = Qt::UserRole,
        DescriptionRole,
        FactsRole,     ///< size, licence and the like in one quiet line
        StateRole,     ///< State
        ProgressRole,  ///< 0 to 1
        StatusRole,    ///< of a download, one line
        ProblemRole,   ///< a sentence with what to do; mostly empty
        PathRole,
        StarterRole,  ///< from the curated list, rather than found on this computer
        KnownRole,    ///< its download is in the list of downloads
    };
    enum State {
        Here,  ///< can be used now
        ToDownload,
        Downloading,
        Paused,
        Failed,
        Offline,  ///< would have to be downloaded, but the offline switch is on
    };
    Q_ENUM(State)

    /// `catalogFile`: the curated list. The others outlive it.
    StarterOffers(const QString& catalogFile, const QString& modelsFolder, LocalModels& models,
                  Downloads& downloads, QObject* parent = nullptr);
    ~StarterOffers() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    int count() const { return m_count; }
    /// The first look is under way: what there is to offer is not known yet.
    bool looking() const { return !m_probed; }
    /// Models on this computer that are not among the offers.
    int moreCount() const { return m_moreCount; }
    /// Why the curated list cannot be used; a sentence.
    QString problem() const;

    /// Models of the curated list that a hub has; empty until it was read.
    const std::vector<catalog::CatalogSuggestion>& suggestions() const { return m_probe.suggestions; }

    /// The path of what is here, for its caller to use. Empty where it is not: then its download begins or
    /// goes on.
    Q_INVOKABLE QString choose(int row);
    Q_INVOKABLE void pause(int row);
    Q_INVOKABLE void cancel(int row);
    /// Looks again, e.g. after a file has gone.
    Q_INVOKABLE void refresh();

    /// The language has changed.
    void retranslate();

 Q_SIGNALS:
    void countChanged();
    void lookingChanged();
    void problemChanged();
    /// A download that was chosen here has ended well: the model can be used at once.
    void modelReady(const QString& path);

 private:
    void take(StarterProbe probe);
    void takeModels();
    void onDownloadChanged(const QString& path);
    void onDownloadFinished(const QString& path);
    bool isStarter(int row) const { return m_probe.model && row == 0; }
    const catalog::LocalModel& found(int row) const;
    State starterState() const;
    QString starterPath() const;
    QVariant starterData(int role) const;
    QVariant foundData(int row, int role) const;
    void startDownload();

    LocalModels& m_models;
    Downloads& m_downloads;
    QString m_catalogFile;
    QString m_modelsFolder;
    StarterProbe m_probe;
    bool m_probed = false;
    bool m_wanted = false;  ///< the download was chosen in this run
    std::vector<catalog::LocalModel> m_found;
    int m_count = 0;
    int m_moreCount = 0;
    QThreadPool m_pool;
};

}  // namespace hearth
