#include "storage/record_columns.h"
#include "storage/search_index.h"
#include "storage/store_state.h"

// ChatStore: beginning, growing and ending messages.

namespace hearth::storage {
namespace {

/// The conversation is shown and `parent`, if any, is a message of it.
Status check_place(StoreState& state, ConversationId conversation, std::optional<MessageId> parent,
                   std::string_view what) {
    HEARTH_TRY_ASSIGN(const Conversation found, find_shown_conversation(state, conversation, what));
    if (parent && !load_tree(state, found.id).contains(*parent)) {
        return state.error(StorageProblem::not_found, what,
                           "message " + std::to_string(parent->value) + " of this chat");
    }
    return {};
}

Status check_attachments(const StoreState& state, const std::vector<NewAttachment>& attachments,
                         std::string_view what) {
    for (const NewAttachment& attachment : attachments) {
        HEARTH_TRY(check_text(state, attachment.name, kLongestName, what));
        HEARTH_TRY(check_text(state, attachment.text, kLongestText, what));
    }
    return {};
}

MessageId insert_message(StoreState& state, const Message& message) {
    auto insert = state.connection.prepare(
        "INSERT INTO message(conversation, parent, role, status, created, finished, writer, model, "
        "statistics, parameters, "
        "text) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert->bind(1, message.conversation.value);
    bind_id(*insert, 2, message.parent);
    insert->bind(3, std::string(text_of(message.role)));
    insert->bind(4, std::string(text_of(message.status)));
    insert->bind(5, state.now());
    if (message.status == MessageStatus::streaming) {
        insert->bind(6);
        insert->bind(7, state.writer.number());
    } else {
        insert->bind(6, state.now());
        insert->bind(7);
    }
    insert->bind(8, message.model);
    insert->bind(9, message.statistics.text);
    insert->bind(10, message.parameters.text);
    insert->bindNoCopy(11, message.text);
    insert->exec();
    return MessageId{state.connection.database().getLastInsertRowid()};
}

void insert_attachments(StoreState& state, MessageId message, const std::vector<NewAttachment>& attachments) {
    for (const NewAttachment& attachment : attachments) {
        change(
            state,
            "INSERT INTO attachment(message, bytes, name, media_type, path, text) VALUES(?, ?, ?, ?, ?, ?)",
            message.value, static_cast<std::int64_t>(attachment.bytes), attachment.name,
            attachment.media_type, attachment.path, attachment.text);
    }
}

Message streaming_answer(ConversationId conversation, MessageId parent, const std::string& text,
                         const std::string& model, const JsonObject& parameters) {
    Message answer;
    answer.conversation = conversation;
    answer.parent = parent;
    answer.role = Role::assistant;
    answer.status = MessageStatus::streaming;
    answer.text = text;
    answer.model = model;
    answer.parameters = parameters;
    return answer;
}

constexpr const char* kSaveMessage = "save the message";

Status check_message(const StoreState& state, const NewMessage& request) {
    HEARTH_TRY(check_text(state, request.text, kLongestText, kSaveMessage));
    HEARTH_TRY(check_text(state, request.model, kLongestName, kSaveMessage));
    HEARTH_TRY(check_text(state, request.error, kLongestName, kSaveMessage));
    HEARTH_TRY(check_json(state, request.statistics, kSaveMessage));
    if (request.status == MessageStatus::streaming) {
        return state.error(StorageProblem::invalid_value, kSaveMessage, "it has not ended");
    }
    return check_attachments(state, request.attachments, kSaveMessage);
}

Result<MessageId> add_whole(StoreState& state, const NewMessage& request, std::optional<MessageId> parent) {
    HEARTH_TRY(check_place(state, request.conversation, parent, kSaveMessage));
    Message message;
    message.conversation = request.conversation;
    message.parent = parent;
    message.role = request.role;
    message.status = request.status;
    message.text = request.text;
    message.model = request.model;
    message.statistics = request.statistics;
    const MessageId id = insert_message(state, message);
    if (!request.error.empty()) {
        change(state, "UPDATE message SET error = ? WHERE id = ?", request.error, id.value);
    }
    insert_attachments(state, id, request.attachments);
    add_to_index(state.connection, id, request.text);
    write_active_leaf(state, request.conversation, id);
    touch(state, request.conversation);
    return id;
}

void drop_draft(StoreState& state, ConversationId id) {
    change(state, "DELETE FROM draft WHERE conversation = ?", id.value);
}

}  // namespace

Result<BegunTurn> ChatStore::begin_turn(const NewTurn& request) {
    constexpr const char* kWhat = "save the message";
    HEARTH_TRY(check_text(*state_, request.text, kLongestText, kWhat));
    HEARTH_TRY(check_text(*state_, request.model, kLongestName, kWhat));
    HEARTH_TRY(check_json(*state_, request.parameters, kWhat));
    HEARTH_TRY(check_attachments(*state_, request.attachments, kWhat));
    return attempt_write(*state_, kWhat, Durability::power_cut, [&]() -> Result<BegunTurn> {
        HEARTH_TRY(check_place(*state_, request.conversation, request.parent, kWhat));
        Message user;
        user.conversation = request.conversation;
        user.parent = request.parent;
        user.text = request.text;
        BegunTurn begun;
        begun.user = insert_message(*state_, user);
        insert_attachments(*state_, begun.user, request.attachments);
        add_to_index(state_->connection, begun.user, request.text);
        begun.answer = insert_message(*state_, streaming_answer(request.conversation, begun.user, {},
                                                                request.model, request.parameters));
        write_active_leaf(*state_, request.conversation, begun.answer);
        touch(*state_, request.conversation);
        drop_draft(*state_, request.conversation);
        return begun;
    });
}

Result<MessageId> ChatStore::begin_answer(const NewAnswer& request) {
    constexpr const char* kWhat = "begin the answer";
    HEARTH_TRY(check_text(*state_, request.text, kLongestText, kWhat));
    HEARTH_TRY(check_text(*state_, request.model, kLongestName, kWhat));
    HEARTH_TRY(check_json(*state_, request.parameters, kWhat));
    return attempt_write(*state_, kWhat, Durability::power_cut, [&]() -> Result<MessageId> {
        HEARTH_TRY_ASSIGN(const Message parent, find_message(*state_, request.parent, kWhat));
        HEARTH_TRY(check_place(*state_, parent.conversation, parent.id, kWhat));
        const MessageId answer =
            insert_message(*state_, streaming_answer(parent.conversation, parent.id, request.text,
                                                     request.model, request.parameters));
        write_active_leaf(*state_, parent.conversation, answer);
        touch(*state_, parent.conversation);
        return answer;
    });
}

Result<std::string> ChatStore::resume_answer(MessageId answer, const std::string& model,
                                             const JsonObject& parameters) {
    constexpr const char* kWhat = "continue the answer";
    HEARTH_TRY(check_text(*state_, model, kLongestName, kWhat));
    HEARTH_TRY(check_json(*state_, parameters, kWhat));
    return attempt_write(*state_, kWhat, Durability::power_cut, [&]() -> Result<std::string> {
        HEARTH_TRY_ASSIGN(Message message, find_message(*state_, answer, kWhat));
        HEARTH_TRY(check_place(*state_, message.conversation, message.id, kWhat));
        if (message.role != Role::assistant) {
            return state_->error(StorageProblem::invalid_value, kWhat, "only an answer can go on");
        }
        if (message.status == MessageStatus::streaming) {
            return state_->error(StorageProblem::busy, kWhat, "it is being written");
        }
        remove_from_index(state_->connection, answer, message.text);
        change(*state_,
               "UPDATE message SET status = 'streaming', writer = ?, finished = NULL, error = '', model = ?, "
               "parameters = ? WHERE id = ?",
               state_->writer.number(), model, parameters.text, answer.value);
        touch(*state_, message.conversation);
        return std::move(message.text);
    });
}

Result<MessageId> ChatStore::add_message(const NewMessage& request) {
    HEARTH_TRY(check_message(*state_, request));
    return attempt_write(*state_, kSaveMessage, Durability::power_cut,
                         [&]() -> Result<MessageId> { return add_whole(*state_, request, request.parent); });
}

Result<std::vector<MessageId>> ChatStore::add_messages(const std::vector<NewMessage>& chain) {
    for (const NewMessage& request : chain) {
        HEARTH_TRY(check_message(*state_, request));
    }
    using Ids = std::vector<MessageId>;
    return attempt_write(*state_, kSaveMessage, Durability::power_cut, [&]() -> Result<Ids> {
        Ids ids;
        for (const NewMessage& request : chain) {
            const std::optional<MessageId> parent = ids.empty() ? request.parent : ids.back();
            HEARTH_TRY_ASSIGN(const MessageId id, add_whole(*state_, request, parent));
            ids.push_back(id);
        }
        return ids;
    });
}

Status ChatStore::save_snapshots(const std::vector<std::pair<MessageId, std::string>>& texts) {
    constexpr const char* kWhat = "save the answer so far";
    for (const auto& [id, text] : texts) {
        HEARTH_TRY(check_text(*state_, text, kLongestText, kWhat));
    }
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        for (const auto& [id, text] : texts) {
            // An answer that has ended has no writer, so a late snapshot cannot overwrite its text.
            auto update = state_->connection.prepare(
                "UPDATE message SET text = ?, status = 'streaming' WHERE id = ? AND writer = ?");
            update->bindNoCopy(1, text);
            update->bind(2, id.value);
            update->bind(3, state_->writer.number());
            update->exec();
        }
        return {};
    });
}

