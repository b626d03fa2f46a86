#pragma once

#include "library/local_models.h"

#include <QSortFilterProxyModel>

namespace hearth {

/// The models whose name, origin or place contain what a person typed, those that can be used first. GUI
/// thread.
class LocalModelFilter : public QSortFilterProxyModel {
    Q_OBJECT
    Q_PROPERTY(hearth::LocalModels* models READ models WRITE setModels NOTIFY modelsChanged)
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)

 public:
    explicit LocalModelFilter(QObject* parent = nullptr);

    LocalModels* models() const { return m_models; }
    void setModels(LocalModels* models);
    QString text() const { return m_text; }
    void setText(const QString& text);
    int count() const { return rowCount(); }

 Q_SIGNALS:
    void modelsChanged();
    void textChanged();
    void countChanged();

 protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
    LocalModels* m_models = nullptr;
    QString m_text;
};

}  // namespace hearth
