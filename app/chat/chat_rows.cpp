#include "chat/chat_rows.h"

#include "chat/marked_text.h"
#include "storage/records.h"
#include "storage/search.h"
#include "system/shown_name.h"

#include <algorithm>
#include <unordered_map>

namespace hearth {

namespace {

qint64 milliseconds(storage::UtcTime time) {
    return time.time_since_epoch().count();
}

/// The words of a message without the marks of Markdown, which mean nothing in one small line.
QString plainSnippet(const std::string& snippet) {
    QString text = QString::fromStdString(snippet);
    text.remove(QStringLiteral("**")).remove(QLatin1Char('`'));
    qsizetype start = 0;
    while (start < text.size() &&
           (text[start] == QLatin1Char('#') || text[start] == QLatin1Char('>') || text[start].isSpace())) {
        ++start;
    }
    return shownName(text.mid(start)).toHtmlEscaped();
}

}  // namespace

std::vector<ChatRow> chatRows(const std::vector<storage::ConversationSummary>& summaries,
                              const std::vector<storage::Folder>& folders) {
    std::unordered_map<std::int64_t, std::size_t> places;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        places[folders[i].id.value] = i;
    }
    const std::size_t noFolder = folders.size();
    struct Placed {
        ChatRow row;
        std::size_t folder;
    };
    std::vector<Placed> placed;
    placed.reserve(summaries.size());
    for (const storage::ConversationSummary& summary : summaries) {
        Placed entry{.row = {}, .folder = noFolder};
        if (summary.folder) {
            if (const auto found = places.find(summary.folder->value); found != places.end()) {
                entry.folder = found->second;
                entry.row.folder = QString::fromStdString(folders[found->second].name);
            }
        }
        entry.row.id = summary.id.value;
        entry.row.plainTitle = QString::fromStdString(summary.title);
        entry.row.title = shownName(entry.row.plainTitle).toHtmlEscaped();
        entry.row.snippet = plainSnippet(summary.snippet);
        entry.row.pinned = summary.pinned;
        entry.row.changedMs = milliseconds(summary.updated);
        placed.push_back(std::move(entry));
    }
    std::stable_sort(placed.begin(), placed.end(), [](const Placed& left, const Placed& right) {
        if (left.row.pinned != right.row.pinned) {
            return left.row.pinned;
        }
        if (!left.row.pinned && left.folder != right.folder) {
            return left.folder < right.folder;
        }
        return left.row.changedMs > right.row.changedMs;
    });
    std::vector<ChatRow> rows;
    rows.reserve(placed.size());
    for (Placed& entry : placed) {
        rows.push_back(std::move(entry.row));
    }
    return rows;
}

std::vector<ChatRow> foundRows(const storage::SearchResult& found) {
    std::vector<ChatRow> rows;
    std::unordered_map<std::int64_t, std::size_t> rowOf;
    for (const storage::SearchHit& hit : found.hits) {
        const auto [place, isNew] = rowOf.try_emplace(hit.conversation.value, rows.size());
        if (!isNew) {
            // A title was found first: its row still lacks the words around the match.
            if (ChatRow& row = rows[place->second]; row.snippet.isEmpty()) {
                row.snippet = markedText(hit.snippet, hit.snippet_matches);
            }
            continue;
        }
        ChatRow row;
        row.id = hit.conversation.value;
        row.plainTitle = QString::fromStdString(hit.title);
        row.title = markedText(hit.title, hit.title_matches);
        row.snippet = markedText(hit.snippet, hit.snippet_matches);
        row.changedMs = milliseconds(hit.time);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace hearth
