#include "storage/storage_thread.h"

#include "expect_result.h"
#include "fault_vfs.h"
#include "test_folder.h"

#include <atomic>
#include <fstream>
#include <future>
#include <thread>

#include <gtest/gtest.h>

namespace hearth::storage {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kPatience{20000};

class StorageThreadTest : public testing::Test {
 protected:
    StorageThreadTest() {
        options_.timing = {milliseconds(30), milliseconds(20), milliseconds(60)};
        callbacks_.write_failed = [this](const Error& error) {
            ++failures_;
            last_problem_ = problem_of(error);
        };
        callbacks_.write_recovered = [this] { ++recoveries_; };
        callbacks_.open_failed = [this](const Error& error) { open_failed_.set_value(error); };
    }

    void start() { thread_ = StorageThread::open(folder_.file(), callbacks_, options_); }

    /// Runs `work` on the thread and returns what it returns.
    template <class Work>
    auto on_thread(Work work) {
        using Value = decltype(work(std::declval<ChatStore&>()));
        auto promise = std::make_shared<std::promise<Value>>();
        auto future = promise->get_future();
        thread_->post([promise, work](ChatStore& store) { promise->set_value(work(store)); });
        if (future.wait_for(kPatience) != std::future_status::ready) {
            throw std::runtime_error("the storage thread does not answer");
        }
        return future.get();
    }

    BegunTurn begin_turn() {
        return on_thread([](ChatStore& store) {
            const auto id = must(store.create_conversation({})).id;
            return must(store.begin_turn({id, {}, "q", {}, "m", {}}));
        });
    }

    std::string text_on_disk(MessageId id) {
        return on_thread([id](ChatStore& store) { return must(store.message(id)).text; });
    }

    template <class Condition>
    bool eventually(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + kPatience;
        while (!condition()) {
            if (std::chrono::steady_clock::now() > deadline) {
                return false;
            }
            std::this_thread::sleep_for(milliseconds(5));
        }
        return true;
    }

