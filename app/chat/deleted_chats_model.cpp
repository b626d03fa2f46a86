#include "chat/deleted_chats_model.h"

#include "chat/chat_list_model.h"
#include "chat/chat_storage.h"
#include "chat/storage_sentences.h"
#include "storage/chat_store.h"
#include "system/shown_name.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace hearth {

namespace {

constexpr std::uint32_t kTrashPage = 10'000;

Result<std::vector<storage::ConversationSummary>> readTrash(storage::ChatStore& store) {
    std::vector<storage::ConversationSummary> all;
    for (std::uint32_t offset = 0;; offset += kTrashPage) {
        storage::ListRequest request;
        request.deleted = true;
        request.offset = offset;
        request.limit = kTrashPage;
        HEARTH_TRY_ASSIGN(std::vector<storage::ConversationSummary> page, store.list(request));
        const bool last = page.size() < kTrashPage;
        std::move(page.begin(), page.end(), std::back_inserter(all));
        if (last) {
            return all;
        }
    }
}

}  // namespace

DeletedChatsModel::DeletedChatsModel(ChatStorage& storage, ChatListModel& chats, QObject* parent)
    : QAbstractListModel(parent), m_storage(storage), m_chats(chats) {
    connect(&storage, &ChatStorage::stateChanged, this, &DeletedChatsModel::refresh);
    connect(&chats, &ChatListModel::trashChanged, this, &DeletedChatsModel::refresh);
    connect(&chats, &ChatListModel::failed, this, &DeletedChatsModel::setError);
    refresh();
}

int DeletedChatsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> DeletedChatsModel::roleNames() const {
    return {{ConversationIdRole, "conversationId"}, {TitleRole, "title"}, {NoteRole, "note"}};
}

QVariant DeletedChatsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case ConversationIdRole:
            return row.id;
        case Qt::DisplayRole:
        case TitleRole:
            return row.title.isEmpty() ? tr("New chat") : shownName(row.title);
        case NoteRole:
            return note(row.deleted);
        default:
            return {};
    }
}

int DeletedChatsModel::keptDays() const {
    return static_cast<int>(storage::kKeptInTrash.count());
}

QString DeletedChatsModel::note(const QDateTime& deleted) const {
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const qint64 ago = deleted.toLocalTime().date().daysTo(now.toLocalTime().date());
    const QString when = ago <= 0   ? tr("Deleted today")
                         : ago == 1 ? tr("Deleted yesterday")
                                    : tr("Deleted %n day(s) ago", nullptr, static_cast<int>(ago));
    constexpr qint64 kSecondsOfADay = 24 * 60 * 60;
    const qint64 seconds = now.secsTo(deleted.addDays(keptDays()));
    const qint64 left = std::clamp<qint64>((seconds + kSecondsOfADay - 1) / kSecondsOfADay, 1, keptDays());
    return when + QStringLiteral(" · ") + tr("kept for %n more day(s)", nullptr, static_cast<int>(left));
}

void DeletedChatsModel::look() {
    setError({});
    refresh();
}

void DeletedChatsModel::refresh() {
    const ChatStorage::State state = m_storage.state();
    if (state == ChatStorage::State::Opening || state == ChatStorage::State::Failed) {
        ++m_serial;
        show({});
        return;  // stateChanged will ask again
    }
    using Trash = std::vector<storage::ConversationSummary>;
    m_storage.run<Trash>(this, readTrash, [this, serial = ++m_serial](Result<Trash> trash) {
        if (serial != m_serial) {
            return;
        }
        if (!trash) {
            setError(storageSentence(trash.error()));
            return;
        }
        std::vector<Row> rows;
        rows.reserve(trash->size());
        for (const storage::ConversationSummary& summary : *trash) {
            const auto deleted = summary.deleted_at.value_or(summary.updated).time_since_epoch();
            rows.push_back({.id = summary.id.value,
                            .title = QString::fromStdString(summary.title),
                            .deleted = QDateTime::fromMSecsSinceEpoch(deleted.count(), Qt::UTC)});
        }
        show(std::move(rows));
    });
}

/// What goes, goes row by row: the others keep their place under the person's eyes.
void DeletedChatsModel::show(std::vector<Row> rows) {
    const int before = count();
    std::unordered_set<qint64> wanted;
    for (const Row& row : rows) {
        wanted.insert(row.id);
    }
    for (int i = count() - 1; i >= 0; --i) {
        if (!wanted.contains(m_rows[static_cast<std::size_t>(i)].id)) {
            beginRemoveRows({}, i, i);
            m_rows.erase(m_rows.begin() + i);
            endRemoveRows();
        }
    }
    if (std::ranges::equal(m_rows, rows, {}, &Row::id, &Row::id)) {
        m_rows = std::move(rows);
        if (count() > 0) {
            Q_EMIT dataChanged(index(0), index(count() - 1));
        }
    } else {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    if (before != count()) {
        Q_EMIT countChanged();
    }
}

void DeletedChatsModel::restore(qint64 conversationId) {
    setError({});
    m_chats.restore(conversationId);
}

void DeletedChatsModel::purge(qint64 conversationId) {
    setError({});
    m_storage.run<void>(
        this,
        [conversationId](storage::ChatStore& store) {
            return store.purge_conversation(storage::ConversationId{conversationId});
        },
        [this](const Status& purged) {
            if (!purged) {
                setError(storageSentence(purged.error()));
            }
            refresh();
        });
}

void DeletedChatsModel::setError(const QString& error) {
    if (m_error != error) {
        m_error = error;
        Q_EMIT errorChanged();
    }
}

}  // namespace hearth
