#include "storage/record_columns.h"
#include "storage/search_term.h"
#include "storage/store_state.h"

// ChatStore: conversations without their messages.

namespace hearth::storage {
namespace {

Status check_folder(StoreState& state, const std::optional<FolderId>& folder, std::string_view what) {
    if (!folder) {
        return {};
    }
    auto query = state.connection.prepare("SELECT 1 FROM folder WHERE id = ?");
    query->bind(1, folder->value);
    if (!query->executeStep()) {
        return state.error(StorageProblem::not_found, what, "folder " + std::to_string(folder->value));
    }
    return {};
}

/// Changes one conversation that is there.
template <class... Values>
Status update(StoreState& state, std::string_view what, ConversationId id, const char* sql,
              const Values&... values) {
    return attempt_write(state, what, Durability::program_crash, [&]() -> Status {
        if (change(state, sql, values..., id.value) == 0) {
            return state.error(StorageProblem::not_found, what, "conversation " + std::to_string(id.value));
        }
        return {};
    });
}

std::int64_t insert_conversation(StoreState& state, const Conversation& conversation) {
    auto insert = state.connection.prepare(
        "INSERT INTO conversation(folder, pinned, created, updated, active_leaf, origin_message, "
        "title_source, title, "
        "extra, parameters) VALUES(?, 0, ?, ?, NULL, ?, ?, ?, ?, ?)");
    bind_id(*insert, 1, conversation.folder);
    insert->bind(2, milliseconds_of(conversation.created));
    insert->bind(3, milliseconds_of(conversation.updated));
    bind_id(*insert, 4, conversation.origin_message);
    insert->bind(5, std::string(text_of(conversation.title_source)));
    insert->bind(6, conversation.title);
    insert->bind(7, conversation.extra.text);
    insert->bind(8, conversation.parameters.text);
    insert->exec();
    return state.connection.database().getLastInsertRowid();
}

}  // namespace

Result<Conversation> ChatStore::create_conversation(const NewConversation& request) {
    constexpr const char* kWhat = "create the chat";
    HEARTH_TRY(check_text(*state_, request.title, kLongestName, kWhat));
    HEARTH_TRY(check_json(*state_, request.parameters, kWhat));
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Result<Conversation> {
        HEARTH_TRY(check_folder(*state_, request.folder, kWhat));
        Conversation conversation;
        conversation.folder = request.folder;
        conversation.title = request.title;
        conversation.title_source = request.title_source;
        conversation.created = conversation.updated = state_->clock();
        conversation.parameters = request.parameters;
        conversation.id = ConversationId{insert_conversation(*state_, conversation)};
        return conversation;
    });
}

Result<Conversation> ChatStore::conversation(ConversationId id) {
    constexpr const char* kWhat = "read the chat";
    return attempt(*state_, kWhat, [&] { return find_conversation(*state_, id, kWhat); });
}

Result<std::vector<ConversationSummary>> ChatStore::list(const ListRequest& request) {
    constexpr const char* kWhat = "list the chats";
    if (request.limit == 0 || request.limit > 10000) {
        return state_->error(StorageProblem::invalid_value, kWhat, "limit must be 1 to 10000");
    }
    return attempt(*state_, kWhat, [&]() -> Result<std::vector<ConversationSummary>> {
        // The snippet of an answer that has no text yet is the message it answers; what a model thought
        // before it answered is no text of the answer.
        std::string sql =
            "SELECT c.id, c.folder, c.title, c.title_source, c.pinned, c.updated, "
            "substr(CASE WHEN m.text = '' OR m.text LIKE '<think>%' AND instr(m.text, '</think>') = 0 "
            "THEN coalesce(p.text, '') WHEN m.text LIKE '<think>%' "
            "THEN ltrim(substr(m.text, instr(m.text, '</think>') + 8), char(10, 32)) "
            "ELSE coalesce(m.text, '') END, 1, 1000), "
            "coalesce(m.status = 'streaming', 0), c.deleted_at FROM conversation c "
            "LEFT JOIN message m ON m.id = c.active_leaf AND m.conversation = c.id LEFT JOIN message p ON "
            "p.id = m.parent";
        // Earlier versions put every new chat there that nothing had come of.
        sql += request.deleted ? " WHERE c.deleted_at >= ?4 AND (c.title <> '' OR EXISTS (SELECT 1 FROM "
                                 "message WHERE conversation = c.id) OR EXISTS (SELECT 1 FROM draft WHERE "
                                 "conversation = c.id AND text <> ''))"
                               : " WHERE c.deleted_at IS NULL";
        sql += request.folder ? " AND c.folder = ?3" : "";
        sql += request.deleted ? " ORDER BY c.deleted_at DESC, c.id DESC"
                               : " ORDER BY c.pinned DESC, c.updated DESC, c.id DESC";
        sql += " LIMIT ?1 OFFSET ?2";
        auto query = state_->connection.prepare(sql);
        query->bind(1, request.limit);
        query->bind(2, request.offset);
        if (request.folder) {
            query->bind(3, request.folder->value);
        }
        if (request.deleted) {
            query->bind(4, milliseconds_of(state_->clock() - kKeptInTrash));
        }
        std::vector<ConversationSummary> summaries;
        while (query->executeStep()) {
            ConversationSummary& summary = summaries.emplace_back();
            summary.id = ConversationId{query->getColumn(0).getInt64()};
            summary.folder = read_id<FolderId>(*query, 1);
            summary.title = query->getColumn(2).getString();
            summary.title_source =
                title_source_of(query->getColumn(3).getString()).value_or(TitleSource::user);
            summary.pinned = query->getColumn(4).getInt() != 0;
            summary.updated = time_of(query->getColumn(5).getInt64());
            summary.snippet = first_line(query->getColumn(6).getString(), 160);
            summary.writing = query->getColumn(7).getInt() != 0;
            if (const SQLite::Column deleted = query->getColumn(8); !deleted.isNull()) {
                summary.deleted_at = time_of(deleted.getInt64());
            }
        }
        return summaries;
    });
}

