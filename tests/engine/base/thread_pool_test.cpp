#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#ifdef __linux__
#include <sched.h>
#endif

namespace hearth {
namespace {

class ThreadPoolOf : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(ThreadPoolOf, RunsTheBodyOnceOnEveryThread) {
    ThreadPool pool(GetParam());
    ASSERT_EQ(pool.size(), GetParam());
    const auto caller = std::this_thread::get_id();
    for (int round = 0; round < 200; ++round) {
        std::vector<int> counts(pool.size(), 0);
        std::thread::id zero;
        pool.run([&](std::uint32_t thread) {
            ++counts[thread];
            if (thread == 0) {
                zero = std::this_thread::get_id();
            }
        });
        EXPECT_EQ(counts, std::vector<int>(pool.size(), 1));
        EXPECT_EQ(zero, caller);
    }
}

TEST_P(ThreadPoolOf, ABarrierSeparatesPhases) {
    ThreadPool pool(GetParam());
    constexpr int kPhases = 300;
    std::vector<int> values(pool.size(), 0);  // not atomic: the barrier alone orders them
    std::atomic<int> wrong{0};
    pool.run([&](std::uint32_t thread) {
        for (int phase = 1; phase <= kPhases; ++phase) {
            values[thread] = phase;
            pool.barrier();
            for (const int value : values) {
                wrong += value != phase ? 1 : 0;
            }
            pool.barrier();
        }
    });
    EXPECT_EQ(wrong, 0);
}

TEST_P(ThreadPoolOf, WakesAfterItFellAsleep) {
    ThreadPool pool(GetParam());
    std::atomic<int> total{0};
    for (int round = 0; round < 20; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        pool.run([&](std::uint32_t thread) {
            if (thread == pool.size() - 1) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the others sleep at the barrier
            }
            pool.barrier();
            ++total;
        });
    }
    EXPECT_EQ(total, 20 * static_cast<int>(pool.size()));
}

TEST_P(ThreadPoolOf, RethrowsAnExceptionWhenAllHaveEnded) {
    ThreadPool pool(GetParam());
    std::atomic<std::uint32_t> ended{0};
    const auto body = [&](std::uint32_t thread) {
        ++ended;
        if (thread == pool.size() - 1) {
            throw std::runtime_error("one of them failed");
        }
    };
    EXPECT_THROW(pool.run(body), std::runtime_error);
    EXPECT_EQ(ended, pool.size());
    pool.run([&](std::uint32_t) { ++ended; });  // still works, and the failure is forgotten
    EXPECT_EQ(ended, 2 * pool.size());
}

TEST_P(ThreadPoolOf, AThrowBetweenBarriersEndsAll) {
    ThreadPool pool(GetParam());
    for (std::uint32_t thrower = 0; thrower < pool.size(); ++thrower) {
        for (const int phase : {0, 1, 7}) {
            std::atomic<bool> passed_the_fault{false};
            const auto body = [&](std::uint32_t thread) {
                for (int i = 0; i < 10; ++i) {
                    if (thread == thrower && i == phase) {
                        throw std::runtime_error("one of them failed");
                    }
                    pool.barrier();
                    passed_the_fault = passed_the_fault || i >= phase;
                }
            };
            EXPECT_THROW(pool.run(body), std::runtime_error);
            EXPECT_FALSE(passed_the_fault);
        }
        // Barriers work again.
        std::atomic<std::uint32_t> arrived{0};
        std::atomic<bool> early{false};
        pool.run([&](std::uint32_t) {
            ++arrived;
            pool.barrier();
            early = early || arrived != pool.size();
        });
        EXPECT_FALSE(early);
    }
}

TEST_P(ThreadPoolOf, FlushesDenormalsWhileItRunsOnly) {
#if defined(__x86_64__) || defined(__aarch64__)
    ThreadPool pool(GetParam());
    volatile float smallest = std::numeric_limits<float>::min();
    volatile float half = 0.5F;
    std::vector<float> products(pool.size(), 1.0F);
    pool.run([&](std::uint32_t thread) { products[thread] = smallest * half; });
    EXPECT_EQ(products, std::vector<float>(pool.size(), 0.0F));
    EXPECT_GT(smallest * half, 0.0F);
#else
    GTEST_SKIP() << "this processor's float mode is not touched";
#endif
}

INSTANTIATE_TEST_SUITE_P(Sizes, ThreadPoolOf, ::testing::Values(1U, 2U, 3U, 8U));

TEST(ThreadPool, NoThreadsMeansTheCallerAlone) {
    ThreadPool pool(0);
    EXPECT_EQ(pool.size(), 1U);
}

TEST(PhysicalCores, AtLeastOneAndAtMostTheProcessors) {
    EXPECT_GE(ThreadPool::physical_cores(), 1U);
    EXPECT_LE(ThreadPool::physical_cores(), std::max(1U, std::thread::hardware_concurrency()));
}

#ifdef __linux__
TEST(PhysicalCores, FollowsTheAffinityMask) {
    std::uint32_t cores = 0;
    std::thread([&] {  // the mask of this thread alone
        cpu_set_t allowed;
        ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
        int first = 0;
        while (!CPU_ISSET(first, &allowed)) {
            ++first;
        }
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
        cores = ThreadPool::physical_cores();
    })
        .join();
    EXPECT_EQ(cores, 1U);
}
#endif

}  // namespace
}  // namespace hearth
