#pragma once

#include "storage/records.h"

#include <optional>
#include <string>
#include <string_view>

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

namespace hearth::storage {

// How records are written in columns, in both directions.

UtcTime time_of(std::int64_t milliseconds);
std::int64_t milliseconds_of(UtcTime time);

std::string_view text_of(Role role);
std::optional<Role> role_of(std::string_view text);
std::string_view text_of(MessageStatus status);
std::optional<MessageStatus> status_of(std::string_view text);
std::string_view text_of(TitleSource source);
std::optional<TitleSource> title_source_of(std::string_view text);

/// Text is a JSON object of at most 1 MiB.
bool is_json_object(std::string_view text);

/// The columns each read_… expects, in order.
inline constexpr const char* kConversationColumns =
    "id, folder, pinned, created, updated, active_leaf, origin_message, deleted_at, title_source, title, "
    "extra, parameters";
inline constexpr const char* kMessageColumns =
    "id, conversation, parent, role, status, created, finished, model, error, statistics, extra, parameters, "
    "text";
inline constexpr const char* kAttachmentColumns = "id, message, bytes, name, media_type, path, text";
inline constexpr const char* kPresetColumns = "id, name, parameters, system_prompt, extra";

/// The current row. A column that cannot be what it should is left empty and named in `fault`; `file` is for
/// that.
Conversation read_conversation(SQLite::Statement& row, std::string_view file);
Message read_message(SQLite::Statement& row, std::string_view file);
Attachment read_attachment(SQLite::Statement& row);
Preset read_preset(SQLite::Statement& row, std::string_view file);

template <class Id>
std::optional<Id> read_id(SQLite::Statement& row, int column) {
    return row.isColumnNull(column) ? std::nullopt : std::optional(Id{row.getColumn(column).getInt64()});
}

template <class Id>
void bind_id(SQLite::Statement& statement, int index, const std::optional<Id>& id) {
    if (id) {
        statement.bind(index, id->value);
    } else {
        statement.bind(index);
    }
}

}  // namespace hearth::storage
