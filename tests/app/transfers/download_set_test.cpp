#include "transfers/download_set.h"

#include "app/transfers/faulty_file_operations.h"
#include "app/transfers/test_clock.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"
#include "transfers/set_journal.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;
using namespace std::chrono_literals;

namespace {

std::string content_of(int number) {
    std::string content = test_content(60'000);
    content[100] = static_cast<char>(number);
    return content;
}

/// Serves file number N under "/N.gguf".
void serve_numbered(const TestRequest& request, const TestConnection& connection) {
    serve_file(content_of(request.path[1] - '0'))(request, connection);
}

class WatchedSets {
 public:
    explicit WatchedSets(Transfers::Options options)
        : service_(std::move(options), {}, [this](const DownloadSetSnapshot& snapshot) {
              const std::scoped_lock lock(mutex_);
              seen_.push_back(snapshot);
              changed_.notify_all();
          }) {}

    Transfers* operator->() { return &service_; }

    DownloadSetSnapshot wait(DownloadSetId id, const std::function<bool(const DownloadSetSnapshot&)>& done) {
        std::unique_lock lock(mutex_);
        std::size_t looked = 0;
        std::optional<DownloadSetSnapshot> found;
        const bool came = changed_.wait_for(lock, 20s, [&] {
            for (; looked < seen_.size(); ++looked) {
                if (seen_[looked].id == id && done(seen_[looked])) {
                    found = seen_[looked];
                    return true;
                }
            }
            return false;
        });
        if (!came) {
            throw std::runtime_error("the set did not get there in time");
        }
        return *found;
    }
    DownloadSetSnapshot wait_end(DownloadSetId id) {
        return wait(id, [](const DownloadSetSnapshot& set) { return !is_running(set.state); });
    }
    std::vector<DownloadSetSnapshot> take_seen() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(seen_, {});
    }
    void wait_gone() {
        for (int i = 0; i < 1000 && !service_.sets().empty(); ++i) {
            std::this_thread::sleep_for(5ms);
        }
        EXPECT_TRUE(service_.sets().empty());
        EXPECT_TRUE(service_.snapshots().empty());
    }

 private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<DownloadSetSnapshot> seen_;
    Transfers service_;
};

class Sets : public ::testing::Test {
 protected:
    std::filesystem::path folder() const { return folder_.path() / "owner" / "model"; }
    std::filesystem::path target(int number) const { return folder() / (std::to_string(number) + ".gguf"); }

    DownloadSetRequest set_of(int count, const TestServer& server) const {
        DownloadSetRequest set{"Test model", folder(), {}};
        for (int i = 0; i < count; ++i) {
            set.files.push_back(
                request_for(content_of(i), target(i), {server.url("/" + std::to_string(i) + ".gguf")}));
        }
        return set;
    }
    int set_journals() const {
        int count = 0;
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(folder(), error)) {
            count += entry.path().filename().string().find("hearth-set") != std::string::npos ? 1 : 0;
        }
        return count;
    }
    bool has_set_journal() const { return set_journals() > 0; }

    TemporaryFolder folder_;
    WatchedSets service_{Transfers::Options{.policy = quick_policy()}};
};

TEST_F(Sets, AllFilesOfAModelCome) {
    const TestServer server(serve_numbered);
    const DownloadSetSnapshot end = service_.wait_end(service_->add(set_of(5, server)));
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.title, "Test model");
    EXPECT_EQ(end.files_finished, 5U);
    EXPECT_EQ(end.bytes_done, 300'000U);
    EXPECT_EQ(end.bytes_total, 300'000U);
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(read_file(target(i)) == content_of(i));
    }
    EXPECT_FALSE(has_set_journal());
}

