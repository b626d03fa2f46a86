#include "scheduler/scheduler.h"
#include "simulated_memory.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth {
namespace {

struct Shape {
    const char* name;
    std::vector<KvGroupConfig> groups;
    std::uint32_t block_tokens;
    StepBudget budget;
    std::uint32_t longest_prompt;
    std::uint32_t longest_continuation;
};

void PrintTo(const Shape& shape, std::ostream* out) {
    *out << shape.name;
}

/// Chats, regenerations, scoring, cancellation and failing steps at random, on a simulated memory.
class RandomLife {
 public:
    RandomLife(const Shape& shape, std::uint64_t seed)
        : shape_(shape),
          random_(seed),
          scheduler_(KvCache(shape.groups, shape.block_tokens), shape.budget),
          memory_(scheduler_.cache()) {}

    void live(int steps) {
        for (int step = 0; step < steps && ok(); ++step) {
            if (sequences_.size() < 12 && chance(40)) {
                add();
            }
            if (chance(4)) {
                cancel_one();
            }
            if (!sequences_.empty() && chance(10)) {
                const auto place = below(static_cast<std::uint32_t>(sequences_.size()));
                scheduler_.set_priority(std::next(sequences_.begin(), place)->first,
                                        static_cast<std::int32_t>(below(3)));
            }
            if (chance(1)) {
                scheduler_.drop_cache();
                EXPECT_EQ(scheduler_.cache().trie().node_count(), 0U);
            }
            run_step();
        }
        // Nobody new: everybody comes to an end.
        for (int step = 0; !sequences_.empty() && ok(); ++step) {
            ASSERT_LT(step, 20000) << "starvation";
            run_step();
        }
        check();
        for (std::uint32_t group = 0; group < shape_.groups.size(); ++group) {
            const BlockPool& pool = scheduler_.cache().pool(group);
            EXPECT_EQ(pool.free_count() + pool.cached_count(), pool.block_count());
        }
    }

    std::size_t finished = 0;
    std::size_t preempted = 0;
    std::size_t refused = 0;
    std::size_t copies = 0;
    std::uint64_t cached_tokens = 0;

 private:
    struct Life {
        SequenceSpec::Outputs outputs;
        std::size_t prompt_size;
        std::size_t final_size;
        bool started = false;
        std::uint32_t computed = 0;
    };

    bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
    bool ok() const { return memory_.problems.empty() && !::testing::Test::HasFailure(); }

    void add() {
        SequenceSpec spec{.id = {next_id_++}, .tokens = {}, .stable_prefix = {}};
        if (!pool_of_prompts_.empty() && chance(80)) {
            const auto& earlier =
                pool_of_prompts_[below(static_cast<std::uint32_t>(pool_of_prompts_.size()))];
            spec.tokens.assign(earlier.begin(),
                               earlier.begin() + below(static_cast<std::uint32_t>(earlier.size()) + 1));
        }
        const std::uint32_t more = spec.tokens.empty() ? 1 + below(shape_.longest_prompt) : below(5);
        for (std::uint32_t i = 0; i < more || spec.tokens.empty(); ++i) {
            spec.tokens.push_back({static_cast<std::int32_t>(below(3))});
        }
        if (chance(50)) {
            spec.stable_prefix = below(static_cast<std::uint32_t>(spec.tokens.size()) + 1);
        }
        spec.priority = static_cast<std::int32_t>(below(3));
        spec.outputs = chance(10) ? SequenceSpec::Outputs::all : SequenceSpec::Outputs::last;
        sequences_[spec.id] = {spec.outputs, spec.tokens.size(),
                               spec.tokens.size() + 1 + below(shape_.longest_continuation)};
        scheduler_.add(spec);
    }

    void end(SequenceId id) {
        const auto tokens = scheduler_.tokens(id);
        pool_of_prompts_.emplace_back(tokens.begin(), tokens.end());
        if (pool_of_prompts_.size() > 20) {
            pool_of_prompts_.erase(pool_of_prompts_.begin() + below(20));
        }
        scheduler_.remove(id);
        sequences_.erase(id);
        pending_.erase(id);
    }

    void cancel_one() {
        if (!sequences_.empty()) {
            end(std::next(sequences_.begin(), below(static_cast<std::uint32_t>(sequences_.size())))->first);
            check();
        }
    }

