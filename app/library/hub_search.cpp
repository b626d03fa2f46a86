#include "library/hub_search.h"

#include "hub/address.h"
#include "library/language_names.h"
#include "system/human_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace hearth {

namespace {

constexpr int kTypingPauseMs = 350;

// What the filters stand for; the first of each list is "any" or the usual one.
constexpr std::array kLanguages = {"", "en", "zh", "de", "fr", "es", "ja", "ko", "ru"};
constexpr std::array kLicences = {"", "apache-2.0", "mit"};
constexpr std::array kTasks = {"text-generation", "image-text-to-text", ""};
constexpr std::array kSorts = {hub::SearchSort::trending, hub::SearchSort::downloads, hub::SearchSort::likes,
                               hub::SearchSort::newest};
constexpr std::array<std::uint64_t, 4> kSizes = {0, 2'000'000'000, 6'000'000'000, 16'000'000'000};

/// Pages without a model that is wanted, before a person is told that nothing was found.
constexpr int kMostEmptyPages = 5;
/// Of the quantization that is taken most, in bits a weight.
constexpr double kUsualBits = 4.85;

template <class List>
auto at(const List& list, int index) {
    return list[static_cast<std::size_t>(std::clamp(index, 0, static_cast<int>(list.size()) - 1))];
}

}  // namespace

HubSearch::HubSearch(HubAccess& access, QObject* parent) : QAbstractListModel(parent), m_access(access) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kTypingPauseMs);
    connect(&m_delay, &QTimer::timeout, this, &HubSearch::refresh);
    connect(&access, &HubAccess::endpointChanged, this, [this] {
        if (m_state != Idle) {
            m_known.clear();
            refresh();
        }
    });
    connect(&access, &HubAccess::computerChanged, this, &HubSearch::refreshFits);
}

int HubSearch::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant HubSearch::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const hub::HubModel& model = m_models[static_cast<std::size_t>(index.row())];
    switch (role) {
        case ModelIdRole:
            return QString::fromStdString(model.id);
        case NameRole:
        case Qt::DisplayRole:
            return QString::fromStdString(model.name);
        case AuthorRole:
            return QString::fromStdString(model.author);
        case LineRole:
            return modelLine(model);
        case VerdictRole: {
            const std::optional<Prospect> prospect = prospectOfRow(model);
            return static_cast<int>(prospect ? verdictOf(*prospect) : FitVerdict::unknown);
        }
        case FitTextRole: {
            const std::optional<Prospect> prospect = prospectOfRow(model);
            return prospect ? prospectText(*prospect) : QString();
        }
        case GatedRole:
            return model.gated;
        default:
            return {};
    }
}

QHash<int, QByteArray> HubSearch::roleNames() const {
    return {{ModelIdRole, "modelId"}, {NameRole, "name"},       {AuthorRole, "author"}, {LineRole, "line"},
            {VerdictRole, "verdict"}, {FitTextRole, "fitText"}, {GatedRole, "gated"}};
}

template <class T>
void HubSearch::change(T& member, const T& value) {
    if (member != value) {
        member = value;
        Q_EMIT queryChanged();
        m_delay.start();
    }
}

void HubSearch::setText(const QString& text) {
    change(m_text, text);
}
void HubSearch::setFitsHere(bool fits) {
    change(m_fitsHere, fits);
}
void HubSearch::setLanguage(int language) {
    change(m_language, language);
}
void HubSearch::setLicence(int licence) {
    change(m_licence, licence);
}
void HubSearch::setTask(int task) {
    change(m_task, task);
}
void HubSearch::setSort(int sort) {
    change(m_sort, sort);
}
void HubSearch::setSize(int size) {
    change(m_size, size);
}

void HubSearch::setFormat(int format) {
    change(m_format, format);
}

QStringList HubSearch::languageNames() const {
    QStringList names{tr("Any language")};
    for (std::size_t i = 1; i < kLanguages.size(); ++i) {
        names << languageName(kLanguages[i]);
    }
    return names;
}

QStringList HubSearch::licenceNames() const {
    return {tr("Any licence"), QStringLiteral("Apache 2.0"), QStringLiteral("MIT")};
}

QStringList HubSearch::taskNames() const {
    return {tr("Chat and writing"), tr("Reads images"), tr("Any task")};
}

QStringList HubSearch::sortNames() const {
    return {tr("Trending first"), tr("Most downloaded first"), tr("Most liked first"), tr("Newest first")};
}

QStringList HubSearch::sizeNames() const {
    QStringList names{tr("Any size")};
    for (std::size_t i = 1; i < kSizes.size(); ++i) {
        names << tr("Up to %1").arg(formatBytes(kSizes[i]));
    }
    return names;
}

QStringList HubSearch::formatNames() const {
    return {QStringLiteral("GGUF"), QStringLiteral("Safetensors")};
}

QString HubSearch::addressedModel() {
    const std::string text = m_text.trimmed().toStdString();
    if (text.find('/') == std::string::npos) {
        return {};
    }
    const auto address = hub::parse_address(text, m_access.endpoints(), m_access.endpoint());
    if (!address) {
        return {};
    }
    m_access.setCurrentId(QString::fromStdString(address->endpoint.id));
    return QString::fromStdString(address->id);
}

