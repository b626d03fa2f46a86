#include "storage/chat_store.h"

#include "storage/search_index.h"
#include "storage/store_state.h"

#include <algorithm>

namespace hearth::storage {

ChatStore::ChatStore(std::unique_ptr<StoreState> state) : state_(std::move(state)) {}
ChatStore::ChatStore(ChatStore&&) noexcept = default;
ChatStore& ChatStore::operator=(ChatStore&&) noexcept = default;
ChatStore::~ChatStore() = default;

const OpenReport& ChatStore::report() const {
    return state_->report;
}

bool ChatStore::writable() const {
    return state_->writable;
}

Status ChatStore::verify() {
    constexpr const char* kWhat = "check the chats";
    return attempt(*state_, kWhat, [&]() -> Status {
        const std::string found = state_->connection.text("PRAGMA integrity_check(1)");
        if (found != "ok") {
            return state_->error(StorageProblem::damaged, kWhat, found);
        }
        return {};
    });
}

Result<SearchResult> ChatStore::search(const SearchRequest& request) {
    constexpr const char* kWhat = "search the chats";
    constexpr std::size_t kLongestSearch = 4096;  // bytes; a pasted page is not a search
    HEARTH_TRY(check_text(*state_, request.text, kLongestSearch, kWhat));
    if (request.limit == 0 || request.limit > 1000) {
        return state_->error(StorageProblem::invalid_value, kWhat, "limit must be 1 to 1000");
    }
    return attempt(*state_, kWhat,
                   [&]() -> Result<SearchResult> { return run_search(state_->connection, request); });
}

}  // namespace hearth::storage
