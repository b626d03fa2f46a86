#include "library/hub_search.h"

#include "hub/address.h"
#include "library/hub_suggestions.h"
#include "library/language_names.h"
#include "system/human_format.h"
#include "system/shown_name.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <utility>

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

/// Of the quantization that is taken most, Q4_K_M, in bits a weight.
constexpr double kUsualBits = 4.85;

/// Filters that a hub does not know leave a page of its answer short or empty: pages are asked for until
/// there is about a view of rows more, but no longer than this.
constexpr std::size_t kEnoughRows = 10;
constexpr int kMostPages = 6;

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
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const hub::HubModel& model = row.model;
    switch (role) {
        case ModelIdRole:
            return QString::fromStdString(model.id);
        case NameRole:
        case Qt::DisplayRole:
            return shownName(QString::fromStdString(model.name));
        case AuthorRole:
            return shownName(QString::fromStdString(model.author));
        case LineRole:
            return row.suggestion == nullptr ? modelLine(model)
                                             : QString::fromStdString(row.suggestion->description_in(
                                                   QLocale().name().toStdString()));
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
        case SectionRole:
            return sectionOf(row);
        default:
            return {};
    }
}

QHash<int, QByteArray> HubSearch::roleNames() const {
    return {{ModelIdRole, "modelId"}, {NameRole, "name"},       {AuthorRole, "author"},
            {LineRole, "line"},       {VerdictRole, "verdict"}, {FitTextRole, "fitText"},
            {GatedRole, "gated"},     {SectionRole, "section"}};
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
    if (!m_freshness.from_cache || suggestedCount() == m_rows.size()) {
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
    m_pagesLeft = kMostPages;
    m_enough = kEnoughRows;
    ask({});
}

void HubSearch::fetchMore() {
    if (m_state == Done && hasMore()) {
        askMore();
    }
}

void HubSearch::retry() {
    if (m_state == Failed && hasMore()) {
        askMore();
    } else {
        refresh();
    }
}

void HubSearch::askMore() {
    m_pagesLeft = kMostPages;
    m_enough = m_rows.size() - suggestedCount() + kEnoughRows;
    ask(m_next);
}

void HubSearch::ask(const std::string& cursor) {
    if (suggestedCount() == m_rows.size()) {
        show(suggestedRows());  // what is known needs no answer
    }
    m_state = m_rows.empty() ? Asking : Renewing;
    m_failure.reset();
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

HubTrouble HubSearch::trouble() const {
    return m_failure ? hubTrouble(*m_failure, m_access.name(), m_access.hasToken()) : HubTrouble{};
}

void HubSearch::take(transfers::Outcome<hub::SearchPage> answer, bool more) {
    std::vector<Row> rows = more ? m_rows : suggestedRows();
    if (!answer) {
        m_failure = answer.failure();
        m_state = Failed;
        if (!more) {
            m_next.clear();
        }
        show(std::move(rows));
        Q_EMIT stateChanged();
        return;
    }
    hub::SearchPage& page = *answer;
    for (hub::HubModel& model : page.models) {
        const bool suggested = std::ranges::any_of(
            rows, [&](const Row& row) { return row.suggestion != nullptr && row.model.id == model.id; });
        if (!suggested) {
            rows.push_back({.model = std::move(model), .suggestion = nullptr});
        }
    }
    m_next = std::move(page.next);
    m_freshness = page.freshness;
    show(std::move(rows));
    if (hasMore() && m_rows.size() - suggestedCount() < m_enough && --m_pagesLeft > 0) {
        ask(m_next);
        return;
    }
    m_state = Done;
    Q_EMIT stateChanged();
}

std::vector<HubSearch::Row> HubSearch::suggestedRows() const {
    std::vector<Row> rows;
    for (const catalog::CatalogSuggestion* suggestion :
         matchingSuggestions(m_suggestions, query(), m_access.endpoint())) {
        rows.push_back({.model = hubModelOf(*suggestion), .suggestion = suggestion});
    }
    return rows;
}

std::size_t HubSearch::suggestedCount() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(m_rows, [](const Row& row) { return row.suggestion != nullptr; }));
}

/// Rows that only follow those on show are added to them: the list stays where it was scrolled to.
void HubSearch::show(std::vector<Row> rows) {
    const bool longer =
        rows.size() >= m_rows.size() &&
        std::ranges::equal(m_rows, rows | std::views::take(m_rows.size()), [](const Row& a, const Row& b) {
            return a.model == b.model && a.suggestion == b.suggestion;
        });
    if (!longer) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    } else if (rows.size() > m_rows.size()) {
        beginInsertRows({}, count(), static_cast<int>(rows.size()) - 1);
        m_rows = std::move(rows);
        endInsertRows();
    }
}

void HubSearch::setSuggestions(std::vector<catalog::CatalogSuggestion> suggestions) {
    beginResetModel();
    std::erase_if(m_rows, [](const Row& row) { return row.suggestion != nullptr; });
    m_suggestions = std::move(suggestions);
    std::vector<Row> rows = suggestedRows();
    std::ranges::move(m_rows, std::back_inserter(rows));
    m_rows = std::move(rows);
    endResetModel();
    if (m_state == Asking && !m_rows.empty()) {
        m_state = Renewing;
    }
    Q_EMIT stateChanged();
}

QString HubSearch::sectionOf(const Row& row) const {
    if (row.suggestion != nullptr) {
        return tr("A good start");
    }
    return suggestedCount() == 0 ? QString() : tr("More on %1").arg(m_access.name());
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
    return row >= 0 && row < count() ? QString::fromStdString(m_rows[static_cast<std::size_t>(row)].model.id)
                                     : QString();
}

int HubSearch::rowOf(const QString& id) const {
    const auto found =
        std::ranges::find(m_rows, id.toStdString(), [](const Row& row) { return row.model.id; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
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