Status ChatStore::finish_answer(const FinishedAnswer& answer) {
    constexpr const char* kWhat = "save the answer";
    HEARTH_TRY(check_text(*state_, answer.text, kLongestText, kWhat));
    HEARTH_TRY(check_text(*state_, answer.error, kLongestName, kWhat));
    HEARTH_TRY(check_json(*state_, answer.statistics, kWhat));
    if (answer.status == MessageStatus::streaming) {
        return state_->error(StorageProblem::invalid_value, kWhat, "it has not ended");
    }
    return attempt_write(*state_, kWhat, Durability::power_cut, [&]() -> Status {
        HEARTH_TRY_ASSIGN(const Message before, find_message(*state_, answer.message, kWhat));
        remove_from_index(state_->connection, answer.message, before.text);
        change(*state_,
               "UPDATE message SET text = ?, status = ?, error = ?, statistics = ?, model = ?, finished = ?, "
               "writer = NULL "
               "WHERE id = ?",
               answer.text, std::string(text_of(answer.status)), answer.error, answer.statistics.text,
               answer.model.value_or(before.model), state_->now(), answer.message.value);
        add_to_index(state_->connection, answer.message, answer.text);
        touch(*state_, before.conversation);
        return {};
    });
}

}  // namespace hearth::storage
