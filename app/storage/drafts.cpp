#include "storage/store_state.h"

// ChatStore: text that was typed and not sent.

namespace hearth::storage {
namespace {

std::int64_t row_of(std::optional<ConversationId> id) {
    return id.value_or(ConversationId{}).value;  // 0: the empty new chat
}

}  // namespace

Status ChatStore::save_draft(std::optional<ConversationId> id, const std::string& text) {
    constexpr const char* kWhat = "save the draft";
    HEARTH_TRY(check_text(*state_, text, kLongestText, kWhat));
    return attempt_write(*state_, kWhat, Durability::program_crash, [&]() -> Status {
        if (id) {
            HEARTH_TRY_ASSIGN([[maybe_unused]] const Conversation found,
                              find_conversation(*state_, *id, kWhat));
        }
        if (text.empty()) {
            change(*state_, "DELETE FROM draft WHERE conversation = ?", row_of(id));
        } else {
            change(*state_,
                   "INSERT INTO draft(conversation, text) VALUES(?, ?) ON CONFLICT(conversation) DO UPDATE "
                   "SET text = "
                   "excluded.text",
                   row_of(id), text);
        }
        return {};
    });
}

Result<std::string> ChatStore::draft(std::optional<ConversationId> id) {
    return attempt(*state_, "read the draft", [&]() -> Result<std::string> {
        auto query = state_->connection.prepare("SELECT text FROM draft WHERE conversation = ?");
        query->bind(1, row_of(id));
        return query->executeStep() ? query->getColumn(0).getString() : std::string{};
    });
}

}  // namespace hearth::storage
