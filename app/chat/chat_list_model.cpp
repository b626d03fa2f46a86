#include "chat/chat_list_model.h"

#include "chat/chat_sections.h"
#include "chat/chat_session.h"
#include "chat/chat_storage.h"
#include "chat/session_registry.h"
#include "chat/storage_sentences.h"
#include "storage/chat_store.h"
#include "system/shown_name.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace hearth {

namespace {

using storage::ChatStore;
using storage::ConversationId;

constexpr int kReadDelayMs = 120;   ///< joins what a turn changes into one reading
constexpr int kSearchDelayMs = 60;  ///< between two keys of a quick typist
constexpr int kDayCheckMs = 60'000;
constexpr std::uint32_t kPage = 10'000;
/// More differences than this are shown faster by a reset than row by row.
constexpr std::size_t kMostSteps = 64;
/// More chats than this nobody looks through: one types another word.
constexpr std::uint32_t kMostFound = 200;

/// Adds what a later slice has found: at most one message of each chat, the newest.
void join(storage::SearchResult& all, storage::SearchResult more) {
    std::unordered_set<std::int64_t> spoken;
    std::unordered_set<std::int64_t> chats;
    for (const storage::SearchHit& hit : all.hits) {
        chats.insert(hit.conversation.value);
        if (hit.message) {
            spoken.insert(hit.conversation.value);
        }
    }
    for (storage::SearchHit& hit : more.hits) {
        if (hit.message && !spoken.insert(hit.conversation.value).second) {
            continue;
        }
        if (!chats.contains(hit.conversation.value) && chats.size() == kMostFound) {
            all.more = true;
            continue;
        }
        chats.insert(hit.conversation.value);
        all.hits.push_back(std::move(hit));
    }
    std::ranges::stable_sort(all.hits, std::ranges::greater{}, &storage::SearchHit::time);
    all.more = all.more || more.more;
    all.complete = more.complete || all.more;
    all.rest = more.rest;
}

struct Listing {
    std::vector<ChatRow> rows;
    QStringList folders;
};

Result<Listing> readListing(ChatStore& store) {
    std::vector<storage::ConversationSummary> summaries;
    for (std::uint32_t offset = 0;; offset += kPage) {
        storage::ListRequest request;
        request.offset = offset;
        request.limit = kPage;
        HEARTH_TRY_ASSIGN(std::vector<storage::ConversationSummary> page, store.list(request));
        const bool last = page.size() < kPage;
        std::move(page.begin(), page.end(), std::back_inserter(summaries));
        if (last) {
            break;
        }
    }
    HEARTH_TRY_ASSIGN(const std::vector<storage::Folder> folders, store.folders());
    Listing listing{.rows = chatRows(summaries, folders), .folders = {}};
    for (const storage::Folder& folder : folders) {
        listing.folders.append(QString::fromStdString(folder.name));
    }
    return listing;
}

Result<std::optional<storage::FolderId>> folderNamed(ChatStore& store, const std::string& name) {
    HEARTH_TRY_ASSIGN(const std::vector<storage::Folder> folders, store.folders());
    const auto found = std::find_if(folders.begin(), folders.end(),
                                    [&](const storage::Folder& folder) { return folder.name == name; });
    return found == folders.end() ? std::optional<storage::FolderId>() : std::optional(found->id);
}

}  // namespace

ChatListModel::ChatListModel(ChatStorage& storage, SessionRegistry& registry, QObject* parent)
    : QAbstractListModel(parent), m_storage(storage), m_registry(registry), m_today(QDate::currentDate()) {
    m_readTimer.setSingleShot(true);
    m_readTimer.setInterval(kReadDelayMs);
    m_searchTimer.setSingleShot(true);
    m_searchTimer.setInterval(kSearchDelayMs);
    m_dayTimer.setInterval(kDayCheckMs);
    m_dayTimer.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_readTimer, &QTimer::timeout, this, &ChatListModel::refresh);
    connect(&m_searchTimer, &QTimer::timeout, this, &ChatListModel::search);
    connect(&m_dayTimer, &QTimer::timeout, this, [this] {
        if (QDate::currentDate() != m_today) {
            refresh();
        }
    });
    connect(&registry, &SessionRegistry::conversationStored, this, [this] {
        if (!m_readTimer.isActive()) {
            m_readTimer.start();
        }
    });
    connect(&registry, &SessionRegistry::sessionChanged, this, &ChatListModel::onSessionChanged);
    connect(&storage, &ChatStorage::stateChanged, this, &ChatListModel::refresh);
    m_dayTimer.start();
    refresh();
}

