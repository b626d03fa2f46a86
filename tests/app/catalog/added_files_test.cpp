#include "catalog/added_files.h"

#include "support/temporary_folder.h"

#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::catalog;

namespace {

TEST(AddedFiles, OfVersionsBeforeTheLibraryAreRead) {
    const test::TemporaryFolder folder;
    EXPECT_TRUE(read_added_files(folder.path() / "none.json").empty());
    const auto list = folder.write(
        "files.json", R"({"version": 1, "files": ["/a/模型.gguf", "/b.gguf", "/b.gguf", "relative"]})");
    EXPECT_EQ(read_added_files(list), (std::vector<std::filesystem::path>{"/a/模型.gguf", "/b.gguf"}));
}

TEST(AddedFiles, DamagedListsAreEmpty) {
    const test::TemporaryFolder folder;
    for (const char* text : {"", "{", "3", R"({"version": 2, "files": ["/a"]})",
                             R"({"version": 1, "files": 3})", R"({"version": 1, "files": [3]})"}) {
        EXPECT_TRUE(read_added_files(folder.write("files.json", text)).empty()) << text;
    }
}

}  // namespace
