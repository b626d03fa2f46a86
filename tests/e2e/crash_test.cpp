// The program is killed at any moment; what a person had seen must be there afterwards.

#include "storage/chat_store.h"
#include "support/temporary_folder.h"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace hearth::storage {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kPoints = 200;
constexpr auto kEarliest = 250ms;
constexpr auto kLatest = 1900ms;
/// What of a text that is being written may be lost.
constexpr auto kMayBeLost = 1000ms;

std::string demo_program() {
    const char* named = std::getenv("HEARTH_DEMO_BIN");
    return named != nullptr ? named : HEARTH_DEMO_BIN;
}

int points() {
    const char* wanted = std::getenv("HEARTH_CRASH_POINTS");
    return wanted != nullptr ? std::atoi(wanted) : kPoints;
}

/// hearth-demo --scripted-run, and what it said.
class Victim {
 public:
    Victim(const std::filesystem::path& data, unsigned seed) {
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0) {
            return;
        }
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addclose(&files, ends[0]);
        posix_spawn_file_actions_addclose(&files, ends[1]);
        std::vector<std::string> arguments{demo_program(), "--scripted-run", std::to_string(seed), "--data",
                                           data.string()};
        std::vector<char*> pointers;
        for (std::string& argument : arguments) {
            pointers.push_back(argument.data());
        }
        pointers.push_back(nullptr);
        if (posix_spawn(&process_, arguments[0].c_str(), &files, nullptr, pointers.data(), environ) != 0) {
            process_ = -1;
        }
        posix_spawn_file_actions_destroy(&files);
        close(ends[1]);
        output_ = ends[0];
    }
    Victim(const Victim&) = delete;
    Victim& operator=(const Victim&) = delete;
    ~Victim() { close(output_); }

    bool started() const { return process_ > 0; }

    /// Listens for `time`, then kills it. Returns the moment of its death; nothing where it ended by itself.
    std::optional<std::chrono::milliseconds> listen_and_kill(std::chrono::milliseconds time) {
        const auto end = Clock::now() + time;
        while (Clock::now() < end) {
            read_some(std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()));
        }
        const auto death =
            std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch());
        kill(process_, SIGKILL);
        int status = 0;
        waitpid(process_, &status, 0);
        while (read_some(100ms)) {
        }
        return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? std::optional(death) : std::nullopt;
    }

    const std::string& said() const { return said_; }

 private:
    bool read_some(std::chrono::milliseconds patience) {
        pollfd ready{output_, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(patience.count())) <= 0) {
            return false;
        }
        std::array<char, 4096> buffer{};
        const ssize_t count = read(output_, buffer.data(), buffer.size());
        if (count <= 0) {
            std::this_thread::sleep_for(
                patience);  // it has closed its end; the rest of the time is waited for
            return false;
        }
        said_.append(buffer.data(), static_cast<std::size_t>(count));
        return true;
    }

    pid_t process_ = -1;
    int output_ = -1;
    std::string said_;
};

/// What of one message must be in the store.
struct Promise {
    std::size_t bytes = 0;
    bool finished = false;
};

/// From the lines that the victim said: those of its last second do not bind it, but for what was called
/// stored.
std::map<std::int64_t, Promise> promises(const std::string& said, std::chrono::milliseconds death) {
    std::map<std::int64_t, Promise> result;
    std::istringstream lines(said.substr(0, said.rfind('\n') + 1));
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string what;
        std::int64_t time = 0;
        std::int64_t key = 0;
        std::size_t bytes = 0;
        if (!(words >> what >> time >> key >> bytes)) {
            continue;
        }
        const bool binding = what != "seen" || std::chrono::milliseconds(time) <= death - kMayBeLost;
        if (binding) {
            Promise& promise = result[key];
            promise.bytes = bytes;
            promise.finished = what == "done";
        } else if (what == "seen") {
            result[key].finished = false;  // it was written on
        }
    }
    return result;
}

/// Opens the store as the next start would and compares.
void expect_kept(const std::filesystem::path& database, const std::map<std::int64_t, Promise>& promised) {
    if (!std::filesystem::exists(database)) {
        EXPECT_TRUE(promised.empty());
        return;
    }
    auto store = ChatStore::open(database);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_NE(store->report().outcome, OpenOutcome::salvaged) << "the file was damaged";
    const Status whole = store->verify();
    EXPECT_TRUE(whole) << whole.error().message;
    for (const auto& [key, promise] : promised) {
        const auto message = store->message({key});
        ASSERT_TRUE(message) << "message " << key << " is gone: " << message.error().message;
        EXPECT_GE(message->text.size(), promise.bytes) << "of message " << key;
        if (promise.finished) {
            EXPECT_NE(message->status, MessageStatus::interrupted) << "message " << key;
        }
    }
    const auto conversations = store->list({});
    ASSERT_TRUE(conversations) << conversations.error().message;
    for (const ConversationSummary& conversation : *conversations) {
        const auto path = store->path(conversation.id);
        ASSERT_TRUE(path) << path.error().message;
        for (const PathMessage& shown : path->messages) {
            EXPECT_NE(shown.message.status, MessageStatus::streaming) << "nobody writes any more";
            EXPECT_FALSE(shown.message.fault.has_value());
        }
    }
}

/// One person's data folder through many crashes.
void crash_again_and_again(unsigned seed, std::atomic<int>& left, std::atomic<std::size_t>& kept) {
    const test::TemporaryFolder folder;
    std::mt19937 random(seed);
    std::uniform_int_distribution<long> moment(kEarliest.count(), kLatest.count());
    for (unsigned point = 0; left.fetch_sub(1) > 0 && !testing::Test::HasFailure(); ++point) {
        const unsigned point_seed = seed * 1000 + point;
        SCOPED_TRACE("seed " + std::to_string(point_seed));
        Victim victim(folder.path(), point_seed);
        ASSERT_TRUE(victim.started()) << demo_program();
        const auto death = victim.listen_and_kill(std::chrono::milliseconds(moment(random)));
        ASSERT_TRUE(death) << "the program ended by itself: " << victim.said();
        const auto promised = promises(victim.said(), *death);
        kept += promised.size();
        expect_kept(folder.path() / "chats.db", promised);
    }
}

TEST(Crash, LosesNothingButTheLastSecond) {
    std::atomic<int> left{points()};
    std::atomic<std::size_t> kept{0};
    std::vector<std::thread> people;
    for (unsigned seed = 1; seed <= 2; ++seed) {
        people.emplace_back([seed, &left, &kept] { crash_again_and_again(seed, left, kept); });
    }
    for (std::thread& person : people) {
        person.join();
    }
    // A program that never got as far as to say something would pass everything above.
    EXPECT_GT(kept.load(), static_cast<std::size_t>(points())) << "too little was written to lose anything";
}

}  // namespace
}  // namespace hearth::storage