ChatListModel::~ChatListModel() = default;

int ChatListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> ChatListModel::roleNames() const {
    return {{ConversationIdRole, "conversationId"},
            {TitleRole, "title"},
            {PlainTitleRole, "plainTitle"},
            {SnippetRole, "snippet"},
            {SectionRole, "section"},
            {PinnedRole, "pinned"},
            {FolderRole, "folder"},
            {ActivityRole, "activity"},
            {ActivityTextRole, "activityText"},
            {NewAnswerRole, "newAnswer"},
            {UnstoredRole, "unstored"}};
}

QVariant ChatListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const ChatRow& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case ConversationIdRole:
            return row.id;
        case TitleRole:
            return row.title.isEmpty() ? tr("New chat").toHtmlEscaped() : row.title;
        case PlainTitleRole:
        case Qt::DisplayRole:
            return row.plainTitle.isEmpty() ? tr("New chat") : row.plainTitle;
        case SnippetRole:
            return row.snippet;
        case SectionRole:
            return sectionOf(row);
        case PinnedRole:
            return row.pinned;
        case FolderRole:
            return row.folder;
        case ActivityRole: {
            const ChatSession* session = m_registry.find(row.id);
            return static_cast<int>(session != nullptr ? session->activity() : ChatSession::Activity::Idle);
        }
        case ActivityTextRole: {
            const ChatSession* session = m_registry.find(row.id);
            return session != nullptr ? session->activityText() : QString();
        }
        case NewAnswerRole:
            return m_registry.hasNewAnswer(row.id);
        case UnstoredRole: {
            const ChatSession* session = m_registry.find(row.id);
            return session != nullptr && SessionRegistry::isUnstored(*session);
        }
        default:
            return {};
    }
}

QString ChatListModel::sectionOf(const ChatRow& row) const {
    if (m_searching) {
        return tr("Results");
    }
    if (row.id < 0) {
        return tr("Not stored");
    }
    if (row.pinned) {
        return tr("Pinned");
    }
    if (!row.folder.isEmpty()) {
        return row.folder;
    }
    return dateSection(QDateTime::fromMSecsSinceEpoch(row.changedMs), m_today, QLocale());
}

void ChatListModel::setSearchText(const QString& text) {
    if (text == m_searchText) {
        return;
    }
    m_searchText = text;
    Q_EMIT searchTextChanged();
    setSettled(false);
    m_searchTimer.start();
}

void ChatListModel::refresh() {
    m_readTimer.stop();
    if (m_storage.state() == ChatStorage::State::Failed) {
        setError(m_storage.message());
        return;
    }
    if (m_storage.state() == ChatStorage::State::Opening) {
        return;  // stateChanged will ask again
    }
    if (m_searchText.trimmed().isEmpty()) {
        read();
    } else {
        search();
    }
}

void ChatListModel::tryAgain() {
    if (m_storage.state() == ChatStorage::State::Failed) {
        m_storage.retry();
    } else {
        refresh();
    }
}

void ChatListModel::read() {
    m_storage.run<Listing>(this, readListing, [this, serial = ++m_serial](Result<Listing> listing) {
        if (serial != m_serial) {
            return;
        }
        if (!listing) {
            setError(storageSentence(listing.error()));
            return;
        }
        setError({});
        m_today = QDate::currentDate();
        if (std::exchange(m_searching, false)) {
            Q_EMIT searchingChanged();
        }
        if (m_folders != listing->folders) {
            m_folders = listing->folders;
            Q_EMIT foldersChanged();
        }
        showListed(std::move(listing->rows));
        setSettled(m_searchText.trimmed().isEmpty());
        if (std::exchange(m_loading, false)) {
            Q_EMIT loadingChanged();
        }
    });
}

void ChatListModel::search() {
    m_searchTimer.stop();
    const QString text = m_searchText.trimmed();
    if (text.isEmpty()) {
        read();
        return;
    }
    searchSlice(text, std::nullopt);
}

void ChatListModel::searchSlice(const QString& text, std::optional<storage::SearchPlace> from) {
    storage::SearchRequest request;
    request.text = text.toStdString();
    request.limit = kMostFound;
    request.budget = m_searchBudget;
    request.one_of_each = true;
    request.from = from;
    m_storage.run<storage::SearchResult>(
        this, [request](ChatStore& store) { return store.search(request); },
        [this, text, begins = !from, serial = ++m_serial](Result<storage::SearchResult> found) {
            if (serial != m_serial) {
                return;
            }
            if (!found) {
                setError(storageSentence(found.error()));
                return;
            }
            setError({});
            takeFound(text, std::move(*found), begins);
        });
}