Status ChatStore::rename(ConversationId id, const std::string& title, TitleSource source) {
    constexpr const char* kWhat = "rename the chat";
    HEARTH_TRY(check_text(*state_, title, kLongestName, kWhat));
    return update(*state_, kWhat, id, "UPDATE conversation SET title = ?, title_source = ? WHERE id = ?",
                  title, std::string(text_of(source)));
}

Status ChatStore::set_pinned(ConversationId id, bool pinned) {
    return update(*state_, "pin the chat", id, "UPDATE conversation SET pinned = ? WHERE id = ?",
                  pinned ? 1 : 0);
}

Status ChatStore::move_to_folder(ConversationId id, std::optional<FolderId> folder) {
    constexpr const char* kWhat = "move the chat";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        HEARTH_TRY(check_folder(*state_, folder, kWhat));
        HEARTH_TRY_ASSIGN(const Conversation conversation, find_conversation(*state_, id, kWhat));
        auto move = state_->connection.prepare("UPDATE conversation SET folder = ? WHERE id = ?");
        bind_id(*move, 1, folder);
        move->bind(2, conversation.id.value);
        move->exec();
        return {};
    });
}

Status ChatStore::set_parameters(ConversationId id, const JsonObject& parameters) {
    constexpr const char* kWhat = "save the chat's settings";
    HEARTH_TRY(check_json(*state_, parameters, kWhat));
    return update(*state_, kWhat, id, "UPDATE conversation SET parameters = ? WHERE id = ?", parameters.text);
}

Result<Conversation> ChatStore::branch(MessageId message) {
    constexpr const char* kWhat = "branch the chat";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Result<Conversation> {
        HEARTH_TRY_ASSIGN(const Message origin, find_message(*state_, message, kWhat));
        HEARTH_TRY_ASSIGN(Conversation conversation,
                          find_shown_conversation(*state_, origin.conversation, kWhat));
        const std::vector<MessageId> path = load_tree(*state_, conversation.id).path_to(message);
        if (path.empty()) {
            return state_->error(StorageProblem::not_found, kWhat, "the message is in the trash");
        }
        conversation.origin_message = message;
        conversation.pinned = false;
        conversation.created = conversation.updated = state_->clock();
        conversation.id = ConversationId{insert_conversation(*state_, conversation)};
        // Not indexed here: tidy comes to it, and search reads it until then.
        std::optional<MessageId> parent;
        for (const MessageId original : path) {
            auto copy = state_->connection.prepare(
                "INSERT INTO message(conversation, parent, role, status, created, finished, model, error, "
                "statistics, extra, "
                "parameters, text) SELECT ?, ?, role, CASE status WHEN 'streaming' THEN 'interrupted' ELSE "
                "status END, created, "
                "finished, model, error, statistics, extra, parameters, text FROM message WHERE id = ?");
            copy->bind(1, conversation.id.value);
            bind_id(*copy, 2, parent);
            copy->bind(3, original.value);
            copy->exec();
            parent = MessageId{state_->connection.database().getLastInsertRowid()};
            change(*state_,
                   "INSERT INTO attachment(message, bytes, name, media_type, path, extra, text) "
                   "SELECT ?, bytes, name, media_type, path, extra, text FROM attachment WHERE message = ? "
                   "ORDER BY id",
                   parent->value, original.value);
        }
        write_active_leaf(*state_, conversation.id, parent);
        conversation.active_leaf = parent;
        return conversation;
    });
}

}  // namespace hearth::storage
