#include "backend/memory_figures.h"

#include <hearth/devices.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace hearth {
namespace {

constexpr std::uint64_t kGiB = 1ULL << 30U;

/// A file tree in place of the system's.
class MemoryFiguresTest : public testing::Test {
 protected:
    void SetUp() override {
        root_ =
            std::filesystem::temp_directory_path() /
            (std::string("hearth-memory-") + testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(root_);
        write("proc/meminfo", "MemTotal:       33554432 kB\nMemFree:  1 kB\nMemAvailable:   16777216 kB\n");
    }
    void TearDown() override { std::filesystem::remove_all(root_); }

    void write(const std::string& path, const std::string& text) const {
        std::filesystem::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }

    std::uint64_t free() const {
        const Result<MemoryFigures> figures = read_memory_figures(root_);
        EXPECT_TRUE(figures);
        return figures ? free_memory(*figures) : 0;
    }

    std::filesystem::path root_;
};

TEST_F(MemoryFiguresTest, WithoutControlGroups) {
    EXPECT_EQ(read_memory_figures(root_)->total, 32 * kGiB);
    EXPECT_EQ(free(), 15 * kGiB);
}

TEST_F(MemoryFiguresTest, Version2LimitOfAnAncestor) {
    write("proc/self/cgroup", "0::/user/app\n");
    write("sys/fs/cgroup/user/app/memory.max", "max\n");
    write("sys/fs/cgroup/user/app/memory.current", "1000\n");
    write("sys/fs/cgroup/user/memory.max", std::to_string(8 * kGiB) + "\n");
    write("sys/fs/cgroup/user/memory.current", std::to_string(5 * kGiB) + "\n");
    write("sys/fs/cgroup/user/memory.stat",
          "file 7\ninactive_file " + std::to_string(2 * kGiB) + "\nslab 1\n");
    EXPECT_EQ(free(), 4 * kGiB);
    EXPECT_EQ(read_memory_figures(root_)->group_limit, 8 * kGiB);
}

TEST_F(MemoryFiguresTest, Version2GroupSeenAsRootOfAContainer) {
    write("proc/self/cgroup", "0::/not/visible/here\n");
    write("sys/fs/cgroup/memory.max", std::to_string(4 * kGiB) + "\n");
    write("sys/fs/cgroup/memory.current", std::to_string(1 * kGiB) + "\n");
    EXPECT_EQ(free(), 2 * kGiB);
}

TEST_F(MemoryFiguresTest, Version1) {
    write("proc/self/cgroup", "5:cpu,memory:/job\n4:memoryless:/x\n");
    write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(6 * kGiB) + "\n");
    write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", std::to_string(3 * kGiB) + "\n");
    write("sys/fs/cgroup/memory/job/memory.stat",
          "inactive_file 0\ntotal_inactive_file " + std::to_string(kGiB) + "\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("sys/fs/cgroup/memory/memory.usage_in_bytes", std::to_string(20 * kGiB) + "\n");
    EXPECT_EQ(free(), 3 * kGiB);
}

TEST_F(MemoryFiguresTest, NothingLeftIsZero) {
    write("proc/self/cgroup", "0::/\n");
    write("sys/fs/cgroup/memory.max", std::to_string(1 * kGiB) + "\n");
    write("sys/fs/cgroup/memory.current", std::to_string(2 * kGiB) + "\n");
    EXPECT_EQ(free(), 0U);
}

TEST_F(MemoryFiguresTest, ASystemThatDoesNotSay) {
    write("proc/meminfo", "MemTotal: 5 kB\n");
    const Result<MemoryFigures> figures = read_memory_figures(root_);
    ASSERT_FALSE(figures);
    EXPECT_EQ(figures.error().code, ErrorCode::read_failed);
    EXPECT_EQ(figures.error().details.field, "MemAvailable");
}

TEST(Devices, NameTheProcessor) {
    const auto found = devices();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1U);
    const DeviceInfo& processor = found->front();
    EXPECT_EQ(processor.backend, "cpu");
    EXPECT_FALSE(processor.name.empty());
    EXPECT_FALSE(processor.instruction_set.empty());
    EXPECT_GE(processor.core_count, 1U);
    EXPECT_GT(processor.memory_total, 0U);
    EXPECT_LT(processor.memory_free, processor.memory_total);
}

}  // namespace
}  // namespace hearth
