#pragma once

#include "library/hub_access.h"
#include "library/hub_groups.h"
#include "library/hub_text.h"
#include "library/latest_job.h"

#include <QObject>
#include <QString>
#include <deque>
#include <optional>
#include <variant>
#include <vector>

namespace hearth {

class Downloads;
class LocalModels;

/// One model of a hub with its files. The files to take are planned from their header at once, the others are
/// estimated from their sizes, and say so; `assess` makes one of them exact. GUI thread; the hub is asked on
/// worker threads.
class HubModelView : public QObject {
    Q_OBJECT
    Q_PROPERTY(State state READ state NOTIFY changed)
    Q_PROPERTY(QString modelId READ modelId NOTIFY changed)
    Q_PROPERTY(QString name READ name NOTIFY changed)
    Q_PROPERTY(QString author READ author NOTIFY changed)
    Q_PROPERTY(QString licence READ licence NOTIFY changed)
    Q_PROPERTY(QString context READ context NOTIFY changed)
    Q_PROPERTY(QString line READ line NOTIFY changed)
    Q_PROPERTY(QString description READ description NOTIFY changed)
    Q_PROPERTY(QString pageUrl READ pageUrl NOTIFY changed)
    Q_PROPERTY(bool gated READ isGated NOTIFY changed)
    Q_PROPERTY(QString note READ note NOTIFY changed)
    Q_PROPERTY(QString summary READ summary NOTIFY changed)
    Q_PROPERTY(bool assessing READ isAssessing NOTIFY changed)
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    Q_PROPERTY(int step READ step NOTIFY changed)
    Q_PROPERTY(hearth::HubGroups* groups READ groups CONSTANT)

 public:
    enum State { Nothing, Asking, Ready, Failed };
    Q_ENUM(State)

    /// All of them outlive it.
    HubModelView(HubAccess& access, Downloads& downloads, LocalModels& models, const QString& modelsFolder,
                 QObject* parent = nullptr);

    State state() const { return m_state; }
    QString modelId() const { return m_id; }
    QString name() const;
    QString author() const;
    QString licence() const { return m_page ? licenceName(m_page->model.licence) : QString(); }
    /// "32k context"; empty where the hub does not say.
    QString context() const;
    QString line() const { return m_page ? modelLine(m_page->model) : QString(); }
    QString description() const { return m_page ? QString::fromStdString(m_page->description) : QString(); }
    QString pageUrl() const;
    bool isGated() const { return m_page && m_page->model.gated; }
    /// What has to be known about the answer: kept from before, or under another name. Mostly empty.
    QString note() const;
    /// What the figures of the files were computed for; or why there are none.
    QString summary() const;
    bool isAssessing() const { return m_assessing; }
    QString problem() const { return trouble().sentence; }
    int step() const { return static_cast<int>(trouble().step); }
    HubGroups* groups() { return &m_groups; }

    /// "owner/name"; empty: none.
    Q_INVOKABLE void open(const QString& id);
    Q_INVOKABLE void retry();
    /// Begins the download of a row, or goes on with it.
    Q_INVOKABLE void get(int row);
    Q_INVOKABLE void pause(int row);
    /// Reads the header of a row's files, so that its figures are exact; after those that are being read.
    Q_INVOKABLE void assess(int row);
    void retranslate();

 Q_SIGNALS:
    void changed();
    /// A download could not begin: a sentence.
    void refused(const QString& sentence);
    /// The figures of the files to take are known.
    void assessed(const QString& id, const hearth::Prospect& prospect);

 private:
    void take(transfers::Outcome<hub::HubModelPage> answer);
    HubTrouble trouble() const;
    QString fitProblem() const;
    void readHeader(int row);
    void takeFit(int row, const FitAnswer& answer);
    /// Of files whose header cannot be read it is told from their size where there is no room for them.
    void showTooLarge();
    void placeRows();
    int firstToAssess() const;
    void prepareNext();
    void begin(const hub::FileGroup& group);
    void onDownloadChanged(const QString& path);
    GroupPlace placeOf(int row) const;

    HubAccess& m_access;
    Downloads& m_downloads;
    LocalModels& m_models;
    QString m_modelsFolder;
    QString m_id;
    State m_state = Nothing;
    std::optional<hub::HubModelPage> m_page;
    std::vector<std::vector<QString>> m_targets;  ///< by row: where its files will be; none: cannot be taken
    std::optional<fit::Fit> m_fit;                ///< of the row that was assessed first
    std::uint64_t m_fitBytes = 0;
    /// Why the memory of the last row is not known: no answer, or a file that is none.
    std::variant<std::monostate, transfers::Failure, Error> m_fitFault;
    bool m_assessing = false;
    std::optional<int> m_nextToAssess;  ///< while another one is being read: the last that was wanted
    std::optional<transfers::Failure> m_failure;  ///< why there is no page
    HubGroups m_groups;
    std::deque<int> m_preparing;  ///< rows that are wanted and whose hashes are asked for; the first now
    LatestJob m_pageJob;
    LatestJob m_fitJob;
    LatestJob m_hashJob;
};

}  // namespace hearth