    void check() {
        std::vector<SequenceId> ids;
        for (const auto& [id, life] : sequences_) {
            ids.push_back(id);
        }
        EXPECT_THAT(check_accounts(scheduler_, ids, pending_), ::testing::IsEmpty());
        EXPECT_THAT(memory_.problems, ::testing::IsEmpty());
        EXPECT_EQ(scheduler_.running_count() + scheduler_.waiting_count(), sequences_.size());
    }

    void check_plan(const StepPlan& plan) {
        std::uint32_t tokens = 0;
        std::uint32_t outputs = 0;
        std::set<SequenceId> seen;
        for (const ScheduledChunk& chunk : plan.chunks) {
            ASSERT_TRUE(seen.insert(chunk.id).second);
            ASSERT_TRUE(sequences_.contains(chunk.id));
            Life& life = sequences_.at(chunk.id);
            const auto size = scheduler_.tokens(chunk.id).size();
            const std::uint32_t end = chunk.first_position + chunk.token_count;
            tokens += chunk.token_count;
            outputs += chunk.output_count;
            EXPECT_GT(chunk.token_count, 0U);
            EXPECT_LE(end, size);
            if (!life.started) {
                EXPECT_EQ(chunk.first_position, scheduler_.cached_tokens(chunk.id));
                EXPECT_LT(chunk.first_position, size);
                cached_tokens += chunk.first_position;
                life.started = true;
            } else if (!fresh_start_.contains(chunk.id)) {
                EXPECT_EQ(chunk.first_position, life.computed);
            }
            fresh_start_.erase(chunk.id);
            life.computed = chunk.first_position;
            if (life.outputs == SequenceSpec::Outputs::all) {
                EXPECT_EQ(chunk.output_count, chunk.token_count);
                EXPECT_EQ(scheduler_.cached_tokens(chunk.id), 0U);
            } else {
                EXPECT_EQ(chunk.output_count, end == size ? 1U : 0U);
            }
        }
        EXPECT_LE(tokens, shape_.budget.tokens);
        EXPECT_LE(outputs, shape_.budget.outputs);
        EXPECT_LE(plan.chunks.size(), shape_.budget.sequences);
        EXPECT_TRUE(!plan.chunks.empty() || sequences_.empty()) << "nobody runs";
    }

    void run_step() {
        const StepPlan plan = scheduler_.plan();
        for (const auto& [id, error] : plan.refused) {
            EXPECT_FALSE(scheduler_.contains(id));
            sequences_.erase(id);
            pending_.erase(id);
            ++refused;
        }
        for (const SequenceId id : plan.preempted) {
            fresh_start_.insert(id);
            pending_.erase(id);
            ++preempted;
        }
        for (const ScheduledChunk& chunk : plan.chunks) {
            pending_.erase(chunk.id);
        }
        check_plan(plan);
        if (::testing::Test::HasFailure()) {
            return;
        }
        attribute_copies(plan);
        copies += plan.copies.size();
        check();
        if (chance(3)) {
            memory_.fail(scheduler_, plan);
            if (chance(50)) {
                cancel_one();
            }
            return;
        }
        memory_.run(scheduler_, plan);
        if (chance(5)) {
            cancel_one();  // between the step and its completion
        }
        scheduler_.complete(plan);
        for (const ScheduledChunk& chunk : plan.chunks) {
            pending_.erase(chunk.id);
            if (!sequences_.contains(chunk.id)) {
                continue;
            }
            Life& life = sequences_.at(chunk.id);
            life.computed = chunk.first_position + chunk.token_count;
            const bool is_last = life.computed == scheduler_.tokens(chunk.id).size();
            const bool ends = life.outputs == SequenceSpec::Outputs::all ||
                              scheduler_.tokens(chunk.id).size() >= life.final_size;
            if (is_last && ends) {
                end(chunk.id);
                ++finished;
            } else if (is_last) {
                scheduler_.append(chunk.id, {static_cast<std::int32_t>(below(3))});
            }
        }
        check();
        memory_.check_trie(scheduler_.cache());
    }

