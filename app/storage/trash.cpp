#include "storage/record_columns.h"
#include "storage/search_index.h"
#include "storage/store_state.h"

#include <algorithm>
#include <chrono>

// ChatStore: deleting, undoing it, and the end of what was deleted.

namespace hearth::storage {
namespace {

constexpr UtcTime kPurged{};  ///< as if deleted long ago

/// What was deleted before this is on its way out, a part of it may be gone.
UtcTime expiry(const StoreState& state) {
    return state.clock() - kKeptInTrash;
}

/// Where the path ends when `root` and all below it are gone: its newest other version, else the message
/// above.
std::optional<MessageId> leaf_without(const MessageTree& tree, MessageId root) {
    std::optional<MessageId> newest;
    for (const MessageId version : tree.versions(root)) {
        if (version != root) {
            newest = std::max(newest, tree.newest_leaf(version));
        }
    }
    return newest ? newest : tree.parent(root);
}

struct MessageText {
    MessageId id;
    std::string text;
};

std::vector<MessageText> with_texts(StoreState& state, const char* ids_sql,
                                    std::optional<std::int64_t> before, std::uint32_t limit) {
    std::vector<MessageText> messages;
    auto ids = state.connection.prepare(ids_sql);
    ids->bind(1, limit);
    if (before) {
        ids->bind(2, *before);
    }
    while (ids->executeStep()) {
        messages.push_back({MessageId{ids->getColumn(0).getInt64()}, {}});
    }
    for (MessageText& message : messages) {
        auto text = state.connection.prepare("SELECT text FROM message WHERE id = ?");
        text->bind(1, message.id.value);
        if (text->executeStep()) {
            message.text = text->getColumn(0).getString();
        }
    }
    return messages;
}

/// Messages that can go: in the trash for long enough themselves or with their conversation; children before
/// parents.
std::vector<MessageText> doomed_messages(StoreState& state, std::int64_t before, std::uint32_t limit) {
    auto doomed = with_texts(state,
                             "SELECT m.id FROM conversation c JOIN message m ON m.conversation = c.id "
                             "WHERE c.deleted_at < ?2 ORDER BY m.id DESC LIMIT ?1",
                             before, limit);
    if (doomed.empty()) {
        doomed = with_texts(state,
                            "SELECT id FROM message WHERE deleted_root IS NOT NULL AND deleted_at < ?2 "
                            "ORDER BY id DESC LIMIT ?1",
                            before, limit);
    }
    return doomed;
}

constexpr const char* kUnindexedSql =
    "SELECT id FROM message WHERE indexed = 0 AND status <> 'streaming' ORDER BY id LIMIT ?1";

/// Something waits for tidy; found out without asking for the write lock.
bool is_untidy(StoreState& state, std::int64_t before) {
    auto expired = state.connection.prepare("SELECT 1 FROM conversation WHERE deleted_at < ? LIMIT 1");
    expired->bind(1, before);
    return !with_texts(state, kUnindexedSql, std::nullopt, 1).empty() || expired->executeStep() ||
           !doomed_messages(state, before, 1).empty();
}

/// The chat holds neither a message nor a draft nor a name. Told by its rows, not by active_leaf: that is
/// none as well where every message is in the trash, and may be in a file from elsewhere.
Result<bool> is_empty(StoreState& state, ConversationId id, const char* what) {
    HEARTH_TRY_ASSIGN(const Conversation found, find_shown_conversation(state, id, what));
    auto holds = state.connection.prepare(
        "SELECT 1 FROM message WHERE conversation = ?1 UNION ALL "
        "SELECT 1 FROM draft WHERE conversation = ?1 AND text <> '' LIMIT 1");
    holds->bind(1, id.value);
    return found.title_source != TitleSource::user && !holds->executeStep();
}

}  // namespace

Result<DeletedMessages> ChatStore::delete_messages(MessageId root) {
    constexpr const char* kWhat = "delete the message";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Result<DeletedMessages> {
        HEARTH_TRY_ASSIGN(const Message message, find_message(*state_, root, kWhat));
        HEARTH_TRY_ASSIGN(const Conversation conversation,
                          find_conversation(*state_, message.conversation, kWhat));
        const MessageTree tree = load_tree(*state_, message.conversation);
        const std::vector<MessageId> gone = tree.subtree(root);
        if (gone.empty()) {
            return state_->error(StorageProblem::not_found, kWhat, "it is in the trash already");
        }
        for (const MessageId id : gone) {
            change(*state_, "UPDATE message SET deleted_at = ?, deleted_root = ? WHERE id = ?", state_->now(),
                   root.value, id.value);
        }
        DeletedMessages deleted{message.conversation, root, conversation.active_leaf,
                                conversation.active_leaf};
        if (!deleted.active_leaf || std::ranges::binary_search(gone, *deleted.active_leaf)) {
            deleted.active_leaf = leaf_without(tree, root);
            write_active_leaf(*state_, message.conversation, deleted.active_leaf);
        }
        return deleted;
    });
}

