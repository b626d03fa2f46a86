#include "scheduler/scheduler.h"

#include <gtest/gtest.h>

namespace hearth {
namespace {

TEST(Scheduler, IsEmptyAtFirst) {
    Scheduler scheduler(KvCache({{8, {}}}, 4), {});
    EXPECT_TRUE(scheduler.plan().chunks.empty());
}

}  // namespace
}  // namespace hearth
