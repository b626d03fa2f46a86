#pragma once

#include "storage/ids.h"

#include <hearth/error.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hearth::storage {

/// A moment in UTC, to the millisecond.
using UtcTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// A JSON object as text ("{}" when there is nothing). Its keys belong to whoever wrote them; storage only
/// sees to it that what is stored is an object, at most 1 MiB.
struct JsonObject {
    std::string text = "{}";
    friend bool operator==(const JsonObject&, const JsonObject&) = default;
};

enum class TitleSource : std::uint8_t { automatic, user };
enum class Role : std::uint8_t { system, user, assistant };

/// What became of a message.
enum class MessageStatus : std::uint8_t {
    complete,
    streaming,    ///< an answer that a process is writing now
    stopped,      ///< the person stopped it
    interrupted,  ///< its process ended before the answer did
    failed,       ///< the engine could not go on; Message::error says why
};

/// One conversation without its messages.
struct Conversation {
    ConversationId id;
    std::optional<FolderId> folder;
    std::string title;
    TitleSource title_source = TitleSource::automatic;
    bool pinned = false;
    UtcTime created;
    UtcTime updated;                          ///< last message begun or finished
    std::optional<MessageId> active_leaf;     ///< end of the path that is shown; none while it is empty
    std::optional<MessageId> origin_message;  ///< the message it was branched from; may be gone by now
    JsonObject parameters;  ///< model, system prompt, sampling: what the next answer is asked with
    std::optional<UtcTime> deleted_at;
    JsonObject extra;            ///< fields this version does not know
    std::optional<Error> fault;  ///< a damaged column, left empty above; the rest is as stored
};

struct Attachment {
    AttachmentId id;
    MessageId message;
    std::string name;        ///< file name as the person knows it
    std::string media_type;  ///< e.g. "text/plain"
    std::string path;        ///< of the kept file, relative to the data folder
    std::uint64_t bytes = 0;
    std::string text;  ///< what the model is given of it
};

/// One message of a conversation's tree.
struct Message {
    MessageId id;
    ConversationId conversation;
    std::optional<MessageId> parent;
    Role role = Role::user;
    MessageStatus status = MessageStatus::complete;
    std::string text;
    std::string model;      ///< what wrote it; empty for the person's own
    std::string error;      ///< one sentence, when status is failed
    JsonObject parameters;  ///< what it was generated with
    JsonObject statistics;  ///< time to first token, speed, token counts
    UtcTime created;
    std::optional<UtcTime> finished;
    JsonObject extra;
    std::vector<Attachment> attachments;
    std::optional<Error> fault;  ///< a damaged column, left empty above; the rest is as stored
};

/// A message on the shown path and its place among its versions (siblings under the same parent, oldest
/// first).
struct PathMessage {
    Message message;
    std::uint32_t version_index = 0;  ///< 0-based
    std::uint32_t version_count = 1;
};

/// A conversation with the path from its root to its active leaf.
struct ConversationPath {
    Conversation conversation;
    std::vector<PathMessage> messages;
};

/// A row of the sidebar.
struct ConversationSummary {
    ConversationId id;
    std::optional<FolderId> folder;
    std::string title;
    TitleSource title_source = TitleSource::automatic;
    bool pinned = false;
    UtcTime updated;
    std::optional<UtcTime> deleted_at;  ///< when it went into the trash
    std::string snippet;   ///< beginning of the last message on the path, in one line, at most 160 characters
    bool writing = false;  ///< its last message is streaming
};

struct Folder {
    FolderId id;
    std::string name;
    std::int64_t position = 0;  ///< order in the list, then by id
};

/// A system prompt and parameters to begin a conversation with.
struct Preset {
    PresetId id;
    std::string name;
    std::string system_prompt;
    JsonObject parameters;
    JsonObject extra;  ///< what a newer version keeps there
    std::optional<Error> fault;
};

}  // namespace hearth::storage