TEST_F(Sets, OnlyAFewFilesRunAtOnceTheRestIsShownAsQueued) {
    std::atomic<int> active{0};
    std::atomic<int> most{0};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        const int now = ++active;
        most = std::max(most.load(), now);
        connection.sleep(20ms);
        --active;
        serve_numbered(request, connection);
    });
    EXPECT_EQ(service_.wait_end(service_->add(set_of(7, server))).state, DownloadState::finished);
    EXPECT_LE(most, 3);
    EXPECT_GE(most, 2);
    bool queued = false;
    for (const DownloadSetSnapshot& set : service_.take_seen()) {
        const auto state_is = [](DownloadState state) {
            return [state](const DownloadSnapshot& file) { return file.state == state; };
        };
        queued = queued || (std::ranges::any_of(set.files, state_is(DownloadState::queued)) &&
                            std::ranges::any_of(set.files, state_is(DownloadState::connecting)));
    }
    EXPECT_TRUE(queued);
}

TEST_F(Sets, OneBadFileLeavesTheOthersAlone) {
    std::string damaged = content_of(1);
    damaged.back() = static_cast<char>(damaged.back() ^ 1);
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        serve_file(request.path[1] == '1' ? damaged : content_of(request.path[1] - '0'))(request, connection);
    });
    const DownloadSetId id = service_->add(set_of(3, server));
    const DownloadSetSnapshot end = service_.wait_end(id);
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::wrong_content);
    EXPECT_EQ(end.files_finished, 2U);
    EXPECT_TRUE(read_file(target(0)) == content_of(0));
    EXPECT_FALSE(is_there(target(1)));
    EXPECT_TRUE(read_file(target(2)) == content_of(2));
    EXPECT_TRUE(has_set_journal());
    // Only the bad one is fetched again.
    const int before = server.connections();
    damaged = content_of(1);
    service_.take_seen();
    service_->resume(id);
    service_.wait(id, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::finished; });
    EXPECT_EQ(server.connections(), before + 1);
    EXPECT_FALSE(has_set_journal());
}

TEST_F(Sets, TheNextSourceIsTriedForTheBadFileAlone) {
    std::string damaged = content_of(1);
    damaged.back() = static_cast<char>(damaged.back() ^ 1);
    const TestServer bad(serve_file(damaged));
    const TestServer server(serve_numbered);
    DownloadSetRequest set = set_of(3, server);
    set.files[1].sources.insert(set.files[1].sources.begin(), {bad.url()});
    const DownloadSetSnapshot end = service_.wait_end(service_->add(set));
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_EQ(end.files[1].restart, Restart::damaged);
    EXPECT_FALSE(end.files[0].restart);
}

TEST_F(Sets, AnotherRunKnowsAllFilesAlsoThoseInTheQueue) {
    std::atomic<bool> slow{true};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (!slow) {
            serve_numbered(request, connection);
            return;
        }
        connection.head(200, {{"Content-Length", "60000"}});
        connection.send(std::string_view(content_of(request.path[1] - '0')).substr(0, 10'000));
        connection.hold();
    });
    const DownloadSetRequest set = set_of(5, server);
    {
        WatchedSets first(Transfers::Options{.policy = quick_policy()});
        const DownloadSetId id = first->add(set);
        first.wait(id, [](const DownloadSetSnapshot& seen) { return seen.bytes_done == 30'000; });
    }
    slow = false;
    service_->restore(folder_.path());
    const DownloadSetSnapshot restored =
        service_.wait(DownloadSetId{1}, [](const DownloadSetSnapshot&) { return true; });
    EXPECT_EQ(restored.state, DownloadState::paused);
    EXPECT_EQ(restored.title, "Test model");
    ASSERT_EQ(restored.files.size(), 5U);
    EXPECT_EQ(restored.bytes_done, 30'000U);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(restored.files[i].request, set.files[i]);
    }
    EXPECT_EQ(service_->sets().size(), 1U);
    service_->resume(restored.id);
    service_.wait(restored.id,
                  [](const DownloadSetSnapshot& seen) { return seen.state == DownloadState::finished; });
    EXPECT_FALSE(has_set_journal());
}

TEST_F(Sets, GivingUpRemovesWhatCameButNothingOlder) {
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (request.path == "/2.gguf") {
            connection.head(200, {{"Content-Length", "60000"}});
            connection.send(std::string_view(content_of(2)).substr(0, 10'000));
            connection.hold();
        } else {
            serve_numbered(request, connection);
        }
    });
    std::filesystem::create_directories(folder());
    folder_.write("owner/model/0.gguf", content_of(0));
    const DownloadSetId id = service_->add(set_of(3, server));
    service_.wait(id, [](const DownloadSetSnapshot& set) {
        return set.bytes_done == 130'000 && set.files_finished == 2;
    });
    EXPECT_TRUE(is_there(target(1)));
    service_->cancel(id);
    service_.wait_gone();
    EXPECT_TRUE(is_there(target(0)));
    EXPECT_FALSE(is_there(target(1)));
    EXPECT_FALSE(is_there(part_path(target(2))));
    EXPECT_FALSE(has_set_journal());
}

TEST_F(Sets, GivingUpInALaterRunRemovesWhatTheEarlierBrought) {
    std::atomic<bool> hold{true};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (request.path == "/1.gguf" && hold) {
            connection.hold();
        } else {
            serve_numbered(request, connection);
        }
    });
    {
        WatchedSets first(Transfers::Options{.policy = quick_policy()});
        first.wait(first->add(set_of(2, server)),
                   [](const DownloadSetSnapshot& set) { return set.files_finished == 1; });
    }
    const DownloadSetId id = service_->add(set_of(2, server));
    service_.wait(id, [](const DownloadSetSnapshot& set) { return set.files_finished == 1; });
    service_->cancel(id);
    service_.wait_gone();
    EXPECT_FALSE(is_there(target(0)));
    EXPECT_FALSE(has_set_journal());
}