QString HubSearch::cacheNote() const {
    if (!m_freshness.from_cache || m_models.empty()) {
        return {};
    }
    return m_freshness.age
               ? tr("%1 cannot be reached now. This list is %2.")
                     .arg(m_access.name(), ageText(*m_freshness.age))
               : tr("%1 cannot be reached now. This list is one kept from before.").arg(m_access.name());
}

hub::SearchQuery HubSearch::query() const {
    hub::SearchQuery query;
    query.text = m_text.simplified().toStdString();
    if (query.text.find('/') != std::string::npos) {
        // An address is no words: the list is what the hub has by the name in it.
        if (const auto address = hub::parse_address(query.text, m_access.endpoints(), m_access.endpoint())) {
            query.text = address->id;
        }
    }
    query.language = at(kLanguages, m_language);
    query.licence = at(kLicences, m_licence);
    query.task = at(kTasks, m_task);
    query.sort = at(kSorts, m_sort);
    query.format = m_format == 0 ? hub::ModelFormat::gguf : hub::ModelFormat::safetensors;
    std::uint64_t most = at(kSizes, m_size);
    if (m_fitsHere && m_access.freeBytes() > 0) {
        most = most == 0 ? m_access.freeBytes() : std::min<std::uint64_t>(most, m_access.freeBytes());
    }
    if (most != 0) {
        query.most_bytes = most;
    }
    return query;
}

void HubSearch::begin() {
    if (m_state == Idle) {
        refresh();
    }
}

void HubSearch::refresh() {
    m_delay.stop();
    m_emptyPages = 0;
    ask({});
}

void HubSearch::fetchMore() {
    if (m_state == Done && hasMore()) {
        ask(m_next);
    }
}

void HubSearch::ask(const std::string& cursor) {
    m_state = m_models.empty() ? Asking : Renewing;
    m_trouble = {};
    Q_EMIT stateChanged();
    m_job.start(
        this,
        [source = m_access.source(), query = query(), cursor](std::stop_token stop) {
            return source->search(query, cursor, std::move(stop));
        },
        [this, more = !cursor.empty()](transfers::Outcome<hub::SearchPage> answer) {
            take(std::move(answer), more);
        });
}

void HubSearch::take(transfers::Outcome<hub::SearchPage> answer, bool more) {
    if (!answer) {
        m_trouble = hubTrouble(answer.failure(), m_access.name(), m_access.hasToken());
        m_state = Failed;
        if (!more) {
            beginResetModel();
            m_models.clear();
            endResetModel();
        }
        m_next.clear();
        Q_EMIT stateChanged();
        return;
    }
    hub::SearchPage& page = *answer;
    if (more) {
        if (!page.models.empty()) {
            beginInsertRows({}, count(), count() + static_cast<int>(page.models.size()) - 1);
            std::ranges::move(page.models, std::back_inserter(m_models));
            endInsertRows();
        }
    } else {
        beginResetModel();
        m_models = std::move(page.models);
        endResetModel();
    }
    m_next = std::move(page.next);
    m_freshness = page.freshness;
    m_state = Done;
    if (m_models.empty() && hasMore() && ++m_emptyPages < kMostEmptyPages) {
        ask(m_next);  // of all that the hub named nothing is wanted: what follows may be
        return;
    }
    Q_EMIT stateChanged();
}

std::optional<Prospect> HubSearch::prospectOfRow(const hub::HubModel& model) const {
    std::optional<Prospect> rough;
    if (model.parameters && m_access.freeBytes() != 0) {
        const auto weights =
            static_cast<std::uint64_t>(static_cast<double>(*model.parameters) * kUsualBits / 8);
        rough = roughProspect(weights, m_access.freeBytes(), m_access.device());
    }
    const auto known = m_known.find(QString::fromStdString(model.id));
    if (known == m_known.end()) {
        return rough;
    }
    Prospect prospect = known->second;
    if (!prospect.tokens_per_second && rough) {
        prospect.tokens_per_second = rough->tokens_per_second;
    }
    return prospect;
}

QString HubSearch::idAt(int row) const {
    return row >= 0 && row < count() ? QString::fromStdString(m_models[static_cast<std::size_t>(row)].id)
                                     : QString();
}

int HubSearch::rowOf(const QString& id) const {
    const auto found = std::ranges::find(m_models, id.toStdString(), &hub::HubModel::id);
    return found == m_models.end() ? -1 : static_cast<int>(found - m_models.begin());
}

void HubSearch::setProspect(const QString& id, const Prospect& prospect) {
    m_known[id] = prospect;
    if (const int row = rowOf(id); row >= 0) {
        Q_EMIT dataChanged(index(row), index(row), {VerdictRole, FitTextRole});
    }
}

void HubSearch::refreshFits() {
    // What a model takes stays as its header told it; what is free for it does not.
    for (auto& [id, prospect] : m_known) {
        prospect.free_bytes = m_access.freeBytes();
        prospect.fits = prospect.memory_bytes <= prospect.free_bytes;
    }
    if (count() > 0) {
        Q_EMIT dataChanged(index(0), index(count() - 1), {VerdictRole, FitTextRole});
    }
}

void HubSearch::retranslate() {
    Q_EMIT wordsChanged();
    Q_EMIT stateChanged();
    if (count() > 0) {
        Q_EMIT dataChanged(index(0), index(count() - 1));
    }
}

}  // namespace hearth