void ChatListModel::takeFound(const QString& text, storage::SearchResult found, bool begins) {
    if (begins) {
        m_found = std::make_unique<storage::SearchResult>(std::move(found));
        m_found->complete = m_found->complete || m_found->more;
    } else {
        join(*m_found, std::move(found));
    }
    m_searchComplete = m_found->complete;
    m_moreFound = m_found->more;
    const bool began = !std::exchange(m_searching, true);
    show(foundRows(*m_found));
    if (began) {
        Q_EMIT searchingChanged();
    }
    Q_EMIT searchProgressed();
    setSettled(m_searchText.trimmed() == text);
    if (!m_searchComplete) {
        searchSlice(text, m_found->rest);
    }
}

void ChatListModel::show(std::vector<ChatRow> rows) {
    const int before = count();
    std::unordered_set<qint64> wanted;
    for (const ChatRow& row : rows) {
        wanted.insert(row.id);
    }
    std::unordered_set<qint64> present;
    std::size_t gone = 0;
    for (const ChatRow& row : m_rows) {
        present.insert(row.id);
        gone += wanted.count(row.id) == 0 ? 1 : 0;
    }
    const auto isNew = [&](const ChatRow& row) { return present.count(row.id) == 0; };
    const auto added = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), isNew));
    if (m_rows.empty() || gone + added > kMostSteps) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        if (before != count()) {
            Q_EMIT countChanged();
        }
        return;
    }
    for (int i = count() - 1; i >= 0; --i) {
        if (wanted.count(m_rows[static_cast<std::size_t>(i)].id) == 0) {
            beginRemoveRows({}, i, i);
            m_rows.erase(m_rows.begin() + i);
            endRemoveRows();
        }
    }
    for (int i = 0; i < std::ssize(rows); ++i) {
        const ChatRow& row = rows[static_cast<std::size_t>(i)];
        const auto from = std::find_if(m_rows.begin() + i, m_rows.end(),
                                       [&](const ChatRow& old) { return old.id == row.id; });
        if (from == m_rows.end()) {
            beginInsertRows({}, i, i);
            m_rows.insert(m_rows.begin() + i, row);
            endInsertRows();
            continue;
        }
        if (const int at = static_cast<int>(from - m_rows.begin()); at != i) {
            beginMoveRows({}, at, at, {}, i);
            std::rotate(m_rows.begin() + i, from, from + 1);
            endMoveRows();
        }
        if (m_rows[static_cast<std::size_t>(i)] != row) {
            m_rows[static_cast<std::size_t>(i)] = row;
            Q_EMIT dataChanged(index(i), index(i));
        }
    }
    // Sections depend on the day and on searching, not on the row alone.
    if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0), index(count() - 1), {SectionRole});
    }
    if (before != count()) {
        Q_EMIT countChanged();
    }
}

void ChatListModel::showListed(std::vector<ChatRow> rows) {
    m_unstoredRows = unstoredRows();
    rows.insert(rows.begin(), m_unstoredRows.begin(), m_unstoredRows.end());
    show(std::move(rows));
}

