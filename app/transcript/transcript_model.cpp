#include "transcript/transcript_model.h"

#include <QPromise>
#include <QThreadPool>
#include <algorithm>
#include <utility>

namespace hearth {
namespace {

// Parsing this much takes well under a frame; more goes to a worker.
constexpr qsizetype kParsedAtOnce = 32 * 1024;

static_assert(static_cast<int>(RowKind::ContextRule) == TranscriptModel::ContextRule);
static_assert(static_cast<int>(RowKind::OwnText) == TranscriptModel::OwnText);
static_assert(static_cast<int>(RowKind::Image) == static_cast<int>(BlockKind::Image));

// Freeing more messages than these takes milliseconds.
constexpr std::size_t kFreedAtOnce = 50;

void freeElsewhere(std::vector<std::unique_ptr<TranscriptEntry>> entries) {
    if (entries.size() > kFreedAtOnce) {
        QThreadPool::globalInstance()->start(
            [entries = std::make_shared<decltype(entries)>(std::move(entries))] { entries->clear(); });
    }
}

}  // namespace

TranscriptModel::TranscriptModel(QObject* parent) : QAbstractListModel(parent) {
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &TranscriptModel::takeLoaded);
}

TranscriptModel::~TranscriptModel() {
    m_watcher.cancel();
    freeElsewhere(std::move(m_entries));
}

int TranscriptModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_rowCount;
}

void TranscriptModel::reset(std::vector<TranscriptMessage> messages) {
    m_watcher.cancel();
    m_postponed.clear();
    qsizetype size = 0;
    for (const TranscriptMessage& message : messages) {
        size += message.text.size();
    }
    const Preparation preparation{m_firstThatFits, m_revision};
    if (size <= kParsedAtOnce) {
        take(preparation.content(std::move(messages), [] { return false; }));
        if (std::exchange(m_loading, false)) {
            emit loadingChanged();
        }
        return;
    }
    take(preparation.content({}, [] { return false; }));
    auto promise = std::make_shared<QPromise<std::shared_ptr<Content>>>();
    promise->start();
    m_watcher.setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, preparation, messages = std::move(messages)]() mutable {
        auto content = std::make_shared<Content>(
            preparation.content(std::move(messages), [&promise] { return promise->isCanceled(); }));
        promise->addResult(std::move(content));
        promise->finish();
    });
    if (!std::exchange(m_loading, true)) {
        emit loadingChanged();
    }
}

TranscriptModel::Content TranscriptModel::Preparation::content(std::vector<TranscriptMessage> messages,
                                                               const std::function<bool()>& cancelled) const {
    Content content;
    content.lastRevision = firstRevision;
    content.entries.reserve(messages.size());
    for (TranscriptMessage& message : messages) {
        if (cancelled()) {
            break;
        }
        const MessageKey key = message.key;
        auto entry = std::make_unique<TranscriptEntry>(std::move(message));
        entry->rows() = entry->wantedRows(firstThatFits == key);
        for (TranscriptRow& row : entry->rows()) {
            row.revision = ++content.lastRevision;
        }
        content.entryOfKey[static_cast<qint64>(key)] = static_cast<int>(content.entries.size());
        content.firstRows.push_back(content.rowCount);
        content.rowCount += static_cast<int>(entry->rows().size());
        content.writingCount += entry->message().state == MessageState::Writing ? 1 : 0;
        content.entries.push_back(std::move(entry));
    }
    return content;
}

void TranscriptModel::take(Content content) {
    beginResetModel();
    std::swap(m_entries, content.entries);
    m_firstRows = std::move(content.firstRows);
    m_rowCount = content.rowCount;
    m_entryOfKey = std::move(content.entryOfKey);
    m_revision = content.lastRevision;
    m_placeRow = -1;
    endResetModel();
    freeElsewhere(std::move(content.entries));
    emit messageCountChanged();
    noteWriting(content.writingCount - m_writingCount);
}

void TranscriptModel::takeLoaded() {
    if (!m_loading || m_watcher.isCanceled() || m_watcher.future().resultCount() == 0) {
        return;
    }
    take(std::move(*m_watcher.result()));
    m_loading = false;
    emit loadingChanged();
    for (const auto& call : std::exchange(m_postponed, {})) {
        call();
    }
}

/// While loading, keeps a call for later and says so.
bool TranscriptModel::postponed(std::function<void()> call) {
    if (m_loading) {
        m_postponed.push_back(std::move(call));
    }
    return m_loading;
}

