#pragma once

#include "storage/chat_store.h"
#include "storage/connection.h"
#include "storage/message_tree.h"
#include "storage/writer_lock.h"

#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hearth::storage {

/// What a ChatStore is made of; its members are spread over one source file per subject.
struct StoreState {
    Connection connection;
    WriterLock writer;
    std::function<UtcTime()> clock;
    OpenReport report;
    bool writable = true;
    bool untidy = false;  ///< something was purged that tidy has yet to take away

    Error error(StorageProblem problem, std::string_view what, std::string_view cause = {}) const {
        return storage_error(problem, connection.name(), what, cause);
    }
    std::int64_t now() const { return clock().time_since_epoch().count(); }
};

/// Makes the search tables anew when they are what SQLite found damaged, so that a broken index never keeps a
/// message from being saved. False when it was something else or did not help.
bool mend_search_tables(StoreState& state, const SQLite::Exception& exception);

/// Runs `work`, which returns a Result, and turns what SQLite throws into an Error about doing `what`.
/// Damaged search tables are made anew and `work` runs again, so it must be able to.
template <class Work>
std::invoke_result_t<Work> attempt(StoreState& state, std::string_view what, Work&& work) {
    try {
        try {
            return work();
        } catch (const SQLite::Exception& exception) {
            if (!mend_search_tables(state, exception)) {
                return state.connection.error(exception, what);
            }
        }
        return work();
    } catch (const SQLite::Exception& exception) {
        return state.connection.error(exception, what);
    } catch (const std::bad_alloc&) {
        return state.error(StorageProblem::out_of_memory, what);
    } catch (const std::exception& exception) {
        return state.error(StorageProblem::internal, what, exception.what());
    }
}

/// attempt in a transaction that is committed when `work` succeeds and leaves no trace when it does not.
template <class Work>
std::invoke_result_t<Work> attempt_write(StoreState& state, std::string_view what, Durability durability,
                                         Work&& work) {
    return attempt(state, what, [&]() -> std::invoke_result_t<Work> {
        if (!state.writable) {
            const bool newer = state.report.outcome == OpenOutcome::newer_version;
            return state.error(newer ? StorageProblem::newer_version : StorageProblem::read_only, what);
        }
        WriteTransaction transaction(state.connection, durability);
        auto result = work();
        if (result) {
            transaction.commit();
        }
        return result;
    });
}

// Steps within a transaction that several subjects share. They throw like Connection does.

inline constexpr std::size_t kLongestText = 32U * 1024 * 1024;  ///< bytes of a message or a draft
inline constexpr std::size_t kLongestName = 64U * 1024;         ///< bytes of a title or a name

Status check_text(const StoreState& state, std::string_view text, std::size_t limit, std::string_view what);
Status check_json(const StoreState& state, const JsonObject& json, std::string_view what);

Result<Conversation> find_conversation(StoreState& state, ConversationId id, std::string_view what);
/// The same, but one in the trash is not found.
Result<Conversation> find_shown_conversation(StoreState& state, ConversationId id, std::string_view what);
Result<Message> find_message(StoreState& state, MessageId id, std::string_view what);

MessageTree load_tree(StoreState& state, ConversationId id);

/// Sets the end of the shown path; none: the conversation is empty.
void write_active_leaf(StoreState& state, ConversationId id, std::optional<MessageId> leaf);
/// Moves the conversation to the top of the list.
void touch(StoreState& state, ConversationId id);

/// Runs one statement with the values bound in order and returns how many rows it changed.
template <class... Values>
int change(StoreState& state, const std::string& sql, const Values&... values) {
    auto statement = state.connection.prepare(sql);
    int index = 0;
    (statement->bind(++index, values), ...);
    return statement->exec();
}

}  // namespace hearth::storage