/// Serves like serve_numbered, but for one file whose answer waits.
struct OneHeld {
    std::atomic<bool> held{false};
    TestServer server{[this](const TestRequest& request, const TestConnection& connection) {
        if (held && request.path == "/1.gguf") {
            connection.hold();
        } else {
            serve_numbered(request, connection);
        }
    }};
};

bool two_finished(const DownloadSetSnapshot& set) {
    return set.files_finished == 2;
}

TEST_F(Sets, GivingUpARepairKeepsWhatWasGood) {
    OneHeld held;
    DownloadSetRequest set = set_of(3, held.server);
    const DownloadSetId id = service_->add(set);
    service_.wait(id, [](const DownloadSetSnapshot& seen) { return seen.state == DownloadState::finished; });
    folder_.write("owner/model/1.gguf", content_of(9));
    held.held = true;
    for (DownloadRequest& file : set.files) {
        file.replaces = true;
    }
    service_.take_seen();
    EXPECT_EQ(service_->add(set), id);
    service_.wait(id, two_finished);
    service_->cancel(id);
    service_.wait_gone();
    EXPECT_TRUE(read_file(target(0)) == content_of(0));
    EXPECT_TRUE(read_file(target(1)) == content_of(9)) << "it would only have given way to the right one";
    EXPECT_TRUE(read_file(target(2)) == content_of(2));
    EXPECT_FALSE(has_set_journal());
}

TEST_F(Sets, GivingUpARepairKeepsWhatAnEarlierDownloadHadBrought) {
    OneHeld held;
    held.held = true;
    DownloadSetRequest set = set_of(3, held.server);
    const DownloadSetId id = service_->add(set);
    service_.wait(id, two_finished);
    service_.take_seen();
    service_->pause(id);
    service_.wait_end(id);
    for (DownloadRequest& file : set.files) {
        file.replaces = true;
    }
    service_.take_seen();
    EXPECT_EQ(service_->add(set), id);
    service_.wait(id, [](const DownloadSetSnapshot& seen) {
        return two_finished(seen) && is_running(seen.state) && seen.files[0].request.replaces;
    });
    service_->cancel(id);
    service_.wait_gone();
    EXPECT_TRUE(is_there(target(0)));
    EXPECT_FALSE(is_there(target(1)));
    EXPECT_TRUE(is_there(target(2)));
}

