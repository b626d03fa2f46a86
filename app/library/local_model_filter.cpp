#include "library/local_model_filter.h"

#include "library/model_text.h"

#include <QFileInfo>
#include <algorithm>

namespace hearth {

LocalModelFilter::LocalModelFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    sort(0);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(this, signal, this, &LocalModelFilter::countChanged);
    }
    connect(this, &QAbstractItemModel::modelReset, this, &LocalModelFilter::countChanged);
}

QVariant LocalModelFilter::data(const QModelIndex& index, int role) const {
    switch (role) {
        case ContextTextRole: {
            const auto tokens = index.data(LocalModels::ContextTokensRole).toUInt();
            return tokens == 0 ? QString() : contextText(tokens);
        }
        case ShareOfLargestRole:
            return m_largest == 0 ? 0 : index.data(LocalModels::SizeBytesRole).toDouble() / m_largest;
        default:
            return QSortFilterProxyModel::data(index, role);
    }
}

QHash<int, QByteArray> LocalModelFilter::roleNames() const {
    QHash<int, QByteArray> names = QSortFilterProxyModel::roleNames();
    names.insert({{ContextTextRole, "contextText"}, {ShareOfLargestRole, "shareOfLargest"}});
    return names;
}

void LocalModelFilter::setModels(LocalModels* models) {
    if (models == m_models) {
        return;
    }
    if (m_models != nullptr) {
        m_models->disconnect(this);
    }
    m_models = models;
    if (m_models != nullptr) {
        connect(m_models, &LocalModels::scanEnded, this, &LocalModelFilter::weigh);
    }
    setSourceModel(models);
    weigh();
    Q_EMIT modelsChanged();
}

void LocalModelFilter::weigh() {
    double largest = 0;
    if (m_models != nullptr) {
        for (const catalog::LocalModel& model : m_models->models()) {
            largest = std::max(largest, static_cast<double>(model.bytes));
        }
    }
    if (largest != m_largest) {
        m_largest = largest;
        if (rowCount() > 0) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0), {ShareOfLargestRole});
        }
    }
}

void LocalModelFilter::setText(const QString& text) {
    if (text == m_text) {
        return;
    }
    m_text = text;
    invalidateRowsFilter();
    Q_EMIT textChanged();
}

void LocalModelFilter::setShow(Show show) {
    if (show == m_show) {
        return;
    }
    m_show = show;
    invalidateRowsFilter();
    Q_EMIT showChanged();
}

void LocalModelFilter::setOrder(Order order) {
    if (order == m_order) {
        return;
    }
    m_order = order;
    invalidate();
    Q_EMIT orderChanged();
}

int LocalModelFilter::rowOf(const QString& path) const {
    for (int row = 0; row < rowCount(); ++row) {
        if (pathAt(row) == path) {
            return row;
        }
    }
    return -1;
}

QString LocalModelFilter::pathAt(int row) const {
    return index(row, 0).data(LocalModels::PathRole).toString();
}

bool LocalModelFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (m_show != All && index.data(LocalModels::ReadyRole).toBool() != (m_show == Usable)) {
        return false;
    }
    // Its file as well, which may be called otherwise.
    QString haystack = QFileInfo(index.data(LocalModels::PathRole).toString()).fileName() + QLatin1Char('\n');
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
    if (m_order == BySize) {
        const double leftBytes = left.data(LocalModels::SizeBytesRole).toDouble();
        const double rightBytes = right.data(LocalModels::SizeBytesRole).toDouble();
        if (leftBytes != rightBytes) {
            return leftBytes > rightBytes;
        }
    }
    const int order = QString::localeAwareCompare(left.data(LocalModels::NameRole).toString(),
                                                  right.data(LocalModels::NameRole).toString());
    return order != 0 ? order < 0 : left.row() < right.row();
}

}  // namespace hearth
