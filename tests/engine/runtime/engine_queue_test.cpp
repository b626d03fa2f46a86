#include "engine_harness.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

const FakeModel kModel;

template <class T>
std::vector<T> all_of(const Outcome& outcome) {
    std::vector<T> found;
    for (const Event& event : outcome.events) {
        if (const auto* what = std::get_if<T>(&event.what)) {
            found.push_back(*what);
        }
    }
    return found;
}

/// Holds the engine before its n-th step until told to go on.
class Gate {
 public:
    explicit Gate(std::uint32_t step) : step_(step) {}

    FaultAt fault() {
        return [this](std::uint32_t step) {
            if (step == step_) {
                std::unique_lock lock(mutex_);
                reached_ = true;
                changed_.notify_all();
                changed_.wait(lock, [this] { return open_; });
            }
            return Fault{};
        };
    }
    void wait_until_reached() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return reached_; });
    }
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }

 private:
    std::uint32_t step_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool reached_ = false;
    bool open_ = false;
};

/// Which of the requests got their first token before which others.
std::vector<SequenceId> in_order_of_start(const std::vector<Event>& events) {
    std::vector<SequenceId> order;
    for (const Event& event : events) {
        if (std::holds_alternative<Prefilled>(event.what)) {
            order.push_back(event.request);
        }
    }
    return order;
}

std::vector<Event> events_until_done(Engine& engine, std::size_t requests) {
    std::vector<Event> events;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (requests > 0 && std::chrono::steady_clock::now() < deadline) {
        for (Event& event : engine.wait_events(std::chrono::milliseconds(100))) {
            requests -= is_final(event) ? 1 : 0;
            events.push_back(std::move(event));
        }
    }
    EXPECT_EQ(requests, 0U);
    return events;
}

TEST(EngineQueue, TellsEachItsPlaceAndEachPlaceOnce) {
    Gate gate(0);
    const auto engine =
        make_engine({.budget = {.tokens = 16, .outputs = 8, .sequences = 1}, .run_fault = gate.fault()});
    std::vector<SequenceId> ids = {engine->submit(make_request(make_prompt(0, 4), 5))};
    gate.wait_until_reached();
    for (std::uint32_t i = 1; i < 4; ++i) {
        ids.push_back(engine->submit(make_request(make_prompt(i, 4), 5)));
    }
    gate.open();
    auto outcomes = collect(*engine, ids);
    EXPECT_TRUE(all_of<Waiting>(outcomes[ids[0]]).empty());
    for (std::size_t i = 1; i < ids.size(); ++i) {
        const std::vector<Waiting> places = all_of<Waiting>(outcomes[ids[i]]);
        ASSERT_EQ(places.size(), i);  // i, …, 2, 1
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_EQ(places[j].position, i - j);
        }
        EXPECT_EQ(outcomes[ids[i]].tokens(),
                  kModel.continuation(make_prompt(static_cast<std::uint32_t>(i), 4), 5));
    }
}

TEST(EngineQueue, ReportsHowFarAPromptIs) {
    const auto engine = make_engine({});
    const SequenceId id = engine->submit(make_request(make_prompt(1, 40), 3));
    auto outcomes = collect(*engine, {id});
    const std::vector<Prefilling> steps = all_of<Prefilling>(outcomes[id]);
    ASSERT_EQ(steps.size(), 2U);  // 16 and 32 of 40; what finishes the prompt is Prefilled
    EXPECT_EQ(steps[0].done, 16U);
    EXPECT_EQ(steps[1].done, 32U);
    EXPECT_EQ(steps[0].total, 40U);
    EXPECT_EQ(steps[1].total, 40U);

    const SequenceId score = engine->submit(ScoreRequest{.tokens = make_prompt(2, 20)});
    outcomes = collect(*engine, {score});
    const std::vector<Prefilling> scored = all_of<Prefilling>(outcomes[score]);
    ASSERT_FALSE(scored.empty());
    EXPECT_LT(scored.back().done, 20U);
    EXPECT_EQ(scored.back().total, 20U);
}

TEST(EngineQueue, OneThatLostItsMemoryWaitsAgain) {
    const auto engine = make_engine({.context_tokens = 64, .block_count = 40});
    std::vector<SequenceId> ids;
    for (std::uint32_t i = 0; i < 8; ++i) {
        ids.push_back(engine->submit(make_request(make_prompt(i, 12), 50)));
    }
    auto outcomes = collect(*engine, ids);
    std::size_t waited_after_start = 0;
    for (const SequenceId id : ids) {
        bool started = false;
        for (const Event& event : outcomes[id].events) {
            started = started || std::holds_alternative<Generated>(event.what);
            waited_after_start += started && std::holds_alternative<Waiting>(event.what) ? 1 : 0;
        }
        EXPECT_EQ(all_of<Prefilled>(outcomes[id]).size(), 1U);
    }
    EXPECT_GT(waited_after_start, 0U);
}

TEST(EngineQueue, ANewPriorityCountsAtTheNextStep) {
    Gate gate(0);
    const auto engine =
        make_engine({.budget = {.tokens = 16, .outputs = 8, .sequences = 1}, .run_fault = gate.fault()});
    const SequenceId first = engine->submit(make_request(make_prompt(0, 4), 5));
    gate.wait_until_reached();
    const SequenceId second = engine->submit(make_request(make_prompt(1, 4), 5));
    const SequenceId third = engine->submit(make_request(make_prompt(2, 4), 5));
    engine->set_priority(third, 1);
    engine->set_priority(SequenceId{12345}, 1);  // never seen
    gate.open();
    const std::vector<Event> events = events_until_done(*engine, 3);
    EXPECT_EQ(in_order_of_start(events), (std::vector<SequenceId>{first, third, second}));
    engine->set_priority(third, 0);  // over
    EXPECT_TRUE(engine->wait_events(std::chrono::milliseconds(20)).empty());
}

TEST(EngineQueue, PrioritiesMayChangeWhileAllRunAndAnswersStayTheSame) {
    const auto engine = make_engine({.context_tokens = 64, .block_count = 40});
    std::vector<SequenceId> ids;
    for (std::uint32_t i = 0; i < 8; ++i) {
        ids.push_back(engine->submit(make_request(make_prompt(i, 12), 50)));
    }
    std::atomic<bool> ended = false;
    std::thread mind_changer([&] {
        for (std::uint32_t round = 0; !ended; ++round) {
            engine->set_priority(ids[round * 7 % ids.size()], static_cast<std::int32_t>(round % 3) - 1);
            std::this_thread::yield();
        }
    });
    auto outcomes = collect(*engine, ids);
    ended = true;
    mind_changer.join();
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        EXPECT_EQ(outcomes[ids[i]].tokens(), kModel.continuation(make_prompt(i, 12), 50)) << i;
    }
    expect_all_blocks_free(*engine);
}

}  // namespace
}  // namespace hearth::test
