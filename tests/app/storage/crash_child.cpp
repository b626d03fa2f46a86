#include "crash_pattern.h"
#include "storage/storage_thread.h"

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include <unistd.h>

// A program that chats until it is killed (mode "chat") or writes a number of turns and ends (mode "write"),
// and says on standard output what it was told is on disk. Lines: "turn N USER ANSWER", "append ANSWER BYTES
// MILLISECONDS", "finish ANSWER BYTES".

namespace hearth::storage {
namespace {

void say(const std::string& line) {
    const std::string whole = line + "\n";
    if (::write(STDOUT_FILENO, whole.data(), whole.size()) < 0) {
        return;  // nobody listens any more
    }
}

long long milliseconds_now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Runs on the storage thread and waits for the outcome.
template <class Value, class Work>
std::optional<Value> ask(StorageThread& thread, Work work) {
    auto promise = std::make_shared<std::promise<std::optional<Value>>>();
    auto future = promise->get_future();
    thread.post([promise, work](ChatStore& store) {
        auto result = work(store);
        promise->set_value(result ? std::optional<Value>(*result) : std::nullopt);
    });
    return future.get();
}

int chat(const std::string& file) {
    const auto thread = StorageThread::open(file, {});
    const auto conversation =
        ask<Conversation>(*thread, [](ChatStore& store) { return store.create_conversation({}); });
    if (!conversation) {
        return 1;
    }
    std::optional<MessageId> leaf;
    for (int turn = 0;; ++turn) {
        const auto begun = ask<BegunTurn>(*thread, [&](ChatStore& store) {
            return store.begin_turn({conversation->id, leaf, scripted_question(turn), {}, "m", {}});
        });
        if (!begun) {
            return 1;
        }
        const std::string answer = std::to_string(begun->answer.value);
        say("turn " + std::to_string(turn) + " " + std::to_string(begun->user.value) + " " + answer);
        leaf = begun->answer;
        thread->streams().begin(begun->answer);
        std::string text;
        // Short answers and some that last for seconds, so that the kill comes in every phase.
        const int units = turn % 3 == 2 ? 600 : 20;
        for (int unit = 0; unit < units; ++unit) {
            const std::string whole = scripted_answer(turn, unit + 1);
            thread->streams().append(begun->answer, whole.substr(text.size()));
            text = whole;
            say("append " + answer + " " + std::to_string(text.size()) + " " +
                std::to_string(milliseconds_now()));
            std::this_thread::sleep_for(std::chrono::milliseconds(4));
        }
        std::promise<bool> done;
        thread->streams().finish({begun->answer, {}, MessageStatus::complete, {}, {}, {}},
                                 [&](const Status& status) { done.set_value(status.has_value()); });
        if (!done.get_future().get()) {
            return 1;
        }
        say("finish " + answer + " " + std::to_string(text.size()));
    }
}

int write_turns(const std::string& file, int turns) {
    auto store = ChatStore::open(file);
    if (!store) {
        say(store.error().message);
        return 1;
    }
    const auto conversation =
        store->create_conversation({"written by the other process", TitleSource::user, {}, {}});
    std::optional<MessageId> leaf;
    for (int turn = 0; turn < turns; ++turn) {
        const auto begun = store->begin_turn({conversation->id, leaf, scripted_question(turn), {}, "m", {}});
        if (!begun) {
            say(begun.error().message);
            return 1;
        }
        const auto saved = store->save_snapshots({{begun->answer, "half"}});
        const auto finished = store->finish_answer(
            {begun->answer, scripted_answer(turn, 10), MessageStatus::complete, {}, {}, {}});
        if (!saved || !finished) {
            say((saved ? finished : saved).error().message);
            return 1;
        }
        leaf = begun->answer;
    }
    return 0;
}

}  // namespace
}  // namespace hearth::storage

int main(int count, char** arguments) {
    if (count < 3) {
        return 2;
    }
    const std::string mode = arguments[1];
    return mode == "chat" ? hearth::storage::chat(arguments[2])
                          : hearth::storage::write_turns(arguments[2], 60);
}
