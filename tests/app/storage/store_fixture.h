#pragma once

#include "expect_result.h"
#include "storage/chat_store.h"
#include "test_folder.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::storage {

/// A store in a folder of its own and a clock that goes on by one second at each look.
class StoreTest : public testing::Test {
 protected:
    StoreTest() : store_(must(ChatStore::open(folder_.file(), options()))) {}

    OpenOptions options() {
        OpenOptions options;
        options.clock = [this] { return now_ += std::chrono::seconds(1); };
        return options;
    }

    void reopen() {
        store_ = must(ChatStore::open_in_memory());  // lets go of the file first
        store_ = must(ChatStore::open(folder_.file(), options()));
    }

    ConversationId chat(const std::string& title = "chat") {
        return must(store_.create_conversation({title, {}, {}, {}})).id;
    }

    /// A finished turn at the end of the path.
    BegunTurn turn(ConversationId id, const std::string& question, const std::string& answer) {
        const auto path = must(store_.path(id));
        const BegunTurn begun =
            must(store_.begin_turn({id, path.conversation.active_leaf, question, {}, "model", {}}));
        must(store_.finish_answer({begun.answer, answer, MessageStatus::complete, {}, {}, {}}));
        return begun;
    }

    std::vector<std::string> texts(ConversationId id) {
        std::vector<std::string> texts;
        for (const PathMessage& entry : must(store_.path(id)).messages) {
            texts.push_back(entry.message.text);
        }
        return texts;
    }

    TestFolder folder_;
    UtcTime now_{std::chrono::milliseconds{1'700'000'000'000}};
    ChatStore store_;
};

}  // namespace hearth::storage
