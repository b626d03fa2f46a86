#include "library/local_model_facts.h"

#include "library/hub_text.h"
#include "library/model_text.h"
#include "library/quantization_text.h"
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
        default:
            return {};
    }
}

QHash<int, QByteArray> LocalModelFacts::roleNames() const {
    return {{LabelRole, "label"}, {ValueRole, "value"}};
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

QString LocalModelFacts::verdictText() const {
    switch (m_row.data(LocalModels::VerdictRole).toInt()) {
        case LocalModels::Matches:
            return tr("Checked: its files are as they should be.");
        case LocalModels::Remembered:
            return tr("Checked: nobody said how its files should be, so Hearth remembers how they are.");
        case LocalModels::Differs:
            return isSourceKnown()
                       ? tr("Checked: a file is not as it should be. Download it again.")
                       : tr("Checked: a file is not as it should be. Remove the model and get it again.");
        default:
            return {};
    }
}

void LocalModelFacts::read() {
    m_row = QModelIndex();
    for (int row = 0; m_models != nullptr && row < m_models->count(); ++row) {
        const QModelIndex index = m_models->index(row, 0);
        if (index.data(LocalModels::PathRole).toString() == m_path) {
            m_row = index;
        }
    }
    std::vector<Fact> facts = factsOf(m_row);
    // Most changes are the progress of a check: the rows stay.
    if (facts != m_facts) {
        beginResetModel();
        m_facts = std::move(facts);
        endResetModel();
    }
    Q_EMIT changed();
}

std::vector<LocalModelFacts::Fact> LocalModelFacts::factsOf(const QModelIndex& row) const {
    std::vector<Fact> facts;
    if (!row.isValid()) {
        return facts;
    }
    const auto add = [&facts](const QString& label, const QString& value) {
        if (!value.isEmpty()) {
            facts.push_back({label, value});
        }
    };
    const auto text = [&row](int role) { return row.data(role).toString(); };
    const auto context = row.data(LocalModels::ContextTokensRole).toUInt();
    const auto files = row.data(LocalModels::PartsRole).toList().size();
    add(tr("Size"),
        files > 1 ? tr("%1 in %n file(s)", "", static_cast<int>(files)).arg(text(LocalModels::SizeTextRole))
                  : text(LocalModels::SizeTextRole));
    add(tr("Parameters"), text(LocalModels::ParametersRole));
    const QString quantization = text(LocalModels::QuantizationRole);
    const QString meaning = quantizationMeaning(quantization);
    add(tr("Quantization"),
        meaning.isEmpty() ? quantization
                          : tr("%1: %2", "a quantization and what it means").arg(quantization, meaning));
    add(tr("Context"), context == 0 ? QString() : tr("%1 tokens").arg(formatCount(context)));
    add(tr("Architecture"), text(LocalModels::ArchitectureRole));
    add(tr("Licence"), licenceName(text(LocalModels::LicenceRole).toStdString()));
    add(tr("From"), text(LocalModels::OriginRole));
    add(tr("Place"), modelPlaceAlone(m_models->models()[static_cast<std::size_t>(row.row())].source));
    add(tr("File"), m_path);
    return facts;
}

}  // namespace hearth
