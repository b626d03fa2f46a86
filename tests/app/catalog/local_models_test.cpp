#include "catalog/local_models.h"

#include "support/temporary_folder.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace hearth;
using namespace hearth::catalog;
using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

const std::string kHex(64, 'a');

class LocalModels : public ::testing::Test {
 protected:
    std::filesystem::path put(const std::filesystem::path& name, std::string_view bytes = "GGUF....") const {
        std::filesystem::create_directories((folder_.path() / name).parent_path());
        return folder_.write(name.string(), bytes);
    }

    ScanReport scan(ModelFolders folders) {
        return find_local_models(folders, [&](const LocalModel& model) {
            inspected_.push_back(model.path);
            return Inspection{.facts = {.architecture = "llama"}};
        });
    }
    ScanReport scan_own() { return scan({.hearth = folder_.path()}); }
    ScanReport scan_ollama() { return scan({.ollama = {folder_.path()}}); }

    static json layer(const std::string& digest, std::uint64_t size = 8,
                      const std::string& type = "application/vnd.ollama.image.model") {
        return {{"mediaType", type}, {"digest", digest}, {"size", size}};
    }
    void put_manifest(const std::string& name, const std::vector<json>& layers) const {
        put("manifests/" + name, json{{"schemaVersion", 2}, {"layers", layers}}.dump());
    }

    test::TemporaryFolder folder_;
    std::vector<std::filesystem::path> inspected_;
};

std::vector<std::string> names(const ScanReport& report) {
    std::vector<std::string> result;
    for (const LocalModel& model : report.models) {
        result.push_back(model.name);
    }
    return result;
}

TEST_F(LocalModels, OwnFolderWithFoldersBelow) {
    put("b.gguf");
    put("子/a.GGUF", "12345");
    put("notes.txt");
    put(".hidden.gguf");
    put("c.gguf.part");
    const ScanReport report = scan_own();
    EXPECT_THAT(names(report), ElementsAre("a", "b"));
    EXPECT_EQ(report.models[0].bytes, 5U);
    EXPECT_EQ(report.models[0].origin, "子");
    EXPECT_EQ(report.models[0].state, ModelState::ready);
    EXPECT_THAT(report.problems, IsEmpty());
}

TEST_F(LocalModels, ShardsAreOneModel) {
    put("m-00002-of-00003.gguf");
    put("m-00001-of-00003.gguf");
    put("m-00003-of-00003.gguf");
    put("n-00002-of-00002.gguf");
    put("other/m-00002-of-00003.gguf");
    put("strange-00009-of-00003.gguf");
    const ScanReport report = scan_own();
    EXPECT_THAT(names(report), ElementsAre("m", "m", "n", "strange-00009-of-00003"));
    const LocalModel& whole =
        report.models[0].state == ModelState::ready ? report.models[0] : report.models[1];
    EXPECT_EQ(whole.path.filename(), "m-00001-of-00003.gguf");
    EXPECT_EQ(whole.bytes, 24U);
    EXPECT_EQ(report.models[2].state, ModelState::incomplete);
    EXPECT_EQ(report.models[2].reason->code, ErrorCode::shard_missing);
    EXPECT_EQ(report.models[2].reason->details.actual, "1");
    EXPECT_EQ(report.models[2].reason->details.expected, "2");
}

TEST_F(LocalModels, LinksAreFollowedOnceAndLoopsEnd) {
    put("real/m.gguf");
    std::filesystem::create_directory_symlink(folder_.path(), folder_.path() / "real" / "loop");
    std::filesystem::create_directory_symlink(folder_.path() / "real", folder_.path() / "again");
    std::filesystem::create_symlink(folder_.path() / "real" / "m.gguf", folder_.path() / "link.gguf");
    std::filesystem::create_symlink("self.gguf", folder_.path() / "self.gguf");
    const ScanReport report = scan_own();
    ASSERT_EQ(report.models.size(), 2U);  // one file, and the link to itself
    EXPECT_EQ(report.models[1].name, "self");
}

TEST_F(LocalModels, PipesAndFoldersOfThatNameAreNotModels) {
    ASSERT_EQ(::mkfifo((folder_.path() / "pipe.gguf").c_str(), 0600), 0);
    std::filesystem::create_directory(folder_.path() / "folder.gguf");
    EXPECT_THAT(scan_own().models, IsEmpty());
}