void TranscriptModel::append(TranscriptMessage message) {
    if (m_loading) {
        m_postponed.push_back([this, message = std::move(message)] { append(message); });
        return;
    }
    if (find(message.key)) {
        return;
    }
    auto entry = std::make_unique<TranscriptEntry>(std::move(message));
    auto rows = entry->wantedRows(hasRule(*entry));
    for (TranscriptRow& row : rows) {
        row.revision = ++m_revision;
    }
    const bool startsWriting = entry->message().state == MessageState::Writing;
    const auto count = static_cast<int>(rows.size());
    if (count > 0) {
        beginInsertRows({}, m_rowCount, m_rowCount + count - 1);
    }
    entry->rows() = std::move(rows);
    m_entries.push_back(std::move(entry));
    renumber(messageCount() - 1);
    if (count > 0) {
        endInsertRows();
    }
    emit messageCountChanged();
    noteWriting(startsWriting ? 1 : 0);
    emit appended();
}

void TranscriptModel::appendText(MessageKey key, QStringView delta) {
    if (m_loading) {
        m_postponed.push_back([this, key, text = delta.toString()] { appendText(key, text); });
        return;
    }
    const auto entry = find(key);
    if (entry && !delta.isEmpty()) {
        update(*entry, m_entries[static_cast<std::size_t>(*entry)]->append(delta));
    }
}

void TranscriptModel::finish(MessageKey key, MessageState state, const QString& errorText) {
    if (postponed([=, this] { finish(key, state, errorText); })) {
        return;
    }
    const auto found = find(key);
    if (!found) {
        return;
    }
    TranscriptEntry& entry = *m_entries[static_cast<std::size_t>(*found)];
    const bool wrote = entry.message().state == MessageState::Writing;
    entry.message().state = state;
    entry.message().errorText = errorText;
    update(*found, std::nullopt);
    // The caret goes, an open thinking ends, the footer offers more.
    announce(*found, 0, static_cast<int>(entry.rows().size()), [](int) { return true; });
    noteWriting(static_cast<int>(state == MessageState::Writing) - static_cast<int>(wrote));
}

void TranscriptModel::setFooter(MessageKey key, const AnswerFooter& footer) {
    if (postponed([=, this] { setFooter(key, footer); })) {
        return;
    }
    if (const auto found = find(key)) {
        AnswerFooter& shown = m_entries[static_cast<std::size_t>(*found)]->message().footer;
        const auto thinkingMs = shown.thinkingMs;
        shown = footer;
        if (!footer.thinkingMs) {
            shown.thinkingMs = thinkingMs;
        }
        touch(*found, RowKind::Footer);
    }
}

void TranscriptModel::setVersions(MessageKey key, int versionIndex, int versionCount) {
    if (postponed([=, this] { setVersions(key, versionIndex, versionCount); })) {
        return;
    }
    if (const auto found = find(key)) {
        TranscriptMessage& message = m_entries[static_cast<std::size_t>(*found)]->message();
        message.versionIndex = versionIndex;
        message.versionCount = versionCount;
        touch(*found, RowKind::Footer);
    }
}

void TranscriptModel::remove(MessageKey key) {
    if (postponed([=, this] { remove(key); })) {
        return;
    }
    if (const auto found = find(key)) {
        removeEntries(*found, *found);
    }
}

void TranscriptModel::removeFrom(MessageKey key) {
    if (postponed([=, this] { removeFrom(key); })) {
        return;
    }
    if (const auto found = find(key)) {
        removeEntries(*found, messageCount() - 1);
    }
}

void TranscriptModel::removeEntries(int first, int last) {
    const int firstRow = m_firstRows[static_cast<std::size_t>(first)];
    const int behind =
        last + 1 < messageCount() ? m_firstRows[static_cast<std::size_t>(last) + 1] : m_rowCount;
    int wrote = 0;
    for (int entry = first; entry <= last; ++entry) {
        const TranscriptMessage& message = m_entries[static_cast<std::size_t>(entry)]->message();
        wrote += message.state == MessageState::Writing ? 1 : 0;
        m_entryOfKey.erase(static_cast<qint64>(message.key));
    }
    if (behind > firstRow) {
        beginRemoveRows({}, firstRow, behind - 1);
    }
    m_entries.erase(m_entries.begin() + first, m_entries.begin() + last + 1);
    m_placeRow = m_placeRow < firstRow ? m_placeRow : -1;
    renumber(first);
    if (behind > firstRow) {
        endRemoveRows();
    }
    emit messageCountChanged();
    noteWriting(-wrote);
}

