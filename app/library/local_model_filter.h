#pragma once

#include "library/local_models.h"

#include <QSortFilterProxyModel>

namespace hearth {

/// The models whose name, origin or place contain what a person typed, those that can be used first, with the
/// figures that the columns of the Models page show. GUI thread.
class LocalModelFilter : public QSortFilterProxyModel {
    Q_OBJECT
    Q_PROPERTY(hearth::LocalModels* models READ models WRITE setModels NOTIFY modelsChanged)
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged)
    Q_PROPERTY(Show show READ show WRITE setShow NOTIFY showChanged)
    Q_PROPERTY(Order order READ order WRITE setOrder NOTIFY orderChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)

 public:
    enum Show { All, Usable, Unusable };
    Q_ENUM(Show)
    enum Order { ByName, BySize };
    Q_ENUM(Order)

    /// Beyond those of LocalModels.
    enum FigureRole {
        ContextTextRole = Qt::UserRole + 1000,  ///< "8k"; empty where the file does not say
        ShareOfLargestRole,                     ///< its size by that of the largest model here, 0 to 1
    };

    explicit LocalModelFilter(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    LocalModels* models() const { return m_models; }
    void setModels(LocalModels* models);
    QString text() const { return m_text; }
    void setText(const QString& text);
    Show show() const { return m_show; }
    void setShow(Show show);
    Order order() const { return m_order; }
    void setOrder(Order order);
    int count() const { return rowCount(); }

    /// The row of a file; -1 where it is not among them.
    Q_INVOKABLE int rowOf(const QString& path) const;
    /// The file of a row; empty beyond the end.
    Q_INVOKABLE QString pathAt(int row) const;

 Q_SIGNALS:
    void modelsChanged();
    void textChanged();
    void showChanged();
    void orderChanged();
    void countChanged();

 protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
    void weigh();

    LocalModels* m_models = nullptr;
    QString m_text;
    Show m_show = All;
    Order m_order = ByName;
    double m_largest = 0;  ///< bytes
};

}  // namespace hearth
