#pragma once

#include "catalog/catalog.h"
#include "library/fit_text.h"
#include "library/hub_access.h"
#include "library/hub_text.h"
#include "library/latest_job.h"

#include <QAbstractListModel>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVariantList>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hearth {

/// Models of a hub that match what a person looks for, with how each would do here; before them those of the
/// curated list that match, which need no answer of anybody. A change of the question is asked a moment after
/// the last key; the answer of the latest question alone is shown, and the list stays as it was until it
/// comes. GUI thread; the hub is asked on a worker thread.
class HubSearch : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY queryChanged)
    Q_PROPERTY(bool fitsHere READ fitsHere WRITE setFitsHere NOTIFY queryChanged)
    Q_PROPERTY(int language READ language WRITE setLanguage NOTIFY queryChanged)
    Q_PROPERTY(int licence READ licence WRITE setLicence NOTIFY queryChanged)
    Q_PROPERTY(int task READ task WRITE setTask NOTIFY queryChanged)
    Q_PROPERTY(int sort READ sort WRITE setSort NOTIFY queryChanged)
    Q_PROPERTY(int size READ size WRITE setSize NOTIFY queryChanged)
    Q_PROPERTY(int format READ format WRITE setFormat NOTIFY queryChanged)
    Q_PROPERTY(QStringList languageNames READ languageNames NOTIFY wordsChanged)
    Q_PROPERTY(QStringList licenceNames READ licenceNames NOTIFY wordsChanged)
    Q_PROPERTY(QStringList taskNames READ taskNames NOTIFY wordsChanged)
    Q_PROPERTY(QStringList sortNames READ sortNames NOTIFY wordsChanged)
    Q_PROPERTY(QStringList formatNames READ formatNames CONSTANT)
    Q_PROPERTY(QStringList sizeNames READ sizeNames NOTIFY wordsChanged)
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    Q_PROPERTY(int count READ count NOTIFY stateChanged)
    Q_PROPERTY(bool hasMore READ hasMore NOTIFY stateChanged)
    Q_PROPERTY(QString problem READ problem NOTIFY stateChanged)
    Q_PROPERTY(int step READ step NOTIFY stateChanged)
    Q_PROPERTY(QString cacheNote READ cacheNote NOTIFY stateChanged)

 public:
    enum Role {
        ModelIdRole = Qt::UserRole,
        NameRole,
        AuthorRole,
        LineRole,
        VerdictRole,  ///< FitVerdict
        FitTextRole,  ///< empty where nothing is known yet
        GatedRole,
        SectionRole,  ///< what stands over rows of its kind; empty where all are of one
    };
    enum State {
        Idle,      ///< nothing was asked yet
        Asking,    ///< and there is nothing to show meanwhile
        Renewing,  ///< the answer to the question before is on show
        Done,
        Failed,
    };
    Q_ENUM(State)
    /// What can be done about a failure: HubStep, for QML.
    enum Step { NoStep, TryAgain, GoOnline, GiveToken, OpenPage };
    Q_ENUM(Step)
    /// How a model would do: hearth::FitVerdict, for QML.
    enum Verdict { Unknown, Fits, Tight, DoesNotFit };
    Q_ENUM(Verdict)

    /// `access` outlives it.
    explicit HubSearch(HubAccess& access, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    QString text() const { return m_text; }
    void setText(const QString& text);
    bool fitsHere() const { return m_fitsHere; }
    void setFitsHere(bool fits);
    // Indices into the lists of names; 0 is "any" (of sorts, the usual one).
    int language() const { return m_language; }
    void setLanguage(int language);
    int licence() const { return m_licence; }
    void setLicence(int licence);
    int task() const { return m_task; }
    void setTask(int task);
    int sort() const { return m_sort; }
    void setSort(int sort);
    int size() const { return m_size; }
    void setSize(int size);
    int format() const { return m_format; }
    void setFormat(int format);
    QStringList languageNames() const;
    QStringList licenceNames() const;
    QStringList taskNames() const;
    QStringList sortNames() const;
    QStringList sizeNames() const;
    QStringList formatNames() const;

    State state() const { return m_state; }
    int count() const { return static_cast<int>(m_rows.size()); }
    bool hasMore() const { return !m_next.empty(); }
    QString problem() const { return trouble().sentence; }
    int step() const { return static_cast<int>(trouble().step); }
    /// Says that and how old an answer is that was kept from before; mostly empty.
    QString cacheNote() const;

    /// Asks where nothing was asked yet: the view is shown.
    Q_INVOKABLE void begin();
    /// Asks again.
    Q_INVOKABLE void refresh();
    /// What follows the last row, once the present question is answered.
    Q_INVOKABLE void fetchMore();
    /// Asks again for what failed: the rows that follow, or all.
    Q_INVOKABLE void retry();
    /// The model that the text is the address of, its hub being asked from now on; empty where the text is
    /// words.
    Q_INVOKABLE QString addressedModel();
    Q_INVOKABLE QString idAt(int row) const;
    Q_INVOKABLE int rowOf(const QString& id) const;

    /// The curated list.
    void setSuggestions(std::vector<catalog::CatalogSuggestion> suggestions);
    /// What the model's own page told, more exact than what a search tells.
    void setProspect(const QString& id, const Prospect& prospect);
    void retranslate();

 Q_SIGNALS:
    void queryChanged();
    void wordsChanged();
    void stateChanged();

 private:
    struct Row {
        hub::HubModel model;
        const catalog::CatalogSuggestion* suggestion =
            nullptr;  ///< into m_suggestions; null: the hub told of it
    };
    template <class T>
    void change(T& member, const T& value);
    hub::SearchQuery query() const;
    void askMore();
    void ask(const std::string& cursor);
    void take(transfers::Outcome<hub::SearchPage> answer, bool more);
    HubTrouble trouble() const;
    std::vector<Row> suggestedRows() const;
    std::size_t suggestedCount() const;
    void show(std::vector<Row> rows);
    QString sectionOf(const Row& row) const;
    std::optional<Prospect> prospectOfRow(const hub::HubModel& model) const;
    void refreshFits();

    HubAccess& m_access;
    QString m_text;
    bool m_fitsHere = false;
    int m_language = 0;
    int m_licence = 0;
    int m_task = 0;
    int m_sort = 0;
    int m_size = 0;
    int m_format = 0;
    State m_state = Idle;
    std::vector<catalog::CatalogSuggestion> m_suggestions;
    std::vector<Row> m_rows;  ///< suggestions first
    std::string m_next;
    std::size_t m_enough = 0;  ///< rows of the hub, for one question
    int m_pagesLeft = 0;       ///< that are asked for to come to them
    hub::Freshness m_freshness;
    std::optional<transfers::Failure> m_failure;  ///< of the last request
    std::map<QString, Prospect> m_known;          ///< exact, by id
    QTimer m_delay;
    LatestJob m_job;  ///< last: its thread ends before the rest goes
};

}  // namespace hearth
