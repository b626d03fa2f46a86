#include "expect_result.h"
#include "fault_vfs.h"
#include "storage/chat_store.h"
#include "test_folder.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace hearth::storage {
namespace {

/// What the store said was on disk.
struct Promises {
    std::optional<ConversationId> conversation;
    std::map<MessageId, std::string> user_texts;
    std::map<MessageId, std::string> answers;
    std::vector<Error> errors;
};

std::string question(int turn) {
    return "question " + std::to_string(turn) + " 问题 " + std::string(700, 'q');
}

std::string answer(int turn) {
    return "answer " + std::to_string(turn) + " 回答 " + std::string(9000, 'a');
}

/// A chat of three turns; goes on after each failure as the program would.
Promises chat_three_turns(const std::filesystem::path& file, const std::string& vfs) {
    Promises promises;
    const auto note = [&](const auto& result) {
        if (!result) {
            promises.errors.push_back(result.error());
        }
        return result.has_value();
    };
    OpenOptions options;
    options.vfs = vfs;
    options.busy_timeout = std::chrono::milliseconds(100);
    auto store = ChatStore::open(file, options);
    if (!note(store)) {
        return promises;
    }
    auto created = store->create_conversation({"three turns", TitleSource::user, {}, {}});
    if (!note(created)) {
        return promises;
    }
    promises.conversation = created->id;
    std::optional<MessageId> leaf;
    for (int turn = 0; turn < 3; ++turn) {
        auto begun = store->begin_turn({created->id, leaf, question(turn), {}, "m", {}});
        if (!note(begun)) {
            continue;
        }
        promises.user_texts[begun->user] = question(turn);
        leaf = begun->answer;
        note(store->save_snapshots({{begun->answer, answer(turn).substr(0, 3000)}}));
        note(store->save_snapshots({{begun->answer, answer(turn).substr(0, 6000)}}));
        if (note(store->finish_answer({begun->answer, answer(turn), MessageStatus::complete, {}, {}, {}}))) {
            promises.answers[begun->answer] = answer(turn);
        }
    }
    return promises;
}

/// Every turn is absent or whole, and what was promised is there.
void check_after(const TestFolder& folder, const Promises& promises) {
    EXPECT_EQ(folder.names_with("damaged"), "") << "a failing drive is no damage";
    ChatStore store = must(ChatStore::open(folder.file()));
    must(store.verify());
    for (const auto& [id, text] : promises.user_texts) {
        EXPECT_EQ(must(store.message(id)).text, text);
    }
    for (const auto& [id, text] : promises.answers) {
        EXPECT_EQ(must(store.message(id)).text, text);
        EXPECT_EQ(must(store.message(id)).status, MessageStatus::complete);
    }
    for (const ConversationSummary& row : must(store.list({}))) {
        const auto path = must(store.path(row.id)).messages;
        EXPECT_EQ(path.size() % 2, 0u) << "a question without the place of its answer";
        for (const PathMessage& entry : path) {
            const Message& message = entry.message;
            const bool is_answer = message.role == Role::assistant;
            EXPECT_EQ(message.text.starts_with(is_answer ? "answer" : "question") ||
                          (is_answer && message.text.empty()),
                      true);
            EXPECT_NE(message.status, MessageStatus::streaming);
        }
    }
    if (!promises.answers.empty()) {
        EXPECT_EQ(must(store.search({"回答", 50, std::chrono::milliseconds(2000), {}})).hits.size() >=
                      promises.answers.size(),
                  true);
    }
}

std::uint64_t calls_of_one_run() {
    const TestFolder folder;
    FaultVfs vfs("fault-count");
    const Promises promises = chat_three_turns(folder.file(), vfs.name());
    EXPECT_TRUE(promises.errors.empty());
    EXPECT_EQ(promises.answers.size(), 3u);
    return vfs.calls();
}

std::uint32_t seed() {
    const char* given = std::getenv("HEARTH_TEST_SEED");
    return given ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10)) : 20260101U;
}

/// 200 of the calls, or all of them when HEARTH_TEST_ALL is set.
std::vector<std::uint64_t> chosen_calls(std::uint64_t total, std::size_t count) {
    std::vector<std::uint64_t> calls(total);
    for (std::uint64_t call = 0; call < total; ++call) {
        calls[call] = call + 1;
    }
    if (std::getenv("HEARTH_TEST_ALL") == nullptr && calls.size() > count) {
        std::shuffle(calls.begin(), calls.end(), std::mt19937(seed()));
        calls.resize(count);
    }
    return calls;
}

TEST(Fault, EachCallOnce) {
    const std::uint64_t total = calls_of_one_run();
    ASSERT_GT(total, 50u);
    int failed_runs = 0;
    for (const std::uint64_t call : chosen_calls(total, 130)) {
        SCOPED_TRACE("call " + std::to_string(call) + " of " + std::to_string(total) + ", seed " +
                     std::to_string(seed()));
        const TestFolder folder;
        FaultVfs vfs("fault-once");
        vfs.fail_once(call, call % 2 == 0 ? FaultVfs::Kind::no_space : FaultVfs::Kind::io_error);
        const Promises promises = chat_three_turns(folder.file(), vfs.name());
        // How many calls there are depends on when the 250 ms of a commit are over: the last may not come.
        EXPECT_TRUE(vfs.has_failed() || vfs.calls() < call);
        for (const Error& error : promises.errors) {
            const auto cause = problem_of(error);
            ASSERT_TRUE(cause.has_value()) << error.message;
            EXPECT_TRUE(cause == StorageProblem::disk_full || cause == StorageProblem::device_failed ||
                        cause == StorageProblem::cannot_open)
                << error.message;
        }
        failed_runs += promises.errors.empty() ? 0 : 1;
        check_after(folder, promises);
    }
    EXPECT_GT(failed_runs, 20);
}

TEST(Fault, TheDiskIsFullFromACallOn) {
    const std::uint64_t total = calls_of_one_run();
    for (const std::uint64_t call : chosen_calls(total, 70)) {
        SCOPED_TRACE("from call " + std::to_string(call) + " of " + std::to_string(total) + ", seed " +
                     std::to_string(seed()));
        const TestFolder folder;
        FaultVfs vfs("fault-full");
        vfs.fail_from(call, FaultVfs::Kind::no_space);
        const Promises promises = chat_three_turns(folder.file(), vfs.name());
        for (const Error& error : promises.errors) {
            EXPECT_EQ(problem_of(error), StorageProblem::disk_full) << error.message;
        }
        check_after(folder, promises);
    }
}

}  // namespace
}  // namespace hearth::storage
