#include "storage/record_columns.h"

#include "storage/storage_problem.h"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

namespace hearth::storage {
namespace {

constexpr std::size_t kLongestJson = 1024 * 1024;

template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

constexpr Names<Role, 3> kRoles{
    {{Role::system, "system"}, {Role::user, "user"}, {Role::assistant, "assistant"}}};
constexpr Names<MessageStatus, 5> kStatuses{{{MessageStatus::complete, "complete"},
                                             {MessageStatus::streaming, "streaming"},
                                             {MessageStatus::stopped, "stopped"},
                                             {MessageStatus::interrupted, "interrupted"},
                                             {MessageStatus::failed, "failed"}}};
constexpr Names<TitleSource, 2> kTitleSources{
    {{TitleSource::automatic, "automatic"}, {TitleSource::user, "user"}}};

template <class Enum, std::size_t N>
std::string_view name_in(const Names<Enum, N>& names, Enum value) {
    for (const auto& [known, name] : names) {
        if (known == value) {
            return name;
        }
    }
    return names.front().second;
}

template <class Enum, std::size_t N>
std::optional<Enum> value_in(const Names<Enum, N>& names, std::string_view text) {
    for (const auto& [value, name] : names) {
        if (name == text) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<UtcTime> optional_time(SQLite::Statement& row, int column) {
    return row.isColumnNull(column) ? std::nullopt : std::optional(time_of(row.getColumn(column).getInt64()));
}

/// Reads the columns of one row and remembers the first that is damaged.
class RowReader {
 public:
    RowReader(SQLite::Statement& row, std::string_view file, std::string_view table)
        : row_(row), file_(file), table_(table) {}

    JsonObject json(int column, std::string_view name) {
        std::string text = row_.getColumn(column).getString();
        if (!is_json_object(text)) {
            damaged(name, text);
            return {};
        }
        return {std::move(text)};
    }

    template <class Enum>
    Enum one_of(std::optional<Enum> (*parse)(std::string_view), int column, std::string_view name,
                Enum otherwise) {
        const std::string text = row_.getColumn(column).getString();
        const std::optional<Enum> value = parse(text);
        if (!value) {
            damaged(name, text);
        }
        return value.value_or(otherwise);
    }

    std::optional<Error> fault() { return std::move(fault_); }

 private:
    void damaged(std::string_view column, std::string_view found) {
        if (!fault_) {
            const std::string what = "read " + std::string(column) + " of " + std::string(table_) + " " +
                                     std::to_string(row_.getColumn(0).getInt64());
            fault_ = storage_error(StorageProblem::damaged, file_, what, escaped(found, 60));
            fault_->details.field = std::string(table_) + "." + std::string(column);
        }
    }

    SQLite::Statement& row_;
    std::string_view file_;
    std::string_view table_;
    std::optional<Error> fault_;
};

}  // namespace

UtcTime time_of(std::int64_t milliseconds) {
    return UtcTime{std::chrono::milliseconds{milliseconds}};
}

std::int64_t milliseconds_of(UtcTime time) {
    return time.time_since_epoch().count();
}

std::string_view text_of(Role role) {
    return name_in(kRoles, role);
}

std::optional<Role> role_of(std::string_view text) {
    return value_in(kRoles, text);
}

std::string_view text_of(MessageStatus status) {
    return name_in(kStatuses, status);
}

std::optional<MessageStatus> status_of(std::string_view text) {
    return value_in(kStatuses, text);
}

std::string_view text_of(TitleSource source) {
    return name_in(kTitleSources, source);
}

std::optional<TitleSource> title_source_of(std::string_view text) {
    return value_in(kTitleSources, text);
}

bool is_json_object(std::string_view text) {
    if (text == "{}") {
        return true;
    }
    return text.size() <= kLongestJson && text.find_first_not_of(" \t\r\n") != std::string_view::npos &&
           text[text.find_first_not_of(" \t\r\n")] == '{' && nlohmann::json::accept(text);
}

Conversation read_conversation(SQLite::Statement& row, std::string_view file) {
    RowReader reader(row, file, "conversation");
    Conversation conversation;
    conversation.id = ConversationId{row.getColumn(0).getInt64()};
    conversation.folder = read_id<FolderId>(row, 1);
    conversation.pinned = row.getColumn(2).getInt() != 0;
    conversation.created = time_of(row.getColumn(3).getInt64());
    conversation.updated = time_of(row.getColumn(4).getInt64());
    conversation.active_leaf = read_id<MessageId>(row, 5);
    conversation.origin_message = read_id<MessageId>(row, 6);
    conversation.deleted_at = optional_time(row, 7);
    conversation.title_source = reader.one_of(title_source_of, 8, "title_source", TitleSource::user);
    conversation.title = row.getColumn(9).getString();
    conversation.extra = reader.json(10, "extra");
    conversation.parameters = reader.json(11, "parameters");
    conversation.fault = reader.fault();
    return conversation;
}

Message read_message(SQLite::Statement& row, std::string_view file) {
    RowReader reader(row, file, "message");
    Message message;
    message.id = MessageId{row.getColumn(0).getInt64()};
    message.conversation = ConversationId{row.getColumn(1).getInt64()};
    message.parent = read_id<MessageId>(row, 2);
    message.role = reader.one_of(role_of, 3, "role", Role::assistant);
    message.status = reader.one_of(status_of, 4, "status", MessageStatus::interrupted);
    message.created = time_of(row.getColumn(5).getInt64());
    message.finished = optional_time(row, 6);
    message.model = row.getColumn(7).getString();
    message.error = row.getColumn(8).getString();
    message.statistics = reader.json(9, "statistics");
    message.extra = reader.json(10, "extra");
    message.parameters = reader.json(11, "parameters");
    message.text = row.getColumn(12).getString();
    message.fault = reader.fault();
    return message;
}

Attachment read_attachment(SQLite::Statement& row) {
    Attachment attachment;
    attachment.id = AttachmentId{row.getColumn(0).getInt64()};
    attachment.message = MessageId{row.getColumn(1).getInt64()};
    attachment.bytes = static_cast<std::uint64_t>(row.getColumn(2).getInt64());
    attachment.name = row.getColumn(3).getString();
    attachment.media_type = row.getColumn(4).getString();
    attachment.path = row.getColumn(5).getString();
    attachment.text = row.getColumn(6).getString();
    return attachment;
}

Preset read_preset(SQLite::Statement& row, std::string_view file) {
    RowReader reader(row, file, "preset");
    Preset preset;
    preset.id = PresetId{row.getColumn(0).getInt64()};
    preset.name = row.getColumn(1).getString();
    preset.parameters = reader.json(2, "parameters");
    preset.system_prompt = row.getColumn(3).getString();
    preset.extra = reader.json(4, "extra");
    preset.fault = reader.fault();
    return preset;
}

}  // namespace hearth::storage
