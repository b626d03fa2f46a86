#pragma once

#include "storage/open_report.h"
#include "storage/records.h"
#include "storage/requests.h"
#include "storage/search.h"

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hearth::storage {

struct StoreState;

/// Every conversation of one person: chats.db. Belongs to one thread at a time (StorageThread's); another
/// process may have the same file open. No member throws; errors name the file and carry a StorageProblem. A
/// failed write changes nothing: each operation is one transaction.
class ChatStore {
 public:
    /// Opens or creates the file, brings its schema up to date (a copy of the old file stays beside it), and
    /// marks answers whose process has died as interrupted. A damaged file is kept aside under a dated name
    /// and what can be read of it goes into a new one; report() says so. A file of a newer version opens
    /// read-only. What cannot be opened for writing is an Error: open_read_only and open_in_memory are the
    /// ways on, for the caller to choose.
    static Result<ChatStore> open(const std::filesystem::path& file, const OpenOptions& options = {});
    /// Opens what is there without writing anything; every change is refused (read_only).
    static Result<ChatStore> open_read_only(const std::filesystem::path& file,
                                            const OpenOptions& options = {});
    /// An empty store that is gone with the process.
    static Result<ChatStore> open_in_memory(const OpenOptions& options = {});

    ChatStore(ChatStore&&) noexcept;
    ChatStore& operator=(ChatStore&&) noexcept;
    ~ChatStore();

    const OpenReport& report() const;
    bool writable() const;
    /// Reads the whole file; damaged when something in it is not as it should be. Seconds for a large file.
    Status verify();

    // Conversations
    Result<Conversation> create_conversation(const NewConversation& request);
    Result<Conversation> conversation(ConversationId id);
    Result<std::vector<ConversationSummary>> list(const ListRequest& request);
    Status rename(ConversationId id, const std::string& title, TitleSource source);
    Status set_pinned(ConversationId id, bool pinned);
    Status move_to_folder(ConversationId id, std::optional<FolderId> folder);
    Status set_parameters(ConversationId id, const JsonObject& parameters);
    /// A new conversation with a copy of the path up to and including `message`, naming it as its origin.
    Result<Conversation> branch(MessageId message);

    // Reading messages
    /// Root to active leaf.
    Result<ConversationPath> path(ConversationId id);
    Result<Message> message(MessageId id);
    /// The versions beside a message, itself included, oldest first.
    Result<std::vector<MessageId>> versions(MessageId id);

    // Writing messages
    /// The person's message and a streaming answer under it in one transaction that outlives a power cut; the
    /// answer becomes the active leaf and the conversation's draft is dropped.
    Result<BegunTurn> begin_turn(const NewTurn& request);
    /// One more answer under a message, streaming and the active leaf. Outlives a power cut.
    Result<MessageId> begin_answer(const NewAnswer& request);
    /// An answer that ended early streams again from where it is, written by `model` with `parameters` from
    /// now on; returns its text.
    Result<std::string> resume_answer(MessageId answer, const std::string& model,
                                      const JsonObject& parameters);
    /// A whole message that becomes the active leaf. Outlives a power cut.
    Result<MessageId> add_message(const NewMessage& request);
    /// Whole messages, each under the one before, the first under its parent: all of them or none. Outlives
    /// a power cut.
    Result<std::vector<MessageId>> add_messages(const std::vector<NewMessage>& chain);
    /// Replaces the texts of streaming answers in one transaction; outlives a crash of the program, a power
    /// cut not always. Answers that are gone are passed over: their chat was purged.
    Status save_snapshots(const std::vector<std::pair<MessageId, std::string>>& texts);
    /// Ends an answer and makes it findable. Outlives a power cut.
    Status finish_answer(const FinishedAnswer& answer);

    // The shown path
    /// Shows a version: the path through `message` to the newest leaf below it; returns that leaf.
    Result<MessageId> show_version(MessageId message);

    // Trash
    /// Hides a message and all below it.
    Result<DeletedMessages> delete_messages(MessageId root);
    Status restore_messages(const DeletedMessages& deleted);
    Status delete_conversation(ConversationId id);
    Status restore_conversation(ConversationId id);
    /// What was deleted is gone for good now: it is in no list and cannot be brought back. tidy frees its
    /// space.
    Status purge_conversation(ConversationId id);
    /// Takes a chat away for good, past the trash, if it holds nothing at all: no message, not even one in
    /// the trash, no draft, and no name that a person gave it. Does nothing to any other.
    Status drop_if_empty(ConversationId id);
    /// Removes for good what was deleted before `deleted_before`: at most `limit` messages and conversations,
    /// leaves first; returns how many went. 0: nothing is left.
    Result<std::uint32_t> purge(UtcTime deleted_before, std::uint32_t limit = 200);
    /// A slice of what can wait, about 20 ms: indexing messages that search has to read so far, and purging
    /// what has been in the trash for 30 days or was purged. True while there is more. StorageThread calls it
    /// when idle.
    Result<bool> tidy();
    /// There is work for tidy since it last came to its end, and it should not wait long.
    bool wants_tidying() const;

    // Folders
    Result<Folder> create_folder(const std::string& name);
    Status rename_folder(FolderId id, const std::string& name);
    /// Its conversations stay, in no folder.
    Status delete_folder(FolderId id);
    Result<std::vector<Folder>> folders();

    // Drafts: text typed and not sent. No conversation: the one of the empty new chat.
    Status save_draft(std::optional<ConversationId> id, const std::string& text);
    Result<std::string> draft(std::optional<ConversationId> id);

    // Presets
    Result<Preset> create_preset(const std::string& name, const std::string& system_prompt,
                                 const JsonObject& parameters, const JsonObject& extra = {});
    Status update_preset(const Preset& preset);
    Status delete_preset(PresetId id);
    Result<std::vector<Preset>> presets();

    /// Looks through titles and messages, deleted ones left out.
    Result<SearchResult> search(const SearchRequest& request);

 private:
    explicit ChatStore(std::unique_ptr<StoreState> state);
    std::unique_ptr<StoreState> state_;
};

}  // namespace hearth::storage
