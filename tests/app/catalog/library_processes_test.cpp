#include "app/catalog/library_fixture.h"

#include <future>
#include <thread>

#include <gmock/gmock.h>

using namespace hearth;
using namespace hearth::catalog;
using hearth::test::LibraryTest;
using hearth::test::run_library_program;
using hearth::test::value_of;

namespace {

TEST_F(LibraryTest, SeveralProcessesAtOnce) {
    const std::vector<std::string> arguments{"scan", database().string(), models().string(), "10"};
    const auto run = [&] { return run_library_program(arguments); };
    auto first = std::async(std::launch::async, run);
    auto second = std::async(std::launch::async, run);
    Library library = open();
    for (int i = 0; i < 10; ++i) {
        value_of(library.scan(library.folders(), [] { return false; }, {}));
    }
    EXPECT_EQ(first.get(), 0);
    EXPECT_EQ(second.get(), 0);
    EXPECT_EQ(scan(library).models.size(), 20U);
    EXPECT_TRUE(library.report().lasting());
    EXPECT_EQ(value_of(open().list()).size(), 20U);
}

TEST_F(LibraryTest, SeveralThreadsAtOnce) {
    for (int i = 0; i < 20; ++i) {
        put("data/models/" + std::to_string(i) + ".gguf", "abc");
    }
    Library library = open();
    scan(library);
    const auto models = list(library);
    std::vector<std::jthread> threads;
    threads.emplace_back([&] {
        for (int i = 0; i < 5; ++i) {
            value_of(library.scan(library.folders(), [] { return false; }, {}));
        }
    });
    threads.emplace_back([&] {
        for (const LocalModel& model : models) {
            value_of(library.verify(model.id, [] { return false; }, {}));
        }
    });
    threads.emplace_back([&] {
        for (int i = 0; i < 20; ++i) {
            EXPECT_EQ(value_of(library.list()).size(), 20U);
            value_of(library.disk_use());
        }
    });
    threads.clear();
    for (const LocalModel& model : list(library)) {
        EXPECT_EQ(model.verdict, Verdict::remembered) << model.name;
    }
}

}  // namespace