TEST_F(Sets, GivingUpWhatIsFetchedOnceMoreKeepsWhatWasLeftOfIt) {
    OneHeld held;
    const DownloadSetRequest set = set_of(3, held.server);
    const DownloadSetId id = service_->add(set);
    service_.wait(id, [](const DownloadSetSnapshot& seen) { return seen.state == DownloadState::finished; });
    std::filesystem::remove(target(1));
    held.held = true;
    service_.take_seen();
    EXPECT_EQ(service_->add(set), id);
    service_.wait(id, two_finished);
    EXPECT_EQ(find_unfinished_sets(*system_file_operations(), folder_.path()).at(0).here_before,
              (std::vector{target(0), target(2)}))
        << "another run knows it too";
    service_->cancel(id);
    service_.wait_gone();
    EXPECT_TRUE(is_there(target(0)));
    EXPECT_FALSE(is_there(target(1)));
    EXPECT_TRUE(is_there(target(2)));
    EXPECT_FALSE(has_set_journal());
}

TEST_F(Sets, GivingUpASetKeepsWhatAWholeOneHasWithIt) {
    OneHeld held;
    held.held = true;
    const DownloadSetId unfinished = service_->add(set_of(3, held.server));
    DownloadSetRequest other = set_of(3, held.server);
    other.files.erase(other.files.begin() + 1, other.files.end());
    const DownloadSetId whole = service_->add(other);
    service_.wait(whole, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::finished; });
    service_.wait(unfinished, two_finished);
    EXPECT_EQ(find_unfinished_sets(*system_file_operations(), folder_.path()).at(0).here_before,
              std::vector{target(0)})
        << "another run knows it too";
    service_->forget(whole);
    service_->cancel(unfinished);
    service_.wait_gone();
    EXPECT_TRUE(is_there(target(0)));
    EXPECT_FALSE(is_there(target(2)));
    EXPECT_FALSE(has_set_journal());
}

TEST(DownloadSet, ModelsAreLoadedByFileOrFolder) {
    EXPECT_EQ(path_to_load("/m/a-00001-of-00003.gguf", 3), "/m/a-00001-of-00003.gguf");
    EXPECT_EQ(path_to_load("/m/A-00001-OF-00003.GGUF", 3), "/m/A-00001-OF-00003.GGUF");
    EXPECT_EQ(path_to_load("/m/config.json", 4), "/m");
    EXPECT_EQ(path_to_load("/m/model.safetensors", 4), "/m");
    EXPECT_EQ(path_to_load("/m/config.json", 1), "/m/config.json") << "a file that was wanted alone";
}

TEST_F(Sets, ASetWithoutFilesFails) {
    const DownloadSetSnapshot end = service_.wait_end(service_->add(DownloadSetRequest{"x", folder(), {}}));
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::bad_request);
    EXPECT_FALSE(is_there(folder()));
}

TEST_F(Sets, ALostNetworkHoldsUpNobodyAndComesBackGently) {
    TestClock clock;
    TransferPolicy policy;
    policy.snapshot_interval = 0ms;
    policy.longest_wait = 5ms;
    std::atomic<bool> lost{true};
    std::atomic<int> active{0};
    std::atomic<int> most{0};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (lost) {
            return;  // closes without an answer
        }
        most = std::max(most.load(), ++active);
        connection.sleep(20ms);
        --active;
        serve_numbered(request, connection);
    });
    WatchedSets service(Transfers::Options{.policy = policy, .clock = clock.clock()});
    const DownloadSetId id = service->add(set_of(8, server));
    service.wait(id, [](const DownloadSetSnapshot& set) {
        return std::ranges::all_of(
            set.files, [](const DownloadSnapshot& file) { return file.state == DownloadState::retrying; });
    });
    lost = false;
    clock.advance(1s);
    service.wait(id, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::finished; });
    EXPECT_LE(most, 3);
}

TEST_F(Sets, WhatIsHereAlreadyNeedsNoRoom) {
    const TestServer server(serve_numbered);
    std::filesystem::create_directories(folder());
    folder_.write("owner/model/0.gguf", content_of(0));
    folder_.write("owner/model/1.gguf", content_of(1));
    TransferPolicy policy = quick_policy();
    policy.spare_bytes = 0;
    const auto files = std::make_shared<FaultyFileOperations>();
    files->free = 60'000;
    WatchedSets service(Transfers::Options{.policy = policy, .files = files});
    const DownloadSetSnapshot end = service.wait_end(service->add(set_of(3, server)));
    EXPECT_EQ(end.state, DownloadState::finished);
    EXPECT_TRUE(read_file(target(2)) == content_of(2));
}

