#pragma once

#include "storage/records.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hearth::storage {

struct NewConversation {
    std::string title;
    TitleSource title_source = TitleSource::automatic;
    std::optional<FolderId> folder;
    JsonObject parameters;
};

struct NewAttachment {
    std::string name;
    std::string media_type;
    std::string path;  ///< relative to the data folder
    std::uint64_t bytes = 0;
    std::string text;
};

/// The person's message together with the place of the answer to it.
struct NewTurn {
    ConversationId conversation;
    std::optional<MessageId> parent;  ///< none at the root; to edit a message, the parent of the edited one
    std::string text;
    std::vector<NewAttachment> attachments;
    std::string model;      ///< that will answer
    JsonObject parameters;  ///< of the answer
};

struct BegunTurn {
    MessageId user;
    MessageId answer;
};

/// A message that is whole when it is written: a system prompt, an imported one, the person's own that stays
/// unanswered.
struct NewMessage {
    ConversationId conversation;
    std::optional<MessageId> parent;
    Role role = Role::user;
    std::string text;
    std::string model;
    JsonObject statistics;
    std::vector<NewAttachment> attachments;
    MessageStatus status = MessageStatus::complete;  ///< anything but streaming
    std::string error{};                             ///< for failed
};

/// The place of one more answer to a message: regenerating makes it a sibling of the answers there are.
struct NewAnswer {
    MessageId parent;
    std::string text;  ///< to go on from, e.g. a stopped sibling's; usually empty
    std::string model;
    JsonObject parameters;
};

/// How an answer ended.
struct FinishedAnswer {
    MessageId message;
    std::string text;                                ///< all of it
    MessageStatus status = MessageStatus::complete;  ///< anything but streaming
    std::string error;                               ///< for failed
    JsonObject statistics;
    std::optional<std::string> model;  ///< if another than the one it was begun with
};

/// A subtree in the trash; give it to restore to undo.
struct DeletedMessages {
    ConversationId conversation;
    MessageId root;
    std::optional<MessageId> active_leaf_before;
    std::optional<MessageId> active_leaf;  ///< where the path ends now
};

/// How long what was deleted can be brought back.
inline constexpr std::chrono::days kKeptInTrash{30};

/// Which conversations a list shows. Pinned first, then by `updated`, newest first; those in the trash by the
/// time of their deletion, newest first.
struct ListRequest {
    std::optional<FolderId> folder;  ///< only those in this folder
    bool deleted = false;            ///< what can be brought back from the trash instead, and holds anything
    std::uint32_t offset = 0;
    std::uint32_t limit = 200;  ///< 1 to 10,000
};

}  // namespace hearth::storage