TEST_F(LocalModels, VeryDeepFoldersAreSaid) {
    std::filesystem::path deep;
    for (int i = 0; i < 12; ++i) {
        deep /= "d";
    }
    put(deep / "m.gguf");
    const ScanReport report = scan_own();
    EXPECT_THAT(report.models, IsEmpty());
    ASSERT_EQ(report.problems.size(), 1U);
    EXPECT_THAT(report.problems[0].reason, testing::HasSubstr("deeper"));
}

TEST_F(LocalModels, MissingFoldersAreFine) {
    const std::filesystem::path none = folder_.path() / "none";
    const ScanReport report = scan({none, {none}, {}, {none}, {none}, {none}, {none}, {none}});
    EXPECT_THAT(report.models, IsEmpty());
    EXPECT_THAT(report.problems, IsEmpty());
}

TEST_F(LocalModels, Ollama) {
    put("blobs/sha256-" + kHex);
    put_manifest("registry.ollama.ai/library/qwen3/latest", {layer("sha256:" + kHex)});
    const std::string other(64, 'b');
    put("blobs/sha256-" + other);
    put_manifest(
        "hf.co/org/name/Q4_K_M",
        {layer("sha256:" + other), layer("sha256:" + kHex, 3, "application/vnd.ollama.image.params")});
    const ScanReport report = scan_ollama();
    ASSERT_THAT(names(report), ElementsAre("hf.co/org/name:Q4_K_M", "qwen3"));
    EXPECT_EQ(report.models[1].path, folder_.path() / "blobs" / ("sha256-" + kHex));
    EXPECT_EQ(report.models[1].source, ModelSource::ollama);
    EXPECT_EQ(report.models[1].state, ModelState::ready);
}

TEST_F(LocalModels, OllamaOfOneBlobUnderTwoTagsIsOneModel) {
    put("blobs/sha256-" + kHex);
    put_manifest("registry.ollama.ai/library/qwen3/8b", {layer("sha256:" + kHex)});
    put_manifest("registry.ollama.ai/library/qwen3/latest", {layer("sha256:" + kHex)});
    EXPECT_THAT(names(scan_ollama()), ElementsAre("qwen3:8b"));
}

TEST_F(LocalModels, OllamaWithMissingBytes) {
    put_manifest("r/l/gone/1", {layer("sha256:" + kHex)});
    const std::string other(64, 'b');
    put("blobs/sha256-" + other, "abc");
    put_manifest("r/l/short/1", {layer("sha256:" + other, 1000)});
    const ScanReport report = scan_ollama();
    ASSERT_EQ(report.models.size(), 2U);
    EXPECT_EQ(report.models[0].state, ModelState::missing);
    EXPECT_EQ(report.models[0].reason->code, ErrorCode::file_not_found);
    EXPECT_EQ(report.models[1].state, ModelState::incomplete);
    EXPECT_EQ(report.models[1].reason->details.bytes_needed, 1000U);
    EXPECT_EQ(report.models[1].reason->details.bytes_available, 3U);
    EXPECT_THAT(inspected_, IsEmpty());
}

TEST_F(LocalModels, OllamaWhatItCannotRunHere) {
    put("blobs/sha256-" + kHex);
    put_manifest("r/l/adapter/1", {layer("sha256:" + kHex), layer("sha256:" + std::string(64, 'c'), 1,
                                                                  "application/vnd.ollama.image.adapter")});
    put_manifest("r/l/only-template/1",
                 {layer("sha256:" + kHex, 8, "application/vnd.ollama.image.template")});
    const ScanReport report = scan_ollama();
    ASSERT_EQ(report.models.size(), 1U);
    EXPECT_EQ(report.models[0].state, ModelState::unsupported);
}

TEST_F(LocalModels, HostileManifestsNeverLeadOut) {
    put("secret.gguf");
    for (const std::string& digest :
         {std::string("sha256:../../secret.gguf"), "sha256:" + std::string(63, 'a'),
          "sha256:" + std::string(65, 'a'), "sha256:" + std::string(64, 'A'), "SHA256:" + kHex,
          "sha256-" + kHex, "sha256:../" + std::string(61, 'a'), std::string()}) {
        put_manifest("r/l/m/t", {layer(digest)});
        const ScanReport report = scan_ollama();
        EXPECT_THAT(report.models, IsEmpty()) << digest;
        EXPECT_EQ(report.problems.size(), 1U) << digest;
    }
    for (
        const std::string& text :
        {std::string("{"), std::string("[]"), std::string(R"({"layers": 3})"),
         std::string(R"({"layers": [3]})"),
         std::string(
             R"({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": 1, "size": 2}]})"),
         std::string(
             R"({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "x", "size": -2}]})"),
         std::string(2'000'000, ' '), std::string(500'000, '[')}) {
        put("manifests/r/l/m/t", text);
        const ScanReport report = scan_ollama();
        EXPECT_THAT(report.models, IsEmpty());
        EXPECT_EQ(report.problems.size(), 1U) << text.substr(0, 40);
    }
    EXPECT_THAT(inspected_, IsEmpty());
}

