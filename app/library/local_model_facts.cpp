#include "library/local_model_facts.h"

#include "library/model_text.h"
#include "system/human_format.h"

namespace hearth {

LocalModelFacts::LocalModelFacts(QObject* parent) : QAbstractListModel(parent) {}

int LocalModelFacts::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_facts.size());
}

QVariant LocalModelFacts::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Fact& fact = m_facts[static_cast<std::size_t>(index.row())];
    switch (role) {
        case LabelRole:
            return fact.label;
        case ValueRole:
        case Qt::DisplayRole:
            return fact.value;
        case FileRole:
            return fact.file;
        default:
            return {};
    }
}

QHash<int, QByteArray> LocalModelFacts::roleNames() const {
    return {{LabelRole, "label"}, {ValueRole, "value"}, {FileRole, "file"}};
}

void LocalModelFacts::setModels(LocalModels* models) {
    if (models == m_models) {
        return;
    }
    if (m_models != nullptr) {
        m_models->disconnect(this);
    }
    m_models = models;
    if (m_models != nullptr) {
        connect(m_models, &QAbstractItemModel::modelReset, this, &LocalModelFacts::read);
        connect(m_models, &QAbstractItemModel::dataChanged, this, &LocalModelFacts::read);
        connect(m_models, &QAbstractItemModel::rowsInserted, this, &LocalModelFacts::read);
        connect(m_models, &QAbstractItemModel::rowsRemoved, this, &LocalModelFacts::read);
    }
    read();
}

void LocalModelFacts::setPath(const QString& path) {
    if (path != m_path) {
        m_path = path;
        read();
    }
}

void LocalModelFacts::read() {
    beginResetModel();
    m_facts.clear();
    m_row = QModelIndex();
    for (int row = 0; m_models != nullptr && row < m_models->count(); ++row) {
        const QModelIndex index = m_models->index(row, 0);
        if (index.data(LocalModels::PathRole).toString() == m_path) {
            m_row = index;
        }
    }
    if (m_row.isValid()) {
        const catalog::LocalModel& model = m_models->models()[static_cast<std::size_t>(m_row.row())];
        const auto add = [this](const QString& label, const QString& value, bool file = false) {
            if (!value.isEmpty()) {
                m_facts.push_back({label, value, file});
            }
        };
        add(tr("Size"), formatBytes(model.bytes));
        add(tr("Parameters"), QString::fromStdString(model.facts.size_label));
        add(tr("Quantization"), QString::fromStdString(model.facts.quantization));
        add(tr("Context"), model.facts.context_tokens
                               ? tr("%1 tokens").arg(formatCount(*model.facts.context_tokens))
                               : QString());
        add(tr("Architecture"), QString::fromStdString(model.facts.architecture));
        add(tr("From"), QString::fromStdString(model.origin));
        add(tr("Place"), modelPlaceAlone(model.source));
        add(tr("File"), m_path, true);
    }
    endResetModel();
    Q_EMIT changed();
}

}  // namespace hearth