std::vector<ChatRow> ChatListModel::unstoredRows() const {
    std::vector<ChatRow> rows;
    for (const ChatSession* session : m_registry.sessions()) {
        if (session->conversationId() == 0 && SessionRegistry::isUnstored(*session)) {
            ChatRow row;
            row.id = m_registry.listedId(session);
            row.plainTitle = session->title();
            row.title = shownName(row.plainTitle).toHtmlEscaped();
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

void ChatListModel::onSessionChanged(const ChatSession* session) {
    if (!m_searching && unstoredRows() != m_unstoredRows) {
        std::vector<ChatRow> stored;
        std::ranges::copy_if(m_rows, std::back_inserter(stored),
                             [](const ChatRow& row) { return row.id > 0; });
        showListed(std::move(stored));
    }
    if (const int row = rowOf(m_registry.listedId(session)); row >= 0) {
        Q_EMIT dataChanged(index(row), index(row),
                           {ActivityRole, ActivityTextRole, NewAnswerRole, UnstoredRole});
    }
}

void ChatListModel::setSettled(bool settled) {
    if (std::exchange(m_settled, settled) != settled) {
        Q_EMIT settledChanged();
    }
}

void ChatListModel::setError(const QString& error) {
    if (m_error != error) {
        m_error = error;
        Q_EMIT errorChanged();
    }
}

qint64 ChatListModel::conversationAt(int row) const {
    return row >= 0 && row < count() ? m_rows[static_cast<std::size_t>(row)].id : 0;
}

QString ChatListModel::plainTitleAt(int row) const {
    return row >= 0 && row < count() ? data(index(row), PlainTitleRole).toString() : QString();
}

int ChatListModel::rowOf(qint64 conversationId) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [conversationId](const ChatRow& row) {
        return row.id == conversationId;
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void ChatListModel::change(std::function<Status(ChatStore&)> job, std::function<void()> then) {
    m_storage.run<void>(this, std::move(job), [this, then = std::move(then)](const Status& changed) {
        if (!changed) {
            Q_EMIT failed(storageSentence(changed.error()));
        } else if (then) {
            then();
        }
        refresh();
    });
}

void ChatListModel::rename(qint64 conversationId, const QString& title) {
    const QString trimmed = title.simplified();
    if (trimmed.isEmpty() || conversationId <= 0) {
        return;
    }
    // An open chat shows its new title itself.
    if (ChatSession* session = m_registry.find(conversationId)) {
        session->rename(trimmed);
        return;
    }
    change([conversationId, trimmed](ChatStore& store) {
        return store.rename(ConversationId{conversationId}, trimmed.toStdString(),
                            storage::TitleSource::user);
    });
}

void ChatListModel::setPinned(qint64 conversationId, bool pinned) {
    if (conversationId <= 0) {
        return;
    }
    change([conversationId, pinned](ChatStore& store) {
        return store.set_pinned(ConversationId{conversationId}, pinned);
    });
}

void ChatListModel::moveToFolder(qint64 conversationId, const QString& folder) {
    if (conversationId <= 0) {
        return;
    }
    change([conversationId, name = folder.simplified().toStdString()](ChatStore& store) -> Status {
        if (name.empty()) {
            return store.move_to_folder(ConversationId{conversationId}, std::nullopt);
        }
        HEARTH_TRY_ASSIGN(std::optional<storage::FolderId> id, folderNamed(store, name));
        if (!id) {
            HEARTH_TRY_ASSIGN(const storage::Folder made, store.create_folder(name));
            id = made.id;
        }
        return store.move_to_folder(ConversationId{conversationId}, id);
    });
}

void ChatListModel::storeNow(qint64 conversationId) {
    if (ChatSession* session = m_registry.find(conversationId)) {
        session->retrySaving();
    }
}

void ChatListModel::remove(qint64 conversationId) {
    if (conversationId <= 0) {
        Q_EMIT failed(
            tr("This chat is not stored: once deleted it could not be brought back. Store it first."));
        return;
    }
    const int row = rowOf(conversationId);
    const QString title = row >= 0 ? data(index(row), PlainTitleRole).toString() : QString();
    if (ChatSession* session = m_registry.find(conversationId)) {
        session->stop();
    }
    change([conversationId](
               ChatStore& store) { return store.delete_conversation(ConversationId{conversationId}); },
           [this, conversationId, title] {
               Q_EMIT trashChanged();
               Q_EMIT deleted(conversationId, title);
           });
}

void ChatListModel::restore(qint64 conversationId) {
    change([conversationId](
               ChatStore& store) { return store.restore_conversation(ConversationId{conversationId}); },
           [this] { Q_EMIT trashChanged(); });
}

QString ChatListModel::folderNameProblem(const QString& name, const QString& folder) const {
    const QString wanted = name.simplified();
    return wanted != folder && m_folders.contains(wanted) ? tr("There is a folder of this name already.")
                                                          : QString();
}

void ChatListModel::renameFolder(const QString& folder, const QString& name) {
    change(
        [folder = folder.toStdString(), name = name.simplified().toStdString()](ChatStore& store) -> Status {
            HEARTH_TRY_ASSIGN(const std::optional<storage::FolderId> id, folderNamed(store, folder));
            HEARTH_TRY_ASSIGN(const std::optional<storage::FolderId> taken, folderNamed(store, name));
            return id && !taken && !name.empty() ? store.rename_folder(*id, name) : Status();
        });
}

void ChatListModel::removeFolder(const QString& folder) {
    change([folder = folder.toStdString()](ChatStore& store) -> Status {
        HEARTH_TRY_ASSIGN(const std::optional<storage::FolderId> id, folderNamed(store, folder));
        return id ? store.delete_folder(*id) : Status();
    });
}

}  // namespace hearth