void TranscriptModel::setContextRule(std::optional<MessageKey> firstThatFits, int leftOut) {
    if (postponed([=, this] { setContextRule(firstThatFits, leftOut); })) {
        return;
    }
    const auto before = std::exchange(m_firstThatFits, firstThatFits);
    const bool recount = std::exchange(m_leftOut, leftOut) != leftOut;
    for (const auto& key : {before, firstThatFits}) {
        if (const auto found = key ? find(*key) : std::nullopt) {
            update(*found, std::nullopt);
            if (recount) {
                touch(*found, RowKind::ContextRule);
            }
        }
    }
}

void TranscriptModel::setOpen(int row, bool open) {
    if (rowAt(row) == nullptr) {
        return;
    }
    const Place at = place(row);
    TranscriptEntry& entry = *m_entries[static_cast<std::size_t>(at.entry)];
    TranscriptRow& head = entry.rows()[static_cast<std::size_t>(at.row)];
    if (head.kind != RowKind::Thinking || entry.isOpen(head.part) == open) {
        return;
    }
    entry.setOpen(head.part, open);
    head.revision = ++m_revision;
    emit dataChanged(index(row), index(row));
    update(at.entry, std::nullopt);
}

/// Brings the rows of an entry to what they should be. Rows of blocks from `change` on are announced as
/// changed.
void TranscriptModel::update(int entryIndex, std::optional<MessageChange> change) {
    TranscriptEntry& entry = *m_entries[static_cast<std::size_t>(entryIndex)];
    std::vector<TranscriptRow>& rows = entry.rows();
    std::vector<TranscriptRow> wanted = entry.wantedRows(hasRule(entry));
    const auto shown = static_cast<int>(rows.size());
    const auto count = static_cast<int>(wanted.size());
    int same = 0;
    while (same < std::min(shown, count) &&
           rows[static_cast<std::size_t>(same)].sameAs(wanted[static_cast<std::size_t>(same)])) {
        wanted[static_cast<std::size_t>(same)].revision = rows[static_cast<std::size_t>(same)].revision;
        ++same;
    }
    int sameBehind = 0;
    while (sameBehind < std::min(shown, count) - same) {
        const TranscriptRow& old = rows[static_cast<std::size_t>(shown - 1 - sameBehind)];
        TranscriptRow& fresh = wanted[static_cast<std::size_t>(count - 1 - sameBehind)];
        if (!old.sameAs(fresh)) {
            break;
        }
        fresh.revision = old.revision;
        ++sameBehind;
    }
    const int first = m_firstRows[static_cast<std::size_t>(entryIndex)];
    const int gone = shown - sameBehind - same;
    const int fresh = count - sameBehind - same;
    if (gone > 0) {
        beginRemoveRows({}, first + same, first + same + gone - 1);
        rows.erase(rows.begin() + same, rows.begin() + same + gone);
        renumber(entryIndex);
        endRemoveRows();
    }
    if (fresh > 0) {
        std::for_each(wanted.begin() + same, wanted.begin() + same + fresh,
                      [this](TranscriptRow& row) { row.revision = ++m_revision; });
        beginInsertRows({}, first + same, first + same + fresh - 1);
        rows.insert(rows.begin() + same, wanted.begin() + same, wanted.begin() + same + fresh);
        renumber(entryIndex);
        endInsertRows();
    }
    // The row before a new one loses the caret or is now continued.
    const int neighbour = gone + fresh > 0 ? same - 1 : -1;
    const auto touched = [&](int row) {
        const TranscriptRow& candidate = rows[static_cast<std::size_t>(row)];
        return row == neighbour ||
               (change && (candidate.part > change->part ||
                           (candidate.part == change->part &&
                            (candidate.block >= change->block || candidate.kind == RowKind::Thinking))));
    };
    announce(entryIndex, 0, same, touched);
    announce(entryIndex, same + fresh, count, touched);
}

/// Announces the rows of an entry between two that `touched` names, neighbours together.
void TranscriptModel::announce(int entryIndex, int begin, int end, const std::function<bool(int)>& touched) {
    std::vector<TranscriptRow>& rows = m_entries[static_cast<std::size_t>(entryIndex)]->rows();
    const int first = m_firstRows[static_cast<std::size_t>(entryIndex)];
    for (int row = begin; row < end;) {
        int behind = row;
        while (behind < end && touched(behind)) {
            rows[static_cast<std::size_t>(behind)].revision = ++m_revision;
            ++behind;
        }
        if (behind > row) {
            emit dataChanged(index(first + row), index(first + behind - 1));
        }
        row = behind + 1;
    }
}

