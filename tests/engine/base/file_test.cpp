#include "base/file.h"

#include "base/atomic_file.h"
#include "base/mapped_file.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hearth {
namespace {

class FileTest : public testing::Test {
 protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "hearth-file-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path write(const std::filesystem::path& name, std::string_view text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }

    static void expect_refused(const std::filesystem::path& path, ErrorCode code, std::string_view says) {
        const auto file = File::open(path);
        ASSERT_FALSE(file) << path;
        EXPECT_EQ(file.error().code, code) << file.error().message;
        EXPECT_EQ(file.error().details.file, path.string());
        EXPECT_NE(file.error().message.find(says), std::string::npos) << file.error().message;
    }

    std::filesystem::path folder_;
};

TEST_F(FileTest, ReadsAnyRange) {
    const auto file = File::open(write("ключ 钥匙.bin", "0123456789"));
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->size(), 10U);
    std::string text(4, '?');
    ASSERT_TRUE(file->read_at(3, std::as_writable_bytes(std::span(text))));
    EXPECT_EQ(text, "3456");
    EXPECT_TRUE(file->read_at(10, {}));
    for (const std::uint64_t offset : {std::uint64_t{7}, std::uint64_t{11}, ~std::uint64_t{0}}) {
        const auto status = file->read_at(offset, std::as_writable_bytes(std::span(text)));
        ASSERT_FALSE(status) << offset;
        EXPECT_EQ(status.error().code, ErrorCode::read_failed);
    }
}

TEST_F(FileTest, OnlyRegularFilesOpenAndNothingBlocks) {
    const auto start = std::chrono::steady_clock::now();
    const auto pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::filesystem::create_symlink(pipe, folder_ / "link to pipe");
    std::filesystem::create_symlink("loop", folder_ / "loop");
    expect_refused(pipe, ErrorCode::read_failed, "pipe");
    expect_refused(folder_ / "link to pipe", ErrorCode::read_failed, "pipe");
    expect_refused(folder_, ErrorCode::read_failed, "folder");
    expect_refused("/dev/zero", ErrorCode::read_failed, "device");
    expect_refused(folder_ / "loop", ErrorCode::read_failed, "symbolic links");
    expect_refused(folder_ / "missing", ErrorCode::file_not_found, "no such file");
    expect_refused(write("file", "x") / "below", ErrorCode::file_not_found, "no such file");
    expect_refused(folder_ / std::string(300, 'a'), ErrorCode::read_failed, "too long");
    expect_refused("", ErrorCode::file_not_found, "no such file");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST_F(FileTest, ANulInTheNameDoesNotOpenAnotherFile) {
    write("secret", "x");
    expect_refused(folder_ / std::string("secret\0.gguf", 12), ErrorCode::file_not_found, "NUL");
}

TEST_F(FileTest, MissingPermissionIsNamed) {
    const auto path = write("locked", "x");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    if (::geteuid() == 0) {
        GTEST_SKIP() << "the superuser may read everything";
    }
    expect_refused(path, ErrorCode::read_failed, "permission denied");
}

TEST_F(FileTest, ControlCharactersOfANameAreEscapedInMessages) {
    expect_refused(folder_ / "a\nb\x1b[31m", ErrorCode::file_not_found, "a\\nb\\x1B[31m");
}

TEST_F(FileTest, AMapOutlivesItsFile) {
    const auto path = write("mapped", "mapped bytes");
    std::optional<MappedFile> mapped;
    {
        const auto file = File::open(path);
        ASSERT_TRUE(file);
        auto result = MappedFile::map(*file);
        ASSERT_TRUE(result) << result.error().message;
        mapped.emplace(*std::move(result));
    }
    const auto bytes = std::as_bytes(std::span(std::string_view("mapped bytes")));
    EXPECT_TRUE(std::ranges::equal(mapped->bytes(), bytes));
}

TEST_F(FileTest, AnEmptyFileMapsToNothing) {
    const auto file = File::open(write("empty", ""));
    ASSERT_TRUE(file);
    const auto mapped = MappedFile::map(*file);
    ASSERT_TRUE(mapped);
    EXPECT_TRUE(mapped->bytes().empty());
}

TEST_F(FileTest, AChangedSizeIsNoticedBeforeMapping) {
    const auto path = write("changed", "0123456789");
    const auto file = File::open(path);
    ASSERT_TRUE(file);
    std::filesystem::resize_file(path, 3);
    const auto mapped = MappedFile::map(*file);
    ASSERT_FALSE(mapped);
    EXPECT_EQ(mapped.error().code, ErrorCode::read_failed);
    std::string text(10, '?');
    const auto status = file->read_at(0, std::as_writable_bytes(std::span(text)));
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::read_failed);
    EXPECT_EQ(status.error().details.bytes_available, 3U);
}

TEST_F(FileTest, AnAtomicFileAppearsOnlyWhenWhole) {
    const auto path = write("target", "old");
    const std::string text = "new content";
    {
        auto file = AtomicFile::create(path);
        ASSERT_TRUE(file) << file.error().message;
        ASSERT_TRUE(file->write(std::as_bytes(std::span(text))));
        EXPECT_EQ(std::filesystem::file_size(path), 3U);
        auto moved = *std::move(file);
        ASSERT_TRUE(moved.commit());
    }
    EXPECT_EQ(std::filesystem::file_size(path), text.size());
    {
        auto file = AtomicFile::create(path);
        ASSERT_TRUE(file);
        ASSERT_TRUE(file->write(std::as_bytes(std::span("x", 1))));
    }
    EXPECT_EQ(std::filesystem::file_size(path), text.size());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(FileTest, AFailedWriteSaysWhy) {
    const auto nowhere = AtomicFile::create(folder_ / "missing" / "file");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, ErrorCode::write_failed);
    EXPECT_NE(nowhere.error().message.find("no such file or folder"), std::string::npos);
    EXPECT_FALSE(AtomicFile::create(folder_ / ""));

    // Past the process's limit of file sizes a write fails like one on a full disk.
    ::rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const ::rlimit small{4096, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    auto file = AtomicFile::create(folder_ / "large");
    const auto status = file->write(std::vector<std::byte>(10'000));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::write_failed);
    EXPECT_NE(status.error().message.find("too large"), std::string::npos) << status.error().message;
}

}  // namespace
}  // namespace hearth
