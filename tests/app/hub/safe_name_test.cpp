#include "hub/safe_name.h"

#include "hub/answer_failure.h"
#include "hub/file_groups.h"
#include "hub/safetensors_settings.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hearth::hub {
namespace {

using namespace std::string_literals;

const std::vector<std::string> kAllowed{"model.gguf", "Q4/model.gguf", "модель 8b.gguf", "a..b.gguf", "…gguf",
                                        "COMET.gguf", "nullable.gguf", "lpt.gguf",       "com10.gguf"};

const std::vector<std::string> kRefused{"../x.gguf",
                                        "a/../../x",
                                        "/etc/x",
                                        "\\\\srv\\s\\x",
                                        "C:\\x",
                                        "C:x",
                                        "a\\..\\..\\x",
                                        "x\0.gguf"s,
                                        "x.gguf:ads",
                                        "",
                                        ".",
                                        std::string(300, 'a'),
                                        "CON.gguf",
                                        "nul",
                                        "x.gguf.",
                                        "x.gguf ",
                                        "..",
                                        "a//b",
                                        "a/",
                                        "a/./b",
                                        "com1.gguf",
                                        "LPT9",
                                        "x\n.gguf",
                                        "a?b",
                                        "a*b",
                                        "a<b",
                                        "a|b",
                                        "a\"b",
                                        "~\x7f.gguf",
                                        "\xff\xfe.gguf",
                                        "COM\xC2\xB9.gguf",
                                        "aux.tar.gguf",
                                        "con .gguf",
                                        ".hidden.gguf",
                                        "a/.git/b",
                                        "CONIN$",
                                        std::string(250, 'a') + "/" + std::string(250, 'b') + "/" +
                                            std::string(250, 'c') + "/" + std::string(250, 'd') + "/" +
                                            std::string(250, 'e')};

TEST(SafeName, TakesNamesThatStayInTheFolder) {
    for (const std::string& name : kAllowed) {
        EXPECT_TRUE(is_safe_path(name)) << name;
    }
}

TEST(SafeName, RefusesNamesThatReachOutOrThatAnotherSystemReadsOtherwise) {
    for (const std::string& name : kRefused) {
        EXPECT_FALSE(is_safe_path(name)) << name;
        EXPECT_FALSE(unsafe_path_reason(name).value_or("").empty()) << name;
    }
}

/// The same names as files of a listing.
TEST(SafeName, HoldsForTheFilesOfAListing) {
    for (const std::string& name : kAllowed) {
        Listing listing;
        listing.files.push_back({name + ".gguf", 5, std::string(64, 'a')});
        const Grouping grouping = group_files(listing);
        ASSERT_EQ(grouping.groups.size(), 1U) << name;
        EXPECT_FALSE(grouping.groups[0].problem) << name;
        EXPECT_TRUE(grouping.refused.empty()) << name;
    }
    for (const std::string& name : kRefused) {
        Listing listing;
        // What ends otherwise is no model file and is not looked at.
        const std::string path = name.ends_with(".gguf") ? name : name + "/x.gguf";
        if (is_safe_path(path)) {
            continue;
        }
        listing.files.push_back({path, 5, std::string(64, 'a')});
        const Grouping grouping = group_files(listing);
        ASSERT_EQ(grouping.groups.size(), 1U) << name;
        EXPECT_EQ(grouping.groups[0].problem, GroupProblem::unsafe_name) << name;
        EXPECT_FALSE(grouping.groups[0].recommended) << name;
        EXPECT_EQ(grouping.refused.size(), 1U) << name;
    }
}

/// And as values of a weight_map.
TEST(SafeName, HoldsForTheWeightMap) {
    const auto index = [](const std::string& name) {
        return nlohmann::json{{"weight_map", {{"model.a", name}}}}.dump(
            -1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    for (const std::string& name : kAllowed) {
        const auto files = weight_map_files(index(name), "hub.test");
        ASSERT_TRUE(files) << name;
        EXPECT_EQ(*files, std::vector<std::string>{name});
    }
    for (const std::string& name : kRefused) {
        if (name.find('\xff') != std::string::npos) {
            continue;  // JSON cannot carry it
        }
        const auto files = weight_map_files(index(name), "hub.test");
        ASSERT_FALSE(files) << name;
        EXPECT_EQ(files.failure().kind, transfers::FailureKind::bad_request) << name;
    }
}

TEST(SafeName, ModelIds) {
    for (const char* id : {"Qwen/Qwen3-8B", "a/b", "01-ai/Yi_1.5", "_x/y_", "Q4/model.gguf", "a--b/c"}) {
        EXPECT_TRUE(is_model_id(id)) << id;
    }
    for (const std::string& id : kRefused) {
        EXPECT_FALSE(is_model_id(id)) << id;
    }
    for (const char* id : {"gpt2", "a/b/c", "a/", "/b", "a b/c", "../x", "a/..", "-a/b", "a/b.", "ä/b",
                           "a/b?c", "a%2Fb/c", "con/x", "a/nul.gguf"}) {
        EXPECT_FALSE(is_model_id(id)) << id;
    }
    EXPECT_TRUE(is_model_id(std::string(96, 'a') + "/b"));
    EXPECT_FALSE(is_model_id(std::string(97, 'a') + "/b"));
}

TEST(SafeName, Revisions) {
    for (const char* revision : {"main", "v1.0", "refs/pr/1", "ab810cf68114990406fdf996510dd3d3c6adbdf5"}) {
        EXPECT_TRUE(is_revision(revision)) << revision;
    }
    for (const std::string& revision :
         {""s, "../x"s, "a..b"s, "a b"s, "a?b"s, "/main"s, std::string(201, 'a')}) {
        EXPECT_FALSE(is_revision(revision)) << revision;
    }
}

TEST(SafeName, Digests) {
    const std::string hex(64, 'a');
    EXPECT_EQ(sha256_of_digest("sha256:" + hex), hex);
    EXPECT_EQ(sha256_of_digest(hex), hex);
    EXPECT_EQ(sha256_of_digest(std::string(64, 'A')), hex);
    for (const std::string& digest :
         {std::string(63, 'a'), std::string(65, 'a'), "sha256:" + std::string(63, 'a'),
          "sha256:" + std::string(65, 'a'), "sha256:" + std::string(63, 'a') + "g",
          "sha256:../" + std::string(61, 'a'), "SHA256:" + hex, "sha1:" + hex, ""s}) {
        EXPECT_FALSE(sha256_of_digest(digest)) << digest;
    }
}

}  // namespace
}  // namespace hearth::hub
