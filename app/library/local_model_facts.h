#pragma once

#include "library/local_models.h"

#include <QAbstractListModel>
#include <QString>
#include <vector>

namespace hearth {

/// One model of this computer in detail: what it is called and in which state it is, and rows of facts (a
/// name and a value). Follows the list of models; `found` is false while that file is not among them. GUI
/// thread.
class LocalModelFacts : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(hearth::LocalModels* models READ models WRITE setModels NOTIFY changed)
    Q_PROPERTY(QString path READ path WRITE setPath NOTIFY changed)
    Q_PROPERTY(bool found READ isFound NOTIFY changed)
    Q_PROPERTY(QString name READ name NOTIFY changed)
    Q_PROPERTY(QString origin READ origin NOTIFY changed)
    Q_PROPERTY(int modelState READ modelState NOTIFY changed)
    Q_PROPERTY(bool ready READ isReady NOTIFY changed)
    Q_PROPERTY(QString reason READ reason NOTIFY changed)
    Q_PROPERTY(QString modelId READ modelId NOTIFY changed)
    Q_PROPERTY(bool own READ isOwn NOTIFY changed)
    Q_PROPERTY(bool verifying READ isVerifying NOTIFY changed)
    Q_PROPERTY(double verifyProgress READ verifyProgress NOTIFY changed)
    Q_PROPERTY(QString verdictText READ verdictText NOTIFY changed)
    Q_PROPERTY(bool damaged READ isDamaged NOTIFY changed)
    Q_PROPERTY(bool sourceKnown READ isSourceKnown NOTIFY changed)

 public:
    enum Role {
        LabelRole = Qt::UserRole,
        ValueRole,
    };

    explicit LocalModelFacts(QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    LocalModels* models() const { return m_models; }
    void setModels(LocalModels* models);
    QString path() const { return m_path; }
    void setPath(const QString& path);
    bool isFound() const { return m_row.isValid(); }
    QString name() const { return m_row.data(LocalModels::NameRole).toString(); }
    QString origin() const { return m_row.data(LocalModels::OriginRole).toString(); }
    int modelState() const { return m_row.data(LocalModels::StateRole).toInt(); }
    bool isReady() const { return m_row.data(LocalModels::ReadyRole).toBool(); }
    QString modelId() const { return m_row.data(LocalModels::IdRole).toString(); }
    /// Its files lie in Hearth's folder: removing puts them into the trash.
    bool isOwn() const { return m_row.data(LocalModels::OwnRole).toBool(); }
    bool isVerifying() const { return m_row.data(LocalModels::VerifyingRole).toBool(); }
    double verifyProgress() const { return m_row.data(LocalModels::VerifyProgressRole).toDouble(); }
    /// What the last check found; empty before the first.
    QString verdictText() const;
    bool isDamaged() const { return m_row.data(LocalModels::DamagedRole).toBool(); }
    /// Its files can be downloaded again.
    bool isSourceKnown() const { return m_row.data(LocalModels::SourceKnownRole).toBool(); }
    QString reason() const { return m_row.data(LocalModels::ReasonRole).toString(); }

 Q_SIGNALS:
    void changed();

 private:
    struct Fact {
        QString label;
        QString value;

        friend bool operator==(const Fact&, const Fact&) = default;
    };
    void read();
    std::vector<Fact> factsOf(const QModelIndex& row) const;

    LocalModels* m_models = nullptr;
    QString m_path;
    QPersistentModelIndex m_row;
    std::vector<Fact> m_facts;
};

}  // namespace hearth
