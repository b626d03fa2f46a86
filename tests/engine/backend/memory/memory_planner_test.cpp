#include "backend/memory_planner.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

constexpr std::uint64_t kMiB = 1ULL << 20U;
constexpr std::uint64_t kGiB = 1ULL << 30U;

/// One global group, blocks of 64 tokens and 1 MiB: 8 sequences of 8192 tokens are 1 GiB.
MemoryDemand global_model() {
    MemoryDemand demand;
    demand.weight_bytes = 1 * kGiB;
    demand.workspace_bytes = 64 * kMiB;
    demand.groups = {{kMiB, std::nullopt}};
    demand.block_tokens = 64;
    demand.step_tokens = 512;
    demand.model_context = 32768;
    demand.free_bytes = 8 * kGiB;
    return demand;
}

TEST(MemoryPlanner, EightSequencesByDefault) {
    const auto plan = plan_kv(global_model());
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->block_counts, (std::vector<std::uint32_t>{1024}));
    EXPECT_EQ(plan->kv_bytes, 1 * kGiB);
    EXPECT_EQ(plan->context_tokens, 32768U);  // one long sequence may use all of it
}

TEST(MemoryPlanner, ShortContextsNeedLess) {
    MemoryDemand demand = global_model();
    demand.model_context = 2048;
    const auto plan = plan_kv(demand);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->block_counts[0], 256U);
    EXPECT_EQ(plan->context_tokens, 2048U);
}

TEST(MemoryPlanner, AtMostHalfOfWhatIsFree) {
    MemoryDemand demand = global_model();
    demand.weight_bytes = 100 * kMiB;
    demand.free_bytes = 600 * kMiB;
    const auto plan = plan_kv(demand);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->block_counts[0], 300U);
    EXPECT_EQ(plan->context_tokens, 19200U);
}

TEST(MemoryPlanner, AtMostWhatTheWeightsLeave) {
    MemoryDemand demand = global_model();
    demand.free_bytes = demand.weight_bytes + demand.workspace_bytes + 20 * kMiB;
    const auto plan = plan_kv(demand);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->block_counts[0], 20U);
    EXPECT_EQ(plan->context_tokens, 1280U);
}

TEST(MemoryPlanner, WindowedGroupsNeedWindowAndStep) {
    MemoryDemand demand = global_model();
    demand.groups.push_back({4 * kMiB, 512});
    demand.free_bytes = 64 * kGiB;
    EXPECT_EQ(blocks_of_sequence(demand.groups[1], 64, 512, 100), 2U);
    EXPECT_EQ(blocks_of_sequence(demand.groups[1], 64, 512, 1024), 16U);
    EXPECT_EQ(blocks_of_sequence(demand.groups[1], 64, 512, 32768), 17U);
    const auto plan = plan_kv(demand);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->block_counts, (std::vector<std::uint32_t>{1024, 8 * 17}));
    EXPECT_EQ(plan->kv_bytes, 1024 * kMiB + 8 * 17 * 4 * kMiB);
    EXPECT_EQ(plan->context_tokens, 32768U);
}

TEST(MemoryPlanner, ExplicitBytes) {
    MemoryDemand demand = global_model();
    demand.kv_bytes = 5 * kGiB;
    EXPECT_EQ(plan_kv(demand)->block_counts[0], 5120U);
    demand.kv_bytes = 3 * kMiB + 5;
    EXPECT_EQ(plan_kv(demand)->block_counts[0], 3U);
    EXPECT_EQ(plan_kv(demand)->context_tokens, 192U);
    demand.groups.push_back({kMiB, 512});
    demand.kv_bytes = 20 * kMiB;  // less than one usual sequence: a shorter one that fits in both groups
    EXPECT_EQ(plan_kv(demand)->block_counts, (std::vector<std::uint32_t>{10, 10}));
}

TEST(MemoryPlanner, ExplicitContext) {
    MemoryDemand demand = global_model();
    demand.context_tokens = 100000;  // longer than the usual pool: as much as it takes
    EXPECT_EQ(plan_kv(demand)->block_counts[0], 1563U);
    EXPECT_EQ(plan_kv(demand)->context_tokens, 100000U);
    demand.context_tokens = 1000;
    EXPECT_EQ(plan_kv(demand)->block_counts[0], 8U * 16);
    EXPECT_EQ(plan_kv(demand)->context_tokens, 1000U);
}

TEST(MemoryPlanner, RefusalsNameBothNumbers) {
    struct Case {
        const char* name;
        MemoryDemand demand;
        std::uint64_t needed, available;
    };
    std::vector<Case> cases;
    const MemoryDemand base = global_model();
    cases.push_back({"weights", base, base.weight_bytes + base.workspace_bytes, kGiB});
    cases.back().demand.free_bytes = kGiB;
    cases.push_back({"kv bytes", base, 7 * kGiB, 8 * kGiB - kGiB - 64 * kMiB});
    cases.back().demand.kv_bytes = 7 * kGiB;
    cases.push_back({"context", base, 15625 * kMiB, 8 * kGiB - kGiB - 64 * kMiB});
    cases.back().demand.context_tokens = 1000000;
    cases.push_back({"context in bytes", base, 32 * kMiB, 20 * kMiB});
    cases.back().demand.context_tokens = 2048;
    cases.back().demand.kv_bytes = 20 * kMiB;
    cases.push_back({"not one block", base, kMiB, kMiB / 2});
    cases.back().demand.kv_bytes = kMiB / 2;
    for (const Case& c : cases) {
        const auto plan = plan_kv(c.demand);
        ASSERT_FALSE(plan) << c.name;
        EXPECT_EQ(plan.error().code, ErrorCode::out_of_memory) << c.name;
        EXPECT_EQ(plan.error().details.bytes_needed, c.needed) << c.name;
        EXPECT_EQ(plan.error().details.bytes_available, c.available) << c.name;
        EXPECT_NE(plan.error().message.find(std::to_string(c.needed)), std::string::npos)
            << plan.error().message;
        EXPECT_NE(plan.error().message.find(std::to_string(c.available)), std::string::npos)
            << plan.error().message;
    }
}

TEST(MemoryPlanner, ForcePlansAllTheSame) {
    MemoryDemand demand = global_model();
    demand.free_bytes = 0;
    demand.policy = MemoryPolicy::force;
    EXPECT_EQ(plan_kv(demand)->block_counts[0], 128U);  // one usual sequence
    demand.context_tokens = 1000000;
    EXPECT_EQ(plan_kv(demand)->context_tokens, 1000000U);
    demand.context_tokens.reset();
    demand.kv_bytes = 7 * kGiB;
    EXPECT_EQ(plan_kv(demand)->kv_bytes, 7 * kGiB);
}

}  // namespace
}  // namespace hearth
