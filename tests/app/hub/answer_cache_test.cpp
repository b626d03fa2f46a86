#include "hub/answer_cache.h"

#include "support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        files.push_back(entry.path());
    }
    return files;
}

TEST(AnswerCache, GivesBackWhatItKept) {
    const test::TemporaryFolder folder;
    const AnswerCache cache(folder.path() / "cache");
    EXPECT_FALSE(cache.find("https://hub.test/a"));
    cache.keep("https://hub.test/a", "first\nline", "<x>; rel=\"next\"");
    cache.keep("https://hub.test/b", "", "");
    cache.keep("https://hub.test/a", "second\n\nline", "link");
    const auto answer = cache.find("https://hub.test/a");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->body, "second\n\nline");
    EXPECT_EQ(answer->link, "link");
    EXPECT_LE(answer->age, std::chrono::seconds(5));
    EXPECT_EQ(cache.find("https://hub.test/b")->body, "");
    EXPECT_FALSE(cache.find("https://hub.test/c"));
}

TEST(AnswerCache, NoNameFromOutsideBecomesAPath) {
    const test::TemporaryFolder folder;
    const AnswerCache cache(folder.path() / "cache");
    for (const char* url : {"../../x", "/etc/passwd", "https://hub.test/../../x", "CON", ""}) {
        cache.keep(url, "text", "");
        EXPECT_TRUE(cache.find(url)) << url;
    }
    for (const fs::path& file : files_in(folder.path() / "cache")) {
        EXPECT_EQ(file.filename().string().size(), 64U + std::string_view(".answer").size()) << file;
    }
    EXPECT_EQ(files_in(folder.path()).size(), 6U);  // and the folder itself
}

TEST(AnswerCache, StaysWithinItsRoomAndForgetsTheOldest) {
    const test::TemporaryFolder folder;
    const AnswerCache cache(folder.path(), 10'000);
    for (int i = 0; i < 10; ++i) {
        const std::string url = "https://hub.test/" + std::to_string(i);
        cache.keep(url, std::string(1500, 'x'), "");
        for (const fs::path& file : files_in(folder.path())) {
            // Each a minute older than before, so that the order does not hang on the clock of the drive.
            fs::last_write_time(file, fs::last_write_time(file) - std::chrono::minutes(1));
        }
    }
    std::uintmax_t total = 0;
    for (const fs::path& file : files_in(folder.path())) {
        total += fs::file_size(file);
    }
    EXPECT_LE(total, 10'000U);
    EXPECT_FALSE(cache.find("https://hub.test/0"));
    EXPECT_TRUE(cache.find("https://hub.test/9"));
    EXPECT_TRUE(cache.find("https://hub.test/6"));
    // What would fill most of the room alone is not kept.
    cache.keep("https://hub.test/huge", std::string(5000, 'x'), "");
    EXPECT_FALSE(cache.find("https://hub.test/huge"));
    EXPECT_TRUE(cache.find("https://hub.test/9"));
}

TEST(AnswerCache, WhatIsTornOrForeignIsNotThere) {
    const test::TemporaryFolder folder;
    const AnswerCache cache(folder.path());
    cache.keep("https://hub.test/a", "some text", "");
    const fs::path file = files_in(folder.path()).at(0);
    std::string whole(fs::file_size(file), '\0');
    std::ifstream(file, std::ios::binary).read(whole.data(), static_cast<std::streamsize>(whole.size()));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, size);
        EXPECT_FALSE(cache.find("https://hub.test/a")) << size;
    }
    for (std::size_t at = whole.size() - 9; at < whole.size(); ++at) {
        std::string other = whole;
        other[at] ^= 1;
        std::ofstream(file, std::ios::binary | std::ios::trunc) << other;
        EXPECT_FALSE(cache.find("https://hub.test/a")) << at;
    }
    std::ofstream(file, std::ios::binary | std::ios::trunc) << whole;
    EXPECT_TRUE(cache.find("https://hub.test/a"));
    // The answer to another address, renamed.
    const AnswerCache empty(folder.path() / "other");
    empty.keep("https://hub.test/b", "other text", "");
    fs::rename(files_in(folder.path() / "other").at(0), file);
    EXPECT_FALSE(cache.find("https://hub.test/a"));
}

TEST(AnswerCache, ADriveThatCannotBeWrittenOnlyKeepsNothing) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    const AnswerCache cache(folder.path() / "file" / "cache");
    cache.keep("https://hub.test/a", "text", "");
    EXPECT_FALSE(cache.find("https://hub.test/a"));
    const AnswerCache none{fs::path()};
    none.keep("https://hub.test/a", "text", "");
    EXPECT_FALSE(none.find("https://hub.test/a"));
}

TEST(AnswerCache, SeveralThreadsMayShareIt) {
    const test::TemporaryFolder folder;
    const AnswerCache cache(folder.path());
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 25; ++i) {
                cache.keep("https://hub.test/a", "the one text", "");
                const auto answer = cache.find("https://hub.test/a");
                EXPECT_TRUE(!answer || answer->body == "the one text");
            }
        });
    }
    threads.clear();
    cache.keep("https://hub.test/a", "the one text", "");
    EXPECT_TRUE(cache.find("https://hub.test/a"));
}

}  // namespace
}  // namespace hearth::hub