TEST_F(Sets, AnotherFileOfTheSameSizeIsNotTakenForProgress) {
    const TestServer server(serve_numbered);
    std::filesystem::create_directories(folder());
    folder_.write("owner/model/0.gguf", content_of(9));
    const DownloadSetSnapshot end = service_.wait_end(service_->add(set_of(1, server)));
    EXPECT_EQ(end.failure->kind, FailureKind::target_exists);
    EXPECT_EQ(end.bytes_done, 0U);
}

/// Drives that have so much room, however much is written.
Transfers::Options with_room(std::uint64_t bytes, std::uint32_t files_at_once) {
    Transfers::Options options{.policy = quick_policy()};
    options.policy.spare_bytes = 0;
    options.policy.downloads_at_once = files_at_once;
    options.policy.stall_time = 20s;
    const auto files = std::make_shared<FaultyFileOperations>();
    files->free = bytes;
    options.files = files;
    return options;
}

/// Answers nobody until it is let go.
struct HeldServer {
    std::atomic<bool> held{true};
    TestServer server{[this](const TestRequest& request, const TestConnection& connection) {
        while (held && connection.is_open()) {
            connection.sleep(2ms);
        }
        serve_numbered(request, connection);
    }};
};

TEST_F(Sets, RoomThatIsAboutToBeTakenIsNotGivenToAnother) {
    HeldServer held;
    WatchedSets service(with_room(100'000, 3));
    DownloadSetRequest other = set_of(2, held.server);
    other.files.erase(other.files.begin());
    const DownloadSetId first = service->add(set_of(1, held.server));
    service.wait(first,
                 [](const DownloadSetSnapshot& set) { return set.state == DownloadState::connecting; });
    const DownloadSetId second = service->add(other);
    const DownloadSetSnapshot refused = service.wait_end(second);
    EXPECT_EQ(refused.state, DownloadState::paused);
    ASSERT_TRUE(refused.failure);
    EXPECT_EQ(refused.failure->kind, FailureKind::no_space);
    EXPECT_EQ(refused.failure->bytes_needed, 120'000U);
    held.held = false;
    service.wait(first, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::finished; });
    service->resume(second);
    service.wait(second, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::finished; });
}

TEST_F(Sets, WhatWaitsForItsTurnTakesNoRoomFromWhatHasBegun) {
    HeldServer held;
    WatchedSets service(with_room(170'000, 1));
    DownloadSetRequest other = set_of(4, held.server);
    other.files.erase(other.files.begin(), other.files.begin() + 2);
    const DownloadSetId first = service->add(set_of(2, held.server));
    service.wait(first,
                 [](const DownloadSetSnapshot& set) { return set.state == DownloadState::connecting; });
    const DownloadSetId second = service->add(other);
    service.wait(second, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::queued; });
    held.held = false;
    EXPECT_EQ(service.wait_end(first).state, DownloadState::finished);
    EXPECT_EQ(service.wait_end(second).state, DownloadState::finished);
}

TEST_F(Sets, AFinishedSetThatIsCancelledKeepsItsFiles) {
    const TestServer server(serve_numbered);
    const DownloadSetId id = service_->add(set_of(2, server));
    service_.wait(id, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::finished; });
    service_->cancel(id);
    service_.wait_gone();
    EXPECT_TRUE(is_there(target(0)));
    EXPECT_TRUE(is_there(target(1)));
}

TEST_F(Sets, PauseAndResumeAreOfTheWhole) {
    std::atomic<bool> slow{true};
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        if (slow) {
            connection.hold();
        } else {
            serve_numbered(request, connection);
        }
    });
    const DownloadSetId id = service_->add(set_of(5, server));
    service_.wait(id, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::connecting; });
    service_->pause(id);
    const DownloadSetSnapshot paused = service_.wait_end(id);
    EXPECT_EQ(paused.state, DownloadState::paused);
    EXPECT_FALSE(paused.failure);
    slow = false;
    service_.take_seen();
    service_->resume(id);
    service_.wait(id, [](const DownloadSetSnapshot& set) { return set.state == DownloadState::finished; });
}