Status ChatStore::restore_messages(const DeletedMessages& deleted) {
    constexpr const char* kWhat = "restore the message";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        HEARTH_TRY_ASSIGN(const Conversation conversation,
                          find_conversation(*state_, deleted.conversation, kWhat));
        const int restored = change(*state_,
                                    "UPDATE message SET deleted_at = NULL, deleted_root = NULL WHERE "
                                    "deleted_root = ? AND conversation = ?",
                                    deleted.root.value, deleted.conversation.value);
        const MessageTree tree = load_tree(*state_, deleted.conversation);
        if (restored == 0 || !tree.contains(deleted.root)) {
            return state_->error(
                StorageProblem::not_found, kWhat,
                restored == 0 ? "it is not in the trash" : "the message above it is in the trash");
        }
        // Whoever has looked at another path since then stays there.
        const bool stayed = conversation.active_leaf == deleted.active_leaf;
        if (stayed && deleted.active_leaf_before && tree.contains(*deleted.active_leaf_before)) {
            write_active_leaf(*state_, deleted.conversation, deleted.active_leaf_before);
        }
        return {};
    });
}

Status ChatStore::delete_conversation(ConversationId id) {
    constexpr const char* kWhat = "delete the chat";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        HEARTH_TRY_ASSIGN(const Conversation found, find_shown_conversation(*state_, id, kWhat));
        change(*state_, "UPDATE conversation SET deleted_at = ? WHERE id = ?", state_->now(), found.id.value);
        return {};
    });
}

Status ChatStore::restore_conversation(ConversationId id) {
    constexpr const char* kWhat = "restore the chat";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        HEARTH_TRY_ASSIGN(const Conversation found, find_conversation(*state_, id, kWhat));
        if (found.deleted_at && *found.deleted_at < expiry(*state_)) {
            return state_->error(StorageProblem::not_found, kWhat, "it is deleted for good");
        }
        change(*state_, "UPDATE conversation SET deleted_at = NULL WHERE id = ?", found.id.value);
        return {};
    });
}

Status ChatStore::purge_conversation(ConversationId id) {
    constexpr const char* kWhat = "delete the chat for good";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        HEARTH_TRY_ASSIGN(const Conversation found, find_conversation(*state_, id, kWhat));
        if (!found.deleted_at) {
            return state_->error(StorageProblem::not_found, kWhat, "it is not in the trash");
        }
        change(*state_, "UPDATE conversation SET deleted_at = ? WHERE id = ?", milliseconds_of(kPurged),
               found.id.value);
        state_->untidy = true;
        return {};
    });
}

Status ChatStore::drop_if_empty(ConversationId id) {
    constexpr const char* kWhat = "take away the empty chat";
    // Most chats hold something: found out without asking for the write lock.
    HEARTH_TRY_ASSIGN(const bool empty,
                      attempt(*state_, kWhat, [&] { return is_empty(*state_, id, kWhat); }));
    if (!empty) {
        return {};
    }
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        HEARTH_TRY_ASSIGN(const bool still_empty, is_empty(*state_, id, kWhat));
        if (still_empty) {
            change(*state_, "DELETE FROM draft WHERE conversation = ?", id.value);
            change(*state_, "DELETE FROM conversation WHERE id = ?", id.value);
        }
        return {};
    });
}

bool ChatStore::wants_tidying() const {
    return state_->untidy;
}

Result<std::uint32_t> ChatStore::purge(UtcTime deleted_before, std::uint32_t limit) {
    constexpr const char* kWhat = "empty the trash";
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Result<std::uint32_t> {
        const std::int64_t before = milliseconds_of(deleted_before);
        const std::vector<MessageText> doomed = doomed_messages(*state_, before, limit);
        for (const MessageText& message : doomed) {
            remove_from_index(state_->connection, message.id, message.text);
            change(*state_, "DELETE FROM attachment WHERE message = ?", message.id.value);
            change(*state_, "DELETE FROM message WHERE id = ?", message.id.value);
        }
        if (!doomed.empty()) {
            return static_cast<std::uint32_t>(doomed.size());
        }
        change(*state_,
               "DELETE FROM draft WHERE conversation IN (SELECT id FROM conversation WHERE deleted_at < ?)",
               before);
        return static_cast<std::uint32_t>(
            change(*state_, "DELETE FROM conversation WHERE deleted_at < ?", before));
    });
}

Result<bool> ChatStore::tidy() {
    constexpr const char* kWhat = "tidy the chats";
    constexpr std::chrono::milliseconds kSlice{20};
    constexpr std::uint32_t kRows = 20;  // at a time, to look at the clock between
    if (!state_->writable) {
        return false;
    }
    const auto deadline = std::chrono::steady_clock::now() + kSlice;
    const UtcTime expired = expiry(*state_);
    while (std::chrono::steady_clock::now() < deadline) {
        HEARTH_TRY_ASSIGN(const bool untidy, attempt(*state_, kWhat, [&]() -> Result<bool> {
                              return is_untidy(*state_, milliseconds_of(expired));
                          }));
        if (!untidy) {
            state_->untidy = false;
            return false;
        }
        HEARTH_TRY_ASSIGN(const bool indexed,
                          attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Result<bool> {
                              const auto rows = with_texts(*state_, kUnindexedSql, std::nullopt, kRows);
                              for (const MessageText& row : rows) {
                                  add_to_index(state_->connection, row.id, row.text);
                              }
                              return !rows.empty();
                          }));
        if (!indexed) {
            HEARTH_TRY_ASSIGN([[maybe_unused]] const std::uint32_t purged, purge(expired, kRows));
        }
    }
    return true;
}

}  // namespace hearth::storage