    /// Copies belong to the sequence whose table has the target.
    void attribute_copies(const StepPlan& plan) {
        for (const BlockCopy& copy : plan.copies) {
            for (const ScheduledChunk& chunk : plan.chunks) {
                const auto tables = scheduler_.tables(chunk.id);
                if (std::ranges::find(tables[copy.group].blocks, copy.to) !=
                    tables[copy.group].blocks.end()) {
                    pending_[chunk.id].push_back(copy);
                }
            }
        }
    }

    const Shape& shape_;
    std::mt19937_64 random_;
    Scheduler scheduler_;
    SimulatedMemory memory_;
    std::map<SequenceId, Life> sequences_;
    std::map<SequenceId, std::vector<BlockCopy>> pending_;
    std::set<SequenceId> fresh_start_;  ///< preempted: start over
    std::vector<std::vector<TokenId>> pool_of_prompts_;
    std::uint64_t next_id_ = 1;
};

/// HEARTH_TEST_SEEDS asks for a longer search than the everyday one.
std::uint64_t seed_count() {
    const char* asked = std::getenv("HEARTH_TEST_SEEDS");
    return asked == nullptr ? 40 : std::strtoull(asked, nullptr, 10);
}

class SchedulerProperty : public ::testing::TestWithParam<Shape> {};

TEST_P(SchedulerProperty, EveryReadSeesItsOwnHistoryAndEverybodyFinishes) {
    std::size_t finished = 0;
    std::size_t preempted = 0;
    std::size_t copies = 0;
    std::uint64_t cached_tokens = 0;
    for (std::uint64_t seed = 1; seed <= seed_count(); ++seed) {
        SCOPED_TRACE(seed);
        RandomLife life(GetParam(), seed);
        life.live(150);
        if (HasFailure()) {
            return;
        }
        finished += life.finished;
        preempted += life.preempted;
        copies += life.copies;
        cached_tokens += life.cached_tokens;
    }
    // The test has met what it is about.
    EXPECT_GT(finished, 400U);
    EXPECT_GT(cached_tokens, 500U);
    if (!GetParam().groups[0].window) {
        EXPECT_GT(preempted, 20U);  // windowed memory does not grow with the sequence
    }
    if (GetParam().block_tokens > 1) {
        EXPECT_GT(copies, 100U);
    }
    RecordProperty("finished", static_cast<int>(finished));
    std::cout << GetParam().name << ": " << finished << " finished, " << preempted << " preempted, " << copies
              << " copies, " << cached_tokens << " cached tokens\n";
}

const std::optional<std::uint32_t> kGlobal;

INSTANTIATE_TEST_SUITE_P(
    Shapes, SchedulerProperty,
    ::testing::Values(
        Shape{"global", {{24, kGlobal}}, 4, {.tokens = 16, .outputs = 8, .sequences = 8}, 40, 30},
        Shape{"one_token_blocks", {{80, kGlobal}}, 1, {.tokens = 9, .outputs = 5, .sequences = 6}, 30, 20},
        Shape{"global_and_window",
              {{30, kGlobal}, {24, 6}},
              4,
              {.tokens = 16, .outputs = 8, .sequences = 8},
              40,
              30},
        Shape{"window_first",
              {{20, 9}, {30, kGlobal}},
              4,
              {.tokens = 13, .outputs = 7, .sequences = 5},
              40,
              30},
        Shape{"windows_only", {{14, 5}, {16, 11}}, 4, {.tokens = 16, .outputs = 8, .sequences = 8}, 60, 30},
        Shape{"window_of_one",
              {{24, kGlobal}, {10, 1}},
              4,
              {.tokens = 16, .outputs = 8, .sequences = 8},
              40,
              30},
        Shape{"two_globals",
              {{24, kGlobal}, {30, kGlobal}, {12, 3}},
              3,
              {.tokens = 20, .outputs = 4, .sequences = 9},
              30,
              20},
        Shape{"tiny", {{5, kGlobal}, {4, 4}}, 4, {.tokens = 8, .outputs = 3, .sequences = 3}, 12, 10},
        Shape{"wide", {{60, kGlobal}, {40, 20}}, 8, {.tokens = 64, .outputs = 16, .sequences = 12}, 150, 60}),
    [](const auto& shape) { return std::string(shape.param.name); });

}  // namespace
}  // namespace hearth