TEST_F(Sets, WhatIsAddedAgainAtOnceIsStillOne) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) { connection.hold(); });
    std::mutex gate;
    std::unique_lock held(gate);
    Transfers service(Transfers::Options{.policy = quick_policy()},
                      [&](const DownloadSnapshot&) { const std::scoped_lock wait(gate); });
    const DownloadSetId id = service.add(set_of(1, server));
    // The service is held up, and has yet to hear of both.
    service.cancel(id);
    const DownloadSetId again = service.add(set_of(1, server));
    held.unlock();
    for (int i = 0; i < 400 && server.connections() == 0; ++i) {
        std::this_thread::sleep_for(5ms);
    }
    EXPECT_EQ(service.add(set_of(1, server)), again);
    DownloadSetRequest other = set_of(2, server);
    service.add(other, FirstState::paused);
    for (int i = 0; i < 400 && service.sets().size() < 2; ++i) {
        std::this_thread::sleep_for(5ms);
    }
    EXPECT_EQ(service.sets().size(), 2U);
    EXPECT_EQ(service.snapshots().size(), 2U);
    for (const DownloadSnapshot& file : service.snapshots()) {
        EXPECT_NE(file.state, DownloadState::failed);
    }
}

TEST_F(Sets, AFileThatIsAnotherNowIsKeptForTheNextRun) {
    const TestServer server(serve_numbered);
    DownloadSetRequest set = set_of(2, server);
    const DownloadSetId id = service_->add(set, FirstState::paused);
    const auto asks_for = [](const DownloadSetRequest& wanted) {
        return [&wanted](const DownloadSetSnapshot& seen) {
            return seen.files.size() == 2 && seen.files[1].request == wanted.files[1];
        };
    };
    service_.wait(id, asks_for(set));
    set.files[1].sha256 = sha256_of("another");
    EXPECT_EQ(service_->add(set, FirstState::paused), id);
    service_.wait(id, asks_for(set));
    EXPECT_EQ(set_journals(), 1);
    {
        WatchedSets second(Transfers::Options{.policy = quick_policy()});
        second->restore(folder_.path());
        second.wait(DownloadSetId{1}, asks_for(set));
        EXPECT_EQ(second->sets().size(), 1U);
    }
    // The same for another address, which changes nothing of the name of what is kept.
    set.files[1].sources.push_back({server.url("/mirror")});
    service_->add(set, FirstState::paused);
    service_.wait(id, asks_for(set));
    EXPECT_EQ(set_journals(), 1);
    EXPECT_EQ(find_unfinished_sets(*system_file_operations(), folder_.path()).at(0).request, set);
    service_->cancel(id);
    service_.wait_gone();
    EXPECT_EQ(set_journals(), 0);
}

TEST_F(Sets, TheSameSetTwiceIsOneAndAFileMayBeInTwo) {
    const TestServer server(serve_numbered);
    const DownloadSetId first = service_->add(set_of(2, server));
    EXPECT_EQ(service_->add(set_of(2, server)), first);
    DownloadSetRequest other = set_of(1, server);
    const DownloadSetId second = service_->add(other);
    EXPECT_NE(second, first);
    service_.wait_end(first);
    service_.wait_end(second);
    EXPECT_EQ(server.connections(), 2);
    EXPECT_EQ(service_->snapshots().size(), 2U);
}

TEST(SetJournal, MovesWithItsFolder) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "a" / "sub");
    const auto files = system_file_operations();
    SetJournal journal;
    journal.request.title = "模型";
    journal.request.folder = folder.path() / "a";
    journal.request.files = {request_for("x", folder.path() / "a" / "1.gguf", {"https://host/1"}),
                             request_for("y", folder.path() / "a" / "sub" / "2.gguf", {"https://host/2"})};
    journal.here_before = {folder.path() / "a" / "1.gguf"};
    ASSERT_EQ(write_set_journal(*files, journal), 0);
    EXPECT_EQ(read_set_journal(*files, set_journal_path(journal.request)), journal);
    std::filesystem::rename(folder.path() / "a", folder.path() / "b");
    const auto found = find_unfinished_sets(*files, folder.path());
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].request.files[1].target, folder.path() / "b" / "sub" / "2.gguf");
    EXPECT_EQ(found[0].request.title, "模型");
}