TEST_F(LocalModels, LmStudio) {
    put("publisher/repository/m.gguf");
    const ScanReport report = scan({.lm_studio = {folder_.path()}});
    ASSERT_EQ(report.models.size(), 1U);
    EXPECT_EQ(report.models[0].name, "m");
    EXPECT_EQ(report.models[0].origin, "publisher/repository");
    EXPECT_EQ(report.models[0].source, ModelSource::lm_studio);
}

TEST_F(LocalModels, HuggingFaceCache) {
    put("models--org--some--name/blobs/abc");
    std::filesystem::create_directories(folder_.path() / "models--org--some--name/snapshots/rev1/Q4");
    std::filesystem::create_directories(folder_.path() / "models--org--some--name/snapshots/rev2");
    std::filesystem::create_symlink("../../../blobs/abc",
                                    folder_.path() / "models--org--some--name/snapshots/rev1/Q4/m.gguf");
    std::filesystem::create_symlink("../../blobs/abc",
                                    folder_.path() / "models--org--some--name/snapshots/rev2/m.gguf");
    std::filesystem::create_symlink("../../blobs/gone",
                                    folder_.path() / "models--org--some--name/snapshots/rev2/gone.gguf");
    put("datasets--org--name/snapshots/r/x.gguf");
    const ScanReport report = scan({.hugging_face = {folder_.path()}});
    ASSERT_EQ(report.models.size(), 2U);
    EXPECT_EQ(report.models[0].name, "gone");
    EXPECT_EQ(report.models[0].state, ModelState::missing);
    EXPECT_EQ(report.models[1].name, "m");
    EXPECT_EQ(report.models[1].origin, "org/some--name");
}

TEST_F(LocalModels, AFileThatTwoFoldersHoldIsTheFirstOnes) {
    put("lm/p/r/m.gguf");
    std::filesystem::create_directories(folder_.path() / "own");
    std::filesystem::create_symlink(folder_.path() / "lm/p/r/m.gguf", folder_.path() / "own/m.gguf");
    const ScanReport report = scan({.hearth = folder_.path() / "own", .lm_studio = {folder_.path() / "lm"}});
    ASSERT_EQ(report.models.size(), 1U);
    EXPECT_EQ(report.models[0].source, ModelSource::hearth);
}

TEST_F(LocalModels, SingleFilesAreListedEvenWhenTheirDriveIsGone) {
    const std::filesystem::path file = put("somewhere/m.gguf");
    const std::filesystem::path gone = folder_.path() / "usb" / "n.gguf";
    const ScanReport report = scan({.files = {file, gone}});
    ASSERT_EQ(report.models.size(), 2U);
    EXPECT_EQ(report.models[0].source, ModelSource::added_file);
    EXPECT_EQ(report.models[1].name, "n");
    EXPECT_EQ(report.models[1].reason->code, ErrorCode::file_not_found);
}

TEST_F(LocalModels, CanBeCancelled) {
    for (int i = 0; i < 20; ++i) {
        put(std::to_string(i) + ".gguf");
    }
    int asked = 0;
    find_local_models(
        {.hearth = folder_.path()}, [&](const LocalModel&) { return ++asked, Inspection{}; },
        [&] { return asked >= 3; });
    EXPECT_EQ(asked, 3);
}

TEST_F(LocalModels, NothingIsWrittenOrTouched) {
    put("hub/models--o--n/snapshots/r/m.gguf");
    put("ollama/blobs/sha256-" + kHex);
    put("ollama/manifests/r/l/m/t", json{{"layers", json::array({layer("sha256:" + kHex)})}}.dump());
    put("lm/p/r/m.gguf");
    put("own/m.gguf");
    const auto picture = [&] {
        std::map<std::string, std::pair<std::int64_t, std::int64_t>> files;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
            struct stat status {};
            ::stat(entry.path().c_str(), &status);
            files[entry.path().string()] = {status.st_mtim.tv_nsec, status.st_ctim.tv_nsec};
        }
        return files;
    };
    const auto before = picture();
    scan({folder_.path() / "own",
          {},
          {folder_.path() / "ollama"},
          {folder_.path() / "lm"},
          {folder_.path() / "hub"}});
    EXPECT_EQ(picture(), before);
}

}  // namespace
