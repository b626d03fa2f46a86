#include "hub/download_plan.h"

#include "support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

const std::string kHash(64, 'a');

HubModelPage page_with(std::vector<HubFile> files) {
    HubModelPage page;
    page.model.id = "maker/Small-GGUF";
    page.model.name = "Small-GGUF";
    page.endpoint = "huggingface";
    page.revision = "main";
    FileGroup group;
    group.quantization = "Q4_K_M";
    group.files = std::move(files);
    page.groups.push_back(group);
    return page;
}

TEST(DownloadPlan, EveryFileGoesIntoTheModelsFolder) {
    const HubModelPage page = page_with({{"Q4/m-00001-of-00002.gguf", 10, kHash, "", "https://hub.test/1"},
                                         {"Q4/m-00002-of-00002.gguf", 20, kHash, "", "https://hub.test/2"},
                                         {"config.json", 5, kHash, "", "https://hub.test/3"}});
    const std::vector<Endpoint> mirrors{known_endpoints()[0], known_endpoints()[1], known_endpoints()[2]};
    const auto set = download_of(page, page.groups[0], "/data/models", mirrors);
    ASSERT_TRUE(set);
    EXPECT_EQ(set->title, "Small-GGUF Q4_K_M");
    EXPECT_EQ(set->folder, fs::path("/data/models/maker--Small-GGUF"));
    ASSERT_EQ(set->files.size(), 3U);
    EXPECT_EQ(set->files[0].target, fs::path("/data/models/maker--Small-GGUF/Q4/m-00001-of-00002.gguf"));
    EXPECT_EQ(set->files[0].bytes, 10U);
    EXPECT_EQ(set->files[0].sha256, kHash);
    EXPECT_EQ(set->files[0].first_bytes, "GGUF");
    // Its own hub first, then the mirror of it; never another kind of hub, never the same twice.
    ASSERT_EQ(set->files[0].sources.size(), 2U);
    EXPECT_EQ(set->files[0].sources[0].url, "https://hub.test/1");
    EXPECT_EQ(set->files[0].sources[1].url,
              "https://hf-mirror.com/maker/Small-GGUF/resolve/main/Q4/m-00001-of-00002.gguf");
    EXPECT_EQ(set->files[2].first_bytes, "");
}

TEST(DownloadPlan, AnUnsafeNameIsRefusedAndNothingIsMade) {
    const test::TemporaryFolder folder;
    for (const std::string& name :
         {std::string("../x.gguf"), std::string("a/../../x"), std::string("/etc/x"),
          std::string("\\\\srv\\s\\x"), std::string("C:\\x"), std::string("C:x"), std::string("a\\..\\..\\x"),
          std::string("x\0.gguf", 7), std::string("x.gguf:ads"), std::string(), std::string("."),
          std::string(300, 'a'), std::string("CON.gguf"), std::string("nul"), std::string("x.gguf."),
          std::string("x.gguf ")}) {
        const HubModelPage page = page_with({{name, 10, kHash, "", "https://hub.test/1"}});
        const auto set = download_of(page, page.groups[0], folder.path() / "models");
        ASSERT_FALSE(set) << name;
        EXPECT_EQ(set.failure().kind, transfers::FailureKind::bad_request) << name;
        EXPECT_EQ(set.failure().file, name);
    }
    HubModelPage page = page_with({{"x.gguf", 10, kHash, "", "https://hub.test/1"}});
    page.model.id = "../..";
    EXPECT_FALSE(download_of(page, page.groups[0], folder.path()));
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(DownloadPlan, WhatCannotBeCheckedOrIsNotWholeIsRefused) {
    EXPECT_FALSE(
        download_of(page_with({{"x.gguf", 0, kHash}}), page_with({{"x.gguf", 0, kHash}}).groups[0], "/m"));
    EXPECT_FALSE(download_of(page_with({{"x.gguf", 5, ""}}), page_with({{"x.gguf", 5, ""}}).groups[0], "/m"));
    HubModelPage page = page_with({{"x.gguf", 5, kHash, "", "https://hub.test/1"}});
    page.groups[0].problem = GroupProblem::parts_missing;
    EXPECT_FALSE(download_of(page, page.groups[0], "/m"));
    page.groups[0].problem = GroupProblem::unsupported_type;
    EXPECT_TRUE(download_of(page, page.groups[0], "/m"));
}

TEST(DownloadPlan, NamesThatDifferInCaseAloneAreBothKept) {
    const std::vector<std::string> names = target_names({"A.gguf", "a.gguf", "b.gguf"});
    EXPECT_NE(names[0], names[1]);
    EXPECT_EQ(names[2], "b.gguf");
    for (const std::string& name : {names[0], names[1]}) {
        EXPECT_EQ(name.size(), 32U + 5U);
        EXPECT_TRUE(name.ends_with(".gguf"));
    }
    // Folders count as well; parts stay parts of one model.
    const std::vector<std::string> parts =
        target_names({"Q4/m-00001-of-00002.gguf", "Q4/m-00002-of-00002.gguf", "q4/m-00001-of-00002.gguf",
                      "q4/m-00002-of-00002.gguf"});
    EXPECT_EQ(parts[0].substr(0, 32), parts[1].substr(0, 32));
    EXPECT_NE(parts[0].substr(0, 32), parts[2].substr(0, 32));
    EXPECT_TRUE(parts[1].ends_with("-00002-of-00002.gguf"));
    EXPECT_THAT(target_names({"x.gguf", "x.gguf"}), ElementsAre("x.gguf", "x.gguf"));
}

TEST(DownloadPlan, NoTwoModelsShareAFolder) {
    EXPECT_EQ(folder_name_of("Qwen/Qwen3-8B-GGUF"), "Qwen--Qwen3-8B-GGUF");
    EXPECT_NE(folder_name_of("a--b/c"), folder_name_of("a/b--c"));
}

}  // namespace
}  // namespace hearth::hub
