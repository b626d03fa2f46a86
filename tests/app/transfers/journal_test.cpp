#include "transfers/journal.h"

#include "app/transfers/test_download.h"

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content(1000);

class JournalFile : public ::testing::Test {
 protected:
    TemporaryFolder folder_;
    std::filesystem::path target_ = folder_.path() / "模型 8b.gguf";
    Journal journal_{request_for(kContent, target_, {"https://example.org/a?b=c", "http://127.0.0.1:8/d"}),
                     "\"e\"", "example.org"};
};

TEST_F(JournalFile, ComesBackAsItWas) {
    ASSERT_EQ(write_journal(*system_file_operations(), journal_), 0);
    EXPECT_EQ(read_journal(*system_file_operations(), target_), journal_);
    journal_.request.replaces = true;
    ASSERT_EQ(write_journal(*system_file_operations(), journal_), 0);
    EXPECT_EQ(read_journal(*system_file_operations(), target_), journal_);
}

TEST_F(JournalFile, DamagedOnesAreIgnored) {
    ASSERT_EQ(write_journal(*system_file_operations(), journal_), 0);
    const std::string good = read_file(journal_path(target_));
    const auto with = [&](std::string from, std::string to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos);
        text.replace(at, from.size(), to);
        folder_.write(journal_path(target_).filename().string(), text);
        return read_journal(*system_file_operations(), target_);
    };
    EXPECT_TRUE(with("\"bytes\": 1000", "\"bytes\": 1001"));
    EXPECT_FALSE(with("\"bytes\": 1000", "\"bytes\": -1000000000000000000000"));
    EXPECT_FALSE(with("\"bytes\": 1000", "\"bytes\": 0"));
    EXPECT_FALSE(with("\"version\": 2", "\"version\": 3"));
    EXPECT_FALSE(with("\"sha256\": \"", "\"sha256\": \"x"));
    EXPECT_FALSE(with("https://example.org", "file:///etc/passwd"));
    EXPECT_FALSE(with("\\\"e\\\"", "\\\"e\\r\\nX: y\\\""));
    EXPECT_FALSE(with("{", ""));
    folder_.write(journal_path(target_).filename().string(), std::string(100'000, ' ') + good);
    EXPECT_FALSE(read_journal(*system_file_operations(), target_));
}

TEST_F(JournalFile, PiecesComeBackAndMustLieInTheFile) {
    journal_.received = {{0, 10}, {500, 1000}};
    ASSERT_EQ(write_journal(*system_file_operations(), journal_), 0);
    EXPECT_EQ(read_journal(*system_file_operations(), target_), journal_);
    for (const ByteRange wrong : {ByteRange{990, 1001}, ByteRange{10, 10}, ByteRange{20, 10}}) {
        journal_.received = {wrong};
        ASSERT_EQ(write_journal(*system_file_operations(), journal_), 0);
        EXPECT_FALSE(read_journal(*system_file_operations(), target_));
    }
}

TEST_F(JournalFile, UnfinishedDownloadsAreFound) {
    EXPECT_TRUE(find_unfinished(*system_file_operations(), folder_.path() / "missing").empty());
    ASSERT_EQ(write_journal(*system_file_operations(), journal_), 0);
    folder_.write("broken.gguf.part.json", "{");
    folder_.write(".part.json", "{}");
    const auto found = find_unfinished(*system_file_operations(), folder_.path());
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front(), journal_.request);
}

}  // namespace