/// Announces that the rows of this kind in an entry show something else.
void TranscriptModel::touch(int entryIndex, RowKind kind) {
    const auto& rows = m_entries[static_cast<std::size_t>(entryIndex)]->rows();
    announce(entryIndex, 0, static_cast<int>(rows.size()),
             [&rows, kind](int row) { return rows[static_cast<std::size_t>(row)].kind == kind; });
}

void TranscriptModel::noteWriting(int difference) {
    const bool before = writing();
    m_writingCount += difference;
    if (writing() != before) {
        emit writingChanged();
    }
}

void TranscriptModel::renumber(int firstEntry) {
    m_firstRows.resize(m_entries.size());
    int row = 0;
    if (firstEntry > 0) {
        const auto before = static_cast<std::size_t>(firstEntry) - 1;
        row = m_firstRows[before] + static_cast<int>(m_entries[before]->rows().size());
    }
    for (auto entry = static_cast<std::size_t>(firstEntry); entry < m_entries.size(); ++entry) {
        m_firstRows[entry] = row;
        row += static_cast<int>(m_entries[entry]->rows().size());
        m_entryOfKey[static_cast<qint64>(m_entries[entry]->message().key)] = static_cast<int>(entry);
    }
    m_rowCount = row;
}

std::optional<int> TranscriptModel::find(MessageKey key) const {
    const auto found = m_entryOfKey.find(static_cast<qint64>(key));
    return found == m_entryOfKey.end() ? std::nullopt : std::optional(found->second);
}

TranscriptModel::Place TranscriptModel::place(int row) const {
    const auto behind = std::upper_bound(m_firstRows.begin(), m_firstRows.end(), row);
    const auto entry = static_cast<int>(behind - m_firstRows.begin()) - 1;
    return {entry, row - m_firstRows[static_cast<std::size_t>(entry)]};
}

const TranscriptRow* TranscriptModel::rowAt(int row) const {
    if (row < 0 || row >= m_rowCount) {
        return nullptr;
    }
    const Place at = place(row);
    return &m_entries[static_cast<std::size_t>(at.entry)]->rows()[static_cast<std::size_t>(at.row)];
}

bool TranscriptModel::hasRule(const TranscriptEntry& entry) const {
    return m_firstThatFits && *m_firstThatFits == entry.message().key;
}

QString TranscriptModel::source(MessageKey key) const {
    const auto found = find(key);
    return found ? m_entries[static_cast<std::size_t>(*found)]->source() : QString();
}

QString TranscriptModel::sourceOf(double key) const {
    return source(MessageKey{static_cast<qint64>(key)});
}

QStringList TranscriptModel::linksIn(int first, int last) const {
    QStringList links;
    for (int row = std::max(0, first); row <= last && row < rowCount(); ++row) {
        const Block* found = block(row);
        if (found == nullptr) {
            continue;
        }
        for (const InlineSpan& span : found->spans) {
            const QString address = found->links.value(span.link);
            if (isFollowable(address) && !links.contains(address)) {
                links.append(address);
            }
        }
    }
    return links;
}

std::optional<double> TranscriptModel::thinkingMs(MessageKey key) const {
    const auto found = find(key);
    return found ? m_entries[static_cast<std::size_t>(*found)]->message().footer.thinkingMs : std::nullopt;
}

const Block* TranscriptModel::block(int row) const {
    const TranscriptRow* found = rowAt(row);
    return found == nullptr ? nullptr : m_entries[static_cast<std::size_t>(place(row).entry)]->block(*found);
}

RowKind TranscriptModel::kind(int row) const {
    const TranscriptRow* found = rowAt(row);
    return found == nullptr ? RowKind::Footer : found->kind;
}

MessageKey TranscriptModel::keyOf(int row) const {
    return rowAt(row) == nullptr ? MessageKey{}
                                 : m_entries[static_cast<std::size_t>(place(row).entry)]->message().key;
}

std::pair<int, int> TranscriptModel::messageRows(int row) const {
    if (rowAt(row) == nullptr) {
        return {0, 0};
    }
    const auto entry = static_cast<std::size_t>(place(row).entry);
    return {m_firstRows[entry], m_firstRows[entry] + static_cast<int>(m_entries[entry]->rows().size())};
}

QString TranscriptModel::text(int row) const {
    const Block* found = block(row);
    return found == nullptr ? QString() : found->text;
}

}  // namespace hearth
