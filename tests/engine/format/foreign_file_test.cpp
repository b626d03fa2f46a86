#include "support/temporary_folder.h"

#include <hearth/model_file.h>

#include <string>

#include <gtest/gtest.h>

namespace hearth {
namespace {

/// What arrives where a model was expected, and what must be said.
struct Foreign {
    std::string name;
    std::string bytes;
    ErrorCode code;
    std::string says;
};

TEST(ForeignFile, IsNamedForWhatItIs) {
    const test::TemporaryFolder folder;
    const Foreign rows[] = {
        {"html", "<!DOCTYPE html><title>Sign in to Wi-Fi</title>", ErrorCode::bad_magic, "web page"},
        {"html with space", "\r\n  <HTML>\xFF", ErrorCode::bad_magic, "web page"},
        {"not found", "Entry not found", ErrorCode::bad_magic, "not found"},
        {"lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 4096\n",
         ErrorCode::bad_magic, "pointer"},
        {"json error", "{\"error\":\"Repository not found or gated\"}", ErrorCode::bad_magic, "not found"},
        {"json other error", "{\"error\": \"Access to model is restricted\"}", ErrorCode::bad_magic,
         "server reported an error"},
        {"json", "{\"a\": 1}", ErrorCode::bad_magic, "JSON"},
        {"empty", "", ErrorCode::header_truncated, "empty"},
        {"short", "GG", ErrorCode::header_truncated, "2 bytes"},
        {"short text", "no", ErrorCode::bad_magic, "text"},
        {"zeros", std::string(4096, '\0'), ErrorCode::bad_magic, "zeros"},
        {"text", "hello, this is not a model\nat all", ErrorCode::bad_magic, "hello, this is"},
        {"zip", std::string("PK\x03\x04\0\0", 6), ErrorCode::bad_magic, "ZIP"},
        {"gzip", "\x1F\x8B\x08", ErrorCode::bad_magic, "compressed"},
        {"ggml", std::string("tjgg\3\0\0\0", 8), ErrorCode::bad_magic, "GGML"},
        {"safetensors", std::string("\x02\0\0\0\0\0\0\0{}", 10), ErrorCode::bad_magic, "safetensors"},
        {"binary",
         "\x7F"
         "ELF\x02\x01",
         ErrorCode::bad_magic, "\\x7FELF"},
    };
    for (const Foreign& row : rows) {
        const auto path = folder.write(row.name + ".gguf", row.bytes);
        const auto model = ModelFile::open(path);
        ASSERT_FALSE(model) << row.name;
        EXPECT_EQ(model.error().code, row.code) << row.name << ": " << model.error().message;
        EXPECT_NE(model.error().message.find(row.says), std::string::npos)
            << row.name << ": " << model.error().message;
        EXPECT_TRUE(model.error().message.starts_with(path.string())) << model.error().message;
    }
}

}  // namespace
}  // namespace hearth
