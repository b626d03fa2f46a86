#include "library/hub_groups.h"

#include "library/hub_text.h"
#include "library/quantization_text.h"
#include "system/error_sentences.h"
#include "system/human_format.h"
#include "system/shown_name.h"

#include <algorithm>

namespace hearth {

HubGroups::HubGroups(QObject* parent) : QAbstractListModel(parent) {}

int HubGroups::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant HubGroups::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case QuantizationRole:
        case Qt::DisplayRole:
            return row.group.quantization.empty() ? tr("As it is", "quantization")
                                                  : QString::fromStdString(row.group.quantization);
        case NameRole: {
            const auto same = std::ranges::count_if(
                m_rows, [&](const Row& other) { return other.group.quantization == row.group.quantization; });
            return same > 1 ? shownName(QString::fromStdString(row.group.name)) : QString();
        }
        case MeaningRole:
            return quantizationMeaning(QString::fromStdString(row.group.quantization));
        case RecommendedRole:
            return row.group.recommended;
        case SizeTextRole:
            return formatBytes(row.group.bytes);
        case FilesRole:
            return static_cast<int>(row.group.files.size());
        case VerdictRole:
            return static_cast<int>(row.prospect ? verdictOf(*row.prospect) : FitVerdict::unknown);
        case MemoryTextRole:
            return row.prospect ? memoryText(*row.prospect) : QString();
        case ShortOfTextRole:
            return row.prospect && verdictOf(*row.prospect) == FitVerdict::does_not_fit
                       ? prospectText(*row.prospect)
                       : QString();
        case SpeedTextRole:
            return row.prospect ? speedText(*row.prospect) : QString();
        case SpeedShareRole:
            return row.prospect && row.prospect->tokens_per_second && m_fastest > 0
                       ? *row.prospect->tokens_per_second / m_fastest
                       : 0.0;
        case PreparingRole:
            return row.preparing;
        case ProblemRole:
            if (row.group.problem) {
                return groupProblemText(*row.group.problem, row.group.problem_detail);
            }
            return row.fault ? errorSentence(*row.fault) : QString();
        case PlaceRole:
            return static_cast<int>(row.place.state);
        case ProgressRole:
            return row.place.progress;
        case PathRole:
            return row.place.path;
        default:
            return {};
    }
}

QHash<int, QByteArray> HubGroups::roleNames() const {
    return {{QuantizationRole, "quantization"}, {NameRole, "name"},
            {MeaningRole, "meaning"},           {RecommendedRole, "recommended"},
            {SizeTextRole, "sizeText"},         {FilesRole, "files"},
            {VerdictRole, "verdict"},           {MemoryTextRole, "memoryText"},
            {ShortOfTextRole, "shortOfText"},   {SpeedTextRole, "speedText"},
            {SpeedShareRole, "speedShare"},     {PreparingRole, "preparing"},
            {ProblemRole, "problem"},           {PlaceRole, "place"},
            {ProgressRole, "progress"},         {PathRole, "path"}};
}

void HubGroups::setGroups(std::vector<hub::FileGroup> groups) {
    beginResetModel();
    m_rows.clear();
    m_fastest = 0;
    for (hub::FileGroup& group : groups) {
        m_rows.push_back(
            {.group = std::move(group), .prospect = {}, .fault = {}, .place = {}, .preparing = false});
    }
    endResetModel();
    Q_EMIT countChanged();
}

int HubGroups::recommended() const {
    const auto found = std::ranges::find_if(m_rows, [](const Row& row) { return row.group.recommended; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

bool HubGroups::hasEstimates() const {
    return std::ranges::any_of(m_rows, [](const Row& row) { return row.prospect && row.prospect->rough; });
}

void HubGroups::setProspect(int row, std::optional<Prospect> prospect) {
    Row& known = m_rows[static_cast<std::size_t>(row)];
    known.prospect = std::move(prospect);
    known.fault.reset();
    double fastest = 0;
    for (const Row& other : m_rows) {
        if (other.prospect && other.prospect->tokens_per_second) {
            fastest = std::max(fastest, *other.prospect->tokens_per_second);
        }
    }
    if (fastest != m_fastest) {
        m_fastest = fastest;
        Q_EMIT dataChanged(index(0), index(count() - 1), {SpeedShareRole});
    }
    changed(row);
}

void HubGroups::setFault(int row, const Error& fault) {
    m_rows[static_cast<std::size_t>(row)].fault = fault;
    changed(row);
}

void HubGroups::setPlace(int row, GroupPlace place) {
    m_rows[static_cast<std::size_t>(row)].place = std::move(place);
    changed(row);
}

void HubGroups::setPreparing(int row, bool preparing) {
    m_rows[static_cast<std::size_t>(row)].preparing = preparing;
    changed(row);
}

void HubGroups::retranslate() {
    if (count() > 0) {
        Q_EMIT dataChanged(index(0), index(count() - 1));
    }
}

void HubGroups::changed(int row) {
    Q_EMIT dataChanged(index(row), index(row));
}

}  // namespace hearth
