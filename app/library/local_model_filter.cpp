#include "library/local_model_filter.h"

namespace hearth {

LocalModelFilter::LocalModelFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    sort(0);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(this, signal, this, &LocalModelFilter::countChanged);
    }
    connect(this, &QAbstractItemModel::modelReset, this, &LocalModelFilter::countChanged);
}

void LocalModelFilter::setModels(LocalModels* models) {
    if (models == m_models) {
        return;
    }
    m_models = models;
    setSourceModel(models);
    Q_EMIT modelsChanged();
}

void LocalModelFilter::setText(const QString& text) {
    if (text == m_text) {
        return;
    }
    m_text = text;
    invalidateRowsFilter();
    Q_EMIT textChanged();
}

bool LocalModelFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    QString haystack;
    for (const int role : {LocalModels::NameRole, LocalModels::OriginRole, LocalModels::DetailRole}) {
        haystack += index.data(role).toString() + QLatin1Char('\n');
    }
    const QStringList words = m_text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return haystack.contains(word, Qt::CaseInsensitive); });
}

bool LocalModelFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const bool leftReady = left.data(LocalModels::ReadyRole).toBool();
    const bool rightReady = right.data(LocalModels::ReadyRole).toBool();
    if (leftReady != rightReady) {
        return leftReady;
    }
    const int order = QString::localeAwareCompare(left.data(LocalModels::NameRole).toString(),
                                                  right.data(LocalModels::NameRole).toString());
    return order != 0 ? order < 0 : left.row() < right.row();
}

}  // namespace hearth