TEST(SetJournal, ATargetOutsideItsFolderIsNoSet) {
    const TemporaryFolder folder;
    const std::filesystem::path models = folder.path() / "models";
    std::filesystem::create_directories(folder.path() / "elsewhere");
    std::filesystem::create_directories(models / "sub");
    std::filesystem::create_directory_symlink(folder.path() / "elsewhere", models / "link");
    const auto files = system_file_operations();
    SetJournal journal;
    journal.request.title = "x";
    journal.request.folder = models;
    journal.request.files = {request_for("x", models / "TARGET", {"https://host/1"})};
    ASSERT_EQ(write_set_journal(*files, journal), 0);
    const std::filesystem::path path = set_journal_path(journal.request);
    const std::string text = read_file(path);
    const auto found_with = [&](std::string target) {
        std::string changed = text;
        changed.replace(changed.find("TARGET"), 6, target);
        folder.write((path.parent_path().filename() / path.filename()).string(), changed);
        return find_unfinished_sets(*files, models).size();
    };
    for (const char* target : {"1.gguf", "sub/1.gguf", "sub/../1.gguf", "new/1.gguf", "..1.gguf"}) {
        EXPECT_EQ(found_with(target), 1U) << target;
    }
    const std::string absolute = (folder.path() / "elsewhere" / "1.gguf").string();
    for (const std::string& target :
         {absolute, std::string("../1.gguf"), std::string("../elsewhere/1.gguf"),
          std::string("sub/../../1.gguf"), std::string(".."), std::string("."), std::string(""),
          std::string("sub/"), std::string("link/1.gguf"), std::string("link/new/1.gguf"),
          std::string("a\\u0000b"), std::string("a\\nb"), std::string("a\\u007fb")}) {
        EXPECT_EQ(found_with(target), 0U) << target;
    }
}

TEST(SetJournal, DamageIsNoSet) {
    const TemporaryFolder folder;
    folder.write(".0.hearth-set.json", "{\"version\": 1, \"title\": 3}");
    folder.write(".1.hearth-set.json", "[[[[");
    folder.write(".2.hearth-set.json", R"({"version": 1, "title": "x", "files": []})");
    EXPECT_TRUE(find_unfinished_sets(*system_file_operations(), folder.path()).empty());
}

TEST(SumUp, SaysWhatMostConcernsAPerson) {
    const auto file = [](DownloadState state, std::uint64_t done) {
        DownloadSnapshot snapshot;
        snapshot.state = state;
        snapshot.request.bytes = 100;
        snapshot.bytes_done = done;
        if (state == DownloadState::receiving) {
            snapshot.bytes_per_second = 10;
        }
        if (state == DownloadState::failed) {
            snapshot.failure = Failure{.kind = FailureKind::web_page};
        }
        return snapshot;
    };
    const DownloadSetRequest request{"t", "/x", {}};
    using enum DownloadState;
    const auto running = sum_up(DownloadSetId{1}, request,
                                {file(failed, 0), file(receiving, 50), file(receiving, 90), file(queued, 0)});
    EXPECT_EQ(running.state, receiving);
    EXPECT_EQ(running.bytes_done, 140U);
    EXPECT_EQ(running.bytes_total, 400U);
    EXPECT_EQ(running.bytes_per_second, 20);
    EXPECT_EQ(running.time_left, 13s);
    EXPECT_FALSE(running.failure);
    const auto stopped =
        sum_up(DownloadSetId{1}, request, {file(finished, 100), file(paused, 1), file(failed, 0)});
    EXPECT_EQ(stopped.state, failed);
    EXPECT_EQ(stopped.failure->kind, FailureKind::web_page);
    EXPECT_EQ(stopped.files_finished, 1U);
    EXPECT_EQ(sum_up(DownloadSetId{1}, request, {file(finished, 100)}).state, finished);
}

}  // namespace
