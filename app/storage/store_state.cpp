#include "storage/store_state.h"

#include "storage/record_columns.h"
#include "storage/search_index.h"

namespace hearth::storage {

bool mend_search_tables(StoreState& state, const SQLite::Exception& exception) {
    if (!state.writable || !is_index_damage(exception)) {
        return false;
    }
    try {
        rebuild_index(state.connection);
        return true;
    } catch (const SQLite::Exception&) {
        return false;  // the damage goes deeper; the first exception says what it was
    }
}

Status check_text(const StoreState& state, std::string_view text, std::size_t limit, std::string_view what) {
    if (text.size() <= limit) {
        return {};
    }
    Error error = state.error(StorageProblem::too_large, what);
    error.details.bytes_needed = text.size();
    error.details.bytes_available = limit;
    return error;
}

Status check_json(const StoreState& state, const JsonObject& json, std::string_view what) {
    if (is_json_object(json.text)) {
        return {};
    }
    return state.error(StorageProblem::invalid_value, what, "not a JSON object of at most 1 MiB");
}

Result<Conversation> find_conversation(StoreState& state, ConversationId id, std::string_view what) {
    auto query = state.connection.prepare(std::string("SELECT ") + kConversationColumns +
                                          " FROM conversation WHERE id = ?");
    query->bind(1, id.value);
    if (!query->executeStep()) {
        return state.error(StorageProblem::not_found, what, "conversation " + std::to_string(id.value));
    }
    return read_conversation(*query, state.connection.name());
}

Result<Conversation> find_shown_conversation(StoreState& state, ConversationId id, std::string_view what) {
    auto conversation = find_conversation(state, id, what);
    if (conversation && conversation->deleted_at) {
        return state.error(StorageProblem::not_found, what,
                           "conversation " + std::to_string(id.value) + " is in the trash");
    }
    return conversation;
}

Result<Message> find_message(StoreState& state, MessageId id, std::string_view what) {
    auto query =
        state.connection.prepare(std::string("SELECT ") + kMessageColumns + " FROM message WHERE id = ?");
    query->bind(1, id.value);
    if (!query->executeStep()) {
        return state.error(StorageProblem::not_found, what, "message " + std::to_string(id.value));
    }
    return read_message(*query, state.connection.name());
}

MessageTree load_tree(StoreState& state, ConversationId id) {
    // Every column is in the index message_tree: no text is read.
    auto query = state.connection.prepare(
        "SELECT id, parent, deleted_at IS NOT NULL FROM message WHERE conversation = ?");
    query->bind(1, id.value);
    std::vector<MessageTree::Node> nodes;
    while (query->executeStep()) {
        nodes.push_back({MessageId{query->getColumn(0).getInt64()}, read_id<MessageId>(*query, 1),
                         query->getColumn(2).getInt() != 0});
    }
    return MessageTree(std::move(nodes));
}

void write_active_leaf(StoreState& state, ConversationId id, std::optional<MessageId> leaf) {
    auto statement = state.connection.prepare("UPDATE conversation SET active_leaf = ? WHERE id = ?");
    bind_id(*statement, 1, leaf);
    statement->bind(2, id.value);
    statement->exec();
}

void touch(StoreState& state, ConversationId id) {
    change(state, "UPDATE conversation SET updated = ? WHERE id = ?", state.now(), id.value);
}

}  // namespace hearth::storage