    TestFolder folder_;
    StorageThreadOptions options_;
    StorageCallbacks callbacks_;
    std::atomic<int> failures_{0};
    std::atomic<int> recoveries_{0};
    std::atomic<std::optional<StorageProblem>> last_problem_{};
    std::promise<Error> open_failed_;
    FaultVfs vfs_{"storage-thread"};
    std::unique_ptr<StorageThread> thread_;  // goes first
};

TEST_F(StorageThreadTest, JobsRunInOrder) {
    start();
    std::vector<int> order;
    for (int i = 0; i < 100; ++i) {
        thread_->post([&order, i](ChatStore&) { order.push_back(i); });
    }
    ASSERT_TRUE(thread_->flush(kPatience));
    ASSERT_EQ(order.size(), 100u);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(StorageThreadTest, DestructionRunsWhatIsLeftAndSavesEveryText) {
    start();
    const BegunTurn begun = begin_turn();
    thread_->streams().begin(begun.answer);
    std::atomic<int> ran{0};
    for (int i = 0; i < 50; ++i) {
        thread_->post([&ran](ChatStore&) { ++ran; });
    }
    thread_->streams().append(begun.answer, "the last word");
    thread_.reset();
    EXPECT_EQ(ran, 50);
    ChatStore store = must(ChatStore::open(folder_.file()));
    EXPECT_EQ(must(store.message(begun.answer)).text, "the last word");
}

TEST_F(StorageThreadTest, StreamsAreCommittedInTheirTimeAndFinished) {
    start();
    const BegunTurn begun = begin_turn();
    thread_->streams().begin(begun.answer);
    thread_->streams().append(begun.answer, "Once ");
    thread_->streams().append(begun.answer, "upon");
    EXPECT_TRUE(eventually([&] { return text_on_disk(begun.answer) == "Once upon"; }));
    std::promise<bool> finished;
    thread_->streams().append(begun.answer, " a time");
    thread_->streams().finish({begun.answer, {}, MessageStatus::complete, {}, {}, {}},
                              [&](const Status& status) { finished.set_value(status.has_value()); });
    auto told = finished.get_future();
    ASSERT_EQ(told.wait_for(kPatience), std::future_status::ready);
    EXPECT_TRUE(told.get());
    EXPECT_EQ(text_on_disk(begun.answer), "Once upon a time");
    thread_->streams().append(begun.answer, "late");
    ASSERT_TRUE(thread_->flush(kPatience));
    EXPECT_EQ(text_on_disk(begun.answer), "Once upon a time");
}

TEST_F(StorageThreadTest, WhatIsDeletedForGoodLeavesTheFileSoon) {
    start();
    const BegunTurn begun = begin_turn();
    ASSERT_TRUE(thread_->flush(kPatience));  // the thread has tidied and would not for minutes
    on_thread([begun](ChatStore& store) {
        const ConversationId id = must(store.message(begun.answer)).conversation;
        must(store.delete_conversation(id));
        must(store.purge_conversation(id));
        return true;
    });
    EXPECT_TRUE(eventually([&] {
        return on_thread([begun](ChatStore& store) {
            return problem(store.message(begun.user)) == StorageProblem::not_found;
        });
    }));
}

TEST_F(StorageThreadTest, ManyAppendsAreFewCommits) {
    options_.timing.interval = milliseconds(100);
    options_.open.vfs = vfs_.name();
    start();
    const BegunTurn begun = begin_turn();
    ASSERT_TRUE(thread_->flush(kPatience));
    thread_->streams().begin(begun.answer);
    const auto writes_before = vfs_.calls();
    const auto until = std::chrono::steady_clock::now() + milliseconds(350);
    int appended = 0;
    while (std::chrono::steady_clock::now() < until) {
        thread_->streams().append(begun.answer, "x");
        ++appended;
        std::this_thread::sleep_for(milliseconds(1));
    }
    EXPECT_GT(appended, 50);
    EXPECT_LT(vfs_.calls() - writes_before, 60u) << "about four commits of a few pages";
    ASSERT_TRUE(thread_->flush(kPatience));
    EXPECT_EQ(text_on_disk(begun.answer).size(), static_cast<std::size_t>(appended));
}

TEST_F(StorageThreadTest, AFullDiskIsToldOnceAndTheTextSurvivesIt) {
    options_.open.vfs = vfs_.name();
    start();
    const BegunTurn begun = begin_turn();
    ASSERT_TRUE(thread_->flush(kPatience));
    thread_->streams().begin(begun.answer);
    vfs_.fail_from_now_on(FaultVfs::Kind::no_space);
    thread_->streams().append(begun.answer, "kept in memory");
    ASSERT_TRUE(eventually([&] { return failures_ == 1; }));
    EXPECT_EQ(last_problem_.load(), StorageProblem::disk_full);
    std::atomic<int> told_bad{0};
    std::atomic<int> told_good{0};
    thread_->streams().finish({begun.answer, {}, MessageStatus::complete, {}, {}, {}},
                              [&](const Status& status) { ++(status ? told_good : told_bad); });
    ASSERT_TRUE(eventually([&] { return told_bad == 1; }));
    EXPECT_FALSE(thread_->flush(milliseconds(150)));
    vfs_.heal();
    ASSERT_TRUE(eventually([&] { return told_good == 1 && recoveries_ == 1; }));
    EXPECT_EQ(failures_, 1);
    EXPECT_EQ(told_bad, 1);
    EXPECT_EQ(text_on_disk(begun.answer), "kept in memory");
}

TEST_F(StorageThreadTest, ATextOverTheLimitDoesNotHoldUpTheOthers) {
    start();
    const BegunTurn large = begin_turn();
    const BegunTurn small = begin_turn();
    thread_->streams().begin(large.answer);
    thread_->streams().begin(small.answer);
    thread_->streams().append(large.answer, std::string(33 * 1024 * 1024, 'x'));
    thread_->streams().append(small.answer, "small");
    EXPECT_TRUE(eventually([&] { return text_on_disk(small.answer) == "small"; }));
    EXPECT_EQ(last_problem_.load(), StorageProblem::too_large);
}

TEST_F(StorageThreadTest, AFileThatCannotBeOpenedWaitsForAChoice) {
    { std::ofstream(folder_.file("blocked")) << "a file where a folder should be"; }
    std::promise<OpenOutcome> opened;
    callbacks_.opened = [&](const OpenReport& report) { opened.set_value(report.outcome); };
    thread_ = StorageThread::open(folder_.path() / "blocked" / "chats.db", callbacks_, options_);
    auto failed = open_failed_.get_future();
    ASSERT_EQ(failed.wait_for(kPatience), std::future_status::ready);
    EXPECT_NE(failed.get().message.find("blocked"), std::string::npos);
    std::atomic<bool> ran{false};
    thread_->post([&](ChatStore&) { ran = true; });
    EXPECT_FALSE(thread_->flush(milliseconds(50)));
    EXPECT_FALSE(ran);
    thread_->use_memory();
    auto outcome = opened.get_future();
    ASSERT_EQ(outcome.wait_for(kPatience), std::future_status::ready);
    EXPECT_EQ(outcome.get(), OpenOutcome::in_memory);
    ASSERT_TRUE(thread_->flush(kPatience));
    EXPECT_TRUE(ran);
}

TEST_F(StorageThreadTest, AJobThatThrowsIsReportedAndTheNextOneRuns) {
    std::atomic<int> told{0};
    callbacks_.job_failed = [&](const Error& error) {
        told += error.message.find("oops") != std::string::npos ? 1 : 0;
    };
    start();
    thread_->post([](ChatStore&) { throw std::runtime_error("oops"); });
    EXPECT_TRUE(on_thread([](ChatStore& store) { return store.writable(); }));
    EXPECT_EQ(told, 1);
}

TEST_F(StorageThreadTest, ManyThreadsStreamAtOnce) {
    start();
    std::vector<MessageId> answers;
    for (int i = 0; i < 8; ++i) {
        answers.push_back(begin_turn().answer);
        thread_->streams().begin(answers.back());
    }
    std::vector<std::thread> writers;
    for (const MessageId answer : answers) {
        writers.emplace_back([this, answer] {
            for (int i = 0; i < 200; ++i) {
                thread_->streams().append(answer, "0123456789");
                if (i % 50 == 0) {
                    std::this_thread::sleep_for(milliseconds(10));
                }
            }
            thread_->streams().finish({answer, {}, MessageStatus::complete, {}, {}, {}});
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    ASSERT_TRUE(thread_->flush(kPatience));
    for (const MessageId answer : answers) {
        EXPECT_EQ(text_on_disk(answer).size(), 2000u);
    }
    EXPECT_EQ(failures_, 0);
}

}  // namespace
}  // namespace hearth::storage
