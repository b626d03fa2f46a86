#pragma once

#include <QString>
#include <vector>

namespace hearth {

namespace storage {
struct ConversationSummary;
struct Folder;
struct SearchResult;
}  // namespace storage

/// A row of the list of chats.
struct ChatRow {
    qint64 id = 0;
    QString title;  ///< escaped HTML; empty for a chat without one
    QString plainTitle;
    QString snippet;  ///< escaped HTML
    QString folder;
    bool pinned = false;
    qint64 changedMs = 0;  ///< UTC, since 1970

    bool operator==(const ChatRow&) const = default;
};

/// What the store lists, in the order of the list: pinned chats, folders, then the rest, the newest first in
/// each.
std::vector<ChatRow> chatRows(const std::vector<storage::ConversationSummary>& summaries,
                              const std::vector<storage::Folder>& folders);

/// What a search found: one row per chat, its first hit.
std::vector<ChatRow> foundRows(const storage::SearchResult& found);

}  // namespace hearth
