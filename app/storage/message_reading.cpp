#include "storage/record_columns.h"
#include "storage/store_state.h"

#include <unordered_map>

// ChatStore: reading messages and choosing the path that is shown.

namespace hearth::storage {
namespace {

std::unordered_map<MessageId, std::vector<Attachment>> attachments_of(StoreState& state, ConversationId id) {
    std::string columns = kAttachmentColumns;
    for (std::size_t at = 0; (at = columns.find(' ', at)) != std::string::npos; at += 3) {
        columns.insert(at + 1, "a.");
    }
    auto query = state.connection.prepare("SELECT a." + columns +
                                          " FROM attachment a JOIN message m ON m.id = a.message "
                                          "WHERE m.conversation = ? ORDER BY a.id");
    query->bind(1, id.value);
    std::unordered_map<MessageId, std::vector<Attachment>> attachments;
    while (query->executeStep()) {
        Attachment attachment = read_attachment(*query);
        attachments[attachment.message].push_back(std::move(attachment));
    }
    return attachments;
}

}  // namespace

Result<ConversationPath> ChatStore::path(ConversationId id) {
    constexpr const char* kWhat = "read the chat";
    return attempt(*state_, kWhat, [&]() -> Result<ConversationPath> {
        const ReadTransaction one_state(state_->connection);
        HEARTH_TRY_ASSIGN(Conversation conversation, find_conversation(*state_, id, kWhat));
        const MessageTree tree = load_tree(*state_, id);
        // An active leaf that is gone or was never there (a file from elsewhere): the newest message instead.
        std::optional<MessageId> leaf = conversation.active_leaf;
        if (!leaf || !tree.contains(*leaf)) {
            leaf = tree.newest_leaf(std::nullopt);
        }
        ConversationPath path{std::move(conversation), {}};
        path.conversation.active_leaf = leaf;
        if (!leaf) {
            return path;
        }
        const std::vector<MessageId> ids = tree.path_to(*leaf);
        const std::vector<MessageTree::Place> places = tree.places(ids);
        auto attachments = attachments_of(*state_, id);
        path.messages.reserve(ids.size());
        for (std::size_t at = 0; at < ids.size(); ++at) {
            HEARTH_TRY_ASSIGN(Message message, find_message(*state_, ids[at], kWhat));
            message.attachments = std::move(attachments[message.id]);
            path.messages.push_back({std::move(message), places[at].index, places[at].count});
        }
        return path;
    });
}

Result<Message> ChatStore::message(MessageId id) {
    constexpr const char* kWhat = "read the message";
    return attempt(*state_, kWhat, [&]() -> Result<Message> {
        HEARTH_TRY_ASSIGN(Message message, find_message(*state_, id, kWhat));
        auto query = state_->connection.prepare(std::string("SELECT ") + kAttachmentColumns +
                                                " FROM attachment WHERE message = ? ORDER BY id");
        query->bind(1, id.value);
        while (query->executeStep()) {
            message.attachments.push_back(read_attachment(*query));
        }
        return message;
    });
}

Result<std::vector<MessageId>> ChatStore::versions(MessageId id) {
    constexpr const char* kWhat = "read the versions";
    return attempt(*state_, kWhat, [&]() -> Result<std::vector<MessageId>> {
        HEARTH_TRY_ASSIGN(const Message message, find_message(*state_, id, kWhat));
        return load_tree(*state_, message.conversation).versions(id);
    });
}

Result<MessageId> ChatStore::show_version(MessageId message) {
    constexpr const char* kWhat = "show the version";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Result<MessageId> {
        HEARTH_TRY_ASSIGN(const Message found, find_message(*state_, message, kWhat));
        const std::optional<MessageId> leaf = load_tree(*state_, found.conversation).newest_leaf(message);
        if (!leaf) {
            return state_->error(StorageProblem::not_found, kWhat, "it is in the trash");
        }
        write_active_leaf(*state_, found.conversation, leaf);
        return *leaf;
    });
}

}  // namespace hearth::storage
