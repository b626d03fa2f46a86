#pragma once

#include "hub/hub_model.h"
#include "library/fit_text.h"

#include <hearth/error.h>

#include <QAbstractListModel>
#include <QString>
#include <optional>
#include <vector>

namespace hearth {

/// Where the files of a group are on their way to this computer.
struct GroupPlace {
    /// In order of what a person would do next.
    enum class State { to_get, downloading, paused, failed, here };
    State state = State::to_get;
    double progress = 0;  ///< 0 to 1, while it is in the list of downloads
    QString path;         ///< what to load, once it is here
};

/// One model's files, a row for each quantization: what it takes here, how fast it would be, and whether it
/// is here already. Filled by HubModelView. GUI thread.
class HubGroups : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(int count READ count NOTIFY countChanged)

 public:
    enum Role {
        QuantizationRole = Qt::UserRole,
        NameRole,     ///< where several groups have one quantization: what tells them apart
        MeaningRole,  ///< of the quantization, in plain words; may be empty
        RecommendedRole,
        SizeTextRole,
        FilesRole,  ///< how many
        VerdictRole,
        MemoryTextRole,   ///< "6.1 GB in use", "about 6.1 GB in use" of an estimate; empty while it is not
                          ///< known
        ShortOfTextRole,  ///< "6.4 GB too much"; empty where it fits
        SpeedTextRole,
        SpeedShareRole,  ///< by the fastest of them, 0 to 1
        PreparingRole,   ///< it is wanted, and the hub is asked for what a download needs
        ProblemRole,     ///< why it cannot be taken or run, a sentence
        PlaceRole,       ///< Place
        ProgressRole,
        PathRole,
    };
    enum Place { ToGet, Downloading, Paused, Failed, Here };
    Q_ENUM(Place)

    explicit HubGroups(QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return static_cast<int>(m_rows.size()); }

    void setGroups(std::vector<hub::FileGroup> groups);
    const hub::FileGroup& groupAt(int row) const { return m_rows[static_cast<std::size_t>(row)].group; }
    const std::optional<Prospect>& prospectAt(int row) const {
        return m_rows[static_cast<std::size_t>(row)].prospect;
    }
    const GroupPlace& placeAt(int row) const { return m_rows[static_cast<std::size_t>(row)].place; }
    /// The one to take; -1 where none is.
    int recommended() const;
    void setProspect(int row, std::optional<Prospect> prospect);
    /// Figures of some rows come from sizes alone.
    bool hasEstimates() const;
    /// It cannot be run whatever the memory: why, for people.
    void setFault(int row, const Error& fault);
    void setPlace(int row, GroupPlace place);
    void setPreparing(int row, bool preparing);
    void retranslate();

 Q_SIGNALS:
    void countChanged();

 private:
    struct Row {
        hub::FileGroup group;
        std::optional<Prospect> prospect;
        std::optional<Error> fault;
        GroupPlace place;
        bool preparing = false;
    };
    void changed(int row);

    std::vector<Row> m_rows;
    double m_fastest = 0;
};

}  // namespace hearth
