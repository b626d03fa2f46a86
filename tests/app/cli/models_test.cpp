#include "app/cli/command_runner.h"
#include "app/transfers/test_download.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <filesystem>
#include <fstream>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace hearth::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// hearth-cli models, with a home of its own.
class Models : public ::testing::Test {
 protected:
    CommandResult run(std::vector<std::string> arguments, const std::string& list = "") const {
        arguments.insert(arguments.begin(), "models");
        return run_command(
            arguments, {.environment = {"HEARTH_DATA_DIR=" + (folder_.path() / "data").string(),
                                        "HOME=" + folder_.path().string(), "HEARTH_CATALOG=" + list,
                                        "XDG_DATA_HOME=", "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=", "HF_HOME=",
                                        "HF_HUB_CACHE=", "OLLAMA_MODELS="}});
    }
    fs::path put_model(const fs::path& name) const {
        fs::create_directories((folder_.path() / name).parent_path());
        tiny_model(tiny_model_names().front()).file.write(folder_.path() / name);
        return folder_.path() / name;
    }
    fs::path put(const fs::path& name, std::string_view bytes) const {
        fs::create_directories((folder_.path() / name).parent_path());
        return folder_.write(name.string(), bytes);
    }
    /// One byte becomes another, behind the back of size and time.
    static void damage(const fs::path& path) {
        const auto time = fs::last_write_time(path);
        {
            std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
            file.seekg(-1, std::ios::end);
            const char last = static_cast<char>(file.get());
            file.seekp(-1, std::ios::end);
            file.put(static_cast<char>(last ^ 1));
        }
        fs::last_write_time(path, time);
    }
    json list() const {
        const CommandResult result = run({"list", "--json"});
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        return result.json();
    }

    TemporaryFolder folder_;
};

TEST_F(Models, ListTellsWhatScriptsNeed) {
    const fs::path path = put_model("data/models/tiny.gguf");
    put("data/models/page.gguf", "<!DOCTYPE html><html>a page of some length");
    const json models = list();
    ASSERT_EQ(models.size(), 2U);
    const json& tiny = models[0]["name"] == "tiny" ? models[0] : models[1];
    const json& page = models[0]["name"] == "tiny" ? models[1] : models[0];
    for (const char* field : {"id", "name", "path", "state", "reason", "architecture", "parameters",
                              "quantization", "bytes", "context", "licence"}) {
        EXPECT_TRUE(tiny.contains(field)) << field;
    }
    EXPECT_EQ(tiny["state"], "ready");
    EXPECT_EQ(tiny["path"], path.string());
    EXPECT_EQ(tiny["reason"], nullptr);
    EXPECT_EQ(tiny["bytes"], fs::file_size(path));
    EXPECT_GT(tiny["parameters"], 0);
    EXPECT_EQ(page["state"], "unsupported");
    EXPECT_THAT(page["reason"].get<std::string>(), testing::HasSubstr("page.gguf"));
    EXPECT_EQ(list(), models) << "ids are stable";
    fs::remove(path);
    const json after = list();
    EXPECT_EQ(after[after[0]["name"] == "tiny" ? 0 : 1]["state"], "missing");
}

TEST_F(Models, AddVerifyRemove) {
    const fs::path path = put_model("elsewhere/tiny.gguf");
    const CommandResult added = run({"add", path.string(), "--json"});
    ASSERT_EQ(added.exit_code, 0) << added.errors;
    const std::string id = added.json()[0]["id"];
    const CommandResult first = run({"verify", id, "--json"});
    EXPECT_EQ(first.exit_code, 0);
    EXPECT_EQ(first.json()["verdict"], "remembered");
    EXPECT_EQ(run({"verify", id}).exit_code, 0);
    const auto time = fs::last_write_time(path);
    {
        const std::string bytes(fs::file_size(path), 'x');
        folder_.write("elsewhere/tiny.gguf", bytes);
        fs::last_write_time(path, time);
    }
    const CommandResult damaged = run({"verify", id, "--json"});
    EXPECT_EQ(damaged.exit_code, 5);
    EXPECT_EQ(damaged.json()["verdict"], "differs");
    EXPECT_THAT(damaged.errors, testing::HasSubstr("not what it should be"));
    const CommandResult removed = run({"remove", id, "--json"});
    EXPECT_EQ(removed.exit_code, 0);
    EXPECT_FALSE(removed.json()["trashed"]);
    EXPECT_TRUE(fs::exists(path));
    EXPECT_TRUE(list().empty());
}

TEST_F(Models, OwnFilesGoToTheTrash) {
    const fs::path path = put_model("data/models/tiny.gguf");
    const CommandResult removed = run({"remove", list()[0]["id"], "--json"});
    EXPECT_EQ(removed.exit_code, 0) << removed.errors;
    EXPECT_TRUE(removed.json()["trashed"]);
    EXPECT_EQ(removed.json()["files"][0], path.string());
    EXPECT_TRUE(fs::exists(folder_.path() / ".local/share/Trash/files/tiny.gguf"));
}

TEST_F(Models, ExitCodes) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                      {"nonsense"},
                                                      {"add"},
                                                      {"verify"},
                                                      {"remove", "a", "b"},
                                                      {"list", "--nonsense"}}) {
        EXPECT_EQ(run(arguments).exit_code, 2);
    }
    EXPECT_EQ(run({"add", put("notes.txt", "no model").string()}).exit_code, 2);
    EXPECT_EQ(run({"add", (folder_.path() / "none.gguf").string()}).exit_code, 3);
    EXPECT_EQ(run({"verify", "none"}).exit_code, 3);
    const CommandResult none = run({"remove", "none", "--json"});
    EXPECT_EQ(none.exit_code, 3);
    EXPECT_EQ(none.error("code"), "FileNotFound");
}

TEST_F(Models, OneByteMakesItFive) {
    const fs::path path = put_model("data/models/tiny.gguf");
    const std::string id = list()[0]["id"];
    ASSERT_EQ(run({"verify", id}).exit_code, 0) << "it is remembered";
    damage(path);
    const CommandResult damaged = run({"verify", id});
    EXPECT_EQ(damaged.exit_code, 5);
    EXPECT_THAT(damaged.output, testing::HasSubstr("DIFFERS"));
    EXPECT_THAT(run({"list"}).output, testing::HasSubstr("damaged"));
}

TEST_F(Models, TheFirstVerifyOfACuratedFileComparesWithTheList) {
    const fs::path path = put_model("data/models/tiny.gguf");
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    const json curated = {{"version", 1},
                          {"models",
                           {{{"name", "tiny"},
                             {"title", "Tiny Model"},
                             {"file", "tiny.gguf"},
                             {"bytes", bytes.size()},
                             {"sha256", sha256_of(bytes)},
                             {"quantization", "F32"},
                             {"licence", "MIT"},
                             {"sources", json::array()}}}}};
    const std::string file = put("list.json", curated.dump()).string();
    const std::string id = list()[0]["id"];
    EXPECT_EQ(run({"verify", id}, file).exit_code, 0);
    EXPECT_THAT(run({"list"}, file).output, testing::HasSubstr("Tiny Model")) << "its name everywhere";
    fs::remove_all(folder_.path() / "data/library.db");
    damage(path);
    const CommandResult damaged = run({"verify", list()[0]["id"], "--json"}, file);
    EXPECT_EQ(damaged.exit_code, 5) << damaged.output;
    EXPECT_EQ(damaged.json()["files"][0]["expected"], sha256_of(bytes));
    EXPECT_EQ(damaged.json()["verdict"], "differs");
}

TEST_F(Models, WhatIsNoFileIsNeitherAddedNorRead) {
    const std::string pipe = (folder_.path() / "pipe.gguf").string();
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(run({"add", pipe}).exit_code, 2);
    EXPECT_EQ(run({"add", "/dev/zero"}).exit_code, 2);
    const std::string loop = (folder_.path() / "loop.gguf").string();
    fs::create_symlink("loop.gguf", loop);
    EXPECT_EQ(run({"add", loop}).exit_code, 3);
    EXPECT_EQ(run({"add", "/" + std::string(5000, 'a')}).exit_code, 3);
    // A model that has become something without an end since.
    const fs::path path = put_model("data/models/tiny.gguf");
    const std::string id = list()[0]["id"];
    fs::remove(path);
    fs::create_symlink("/dev/zero", path);
    const CommandResult verified = run({"verify", id, "--json"});
    EXPECT_EQ(verified.exit_code, 6) << verified.output;
    EXPECT_EQ(verified.error("code"), "ReadFailed") << verified.output;
}

TEST_F(Models, ADriveThatTakesNothingIsSix) {
    const fs::path path = put_model("elsewhere/tiny.gguf");
    const fs::path own = put_model("data/models/own.gguf");
    // A folder where the database should be; whoever runs the test cannot write it.
    fs::create_directories(folder_.path() / "data/library.db");
    const CommandResult added = run({"add", path.string(), "--json"});
    EXPECT_EQ(added.exit_code, 6) << added.output;
    EXPECT_EQ(added.error("code"), "WriteFailed") << added.output;
    EXPECT_EQ(added.error("file"), (folder_.path() / "data/library.db").string());
    const CommandResult listed = run({"list", "--json"});
    EXPECT_EQ(listed.exit_code, 0) << "what is there can be told: " << listed.errors;
    EXPECT_THAT(listed.errors, testing::HasSubstr("not kept"));
    ASSERT_EQ(listed.json().size(), 1U);
    const CommandResult removed = run({"remove", listed.json()[0]["id"], "--json"});
    EXPECT_EQ(removed.exit_code, 6) << removed.output;
    EXPECT_TRUE(fs::exists(own)) << "nothing has happened to it";
}

TEST_F(Models, AModelCanBeDeletedWhereTheListCannotBeWritten) {
    const fs::path own = put_model("data/models/own.gguf");
    const fs::path others = put_model("elsewhere/others.gguf");
    ASSERT_EQ(run({"add", others.string()}).exit_code, 0);
    std::map<std::string, std::string> ids;
    for (const json& model : list()) {
        ids[model["name"]] = model["id"];
    }
    // As on a full drive: the files that belong beside the database cannot be made.
    fs::create_directories(folder_.path() / "data/library.db-wal/taken");
    fs::create_directories(folder_.path() / "data/library.db-shm/taken");
    EXPECT_EQ(run({"remove", ids["own"]}).exit_code, 6);
    EXPECT_TRUE(fs::exists(own));
    EXPECT_EQ(run({"remove", ids["others"], "--for-good"}).exit_code, 6)
        << "that would last in the list alone";
    const CommandResult deleted = run({"remove", ids["own"], "--for-good"});
    EXPECT_EQ(deleted.exit_code, 0) << deleted.errors;
    EXPECT_FALSE(fs::exists(own));
    EXPECT_TRUE(fs::exists(others));
}

TEST_F(Models, ADataFolderThatIsNoneIsSix) {
    const fs::path path = put_model("elsewhere/tiny.gguf");
    put("data", "a file");
    const CommandResult added = run({"add", path.string(), "--json"});
    EXPECT_EQ(added.exit_code, 6) << added.output;
    EXPECT_FALSE(added.error("message").empty());
}

TEST_F(Models, AFileThatCannotBeReadIsSix) {
    const fs::path path = put_model("data/models/tiny.gguf");
    const std::string id = list()[0]["id"];
    fs::remove(path);
    fs::create_directories(path);  // a read of it fails, also for root
    const CommandResult verified = run({"verify", id, "--json"});
    EXPECT_EQ(verified.exit_code, 6) << verified.output;
    EXPECT_EQ(verified.error("code"), "ReadFailed") << verified.output;
    fs::remove(path);
    EXPECT_EQ(run({"verify", id, "--json"}).exit_code, 3) << "gone is not broken";
}

TEST_F(Models, EveryAnswerIsJsonWhereItIsAskedFor) {
    const fs::path path = put_model("elsewhere/tiny.gguf");
    const std::string id = run({"add", "--json", path.string()}).json()[0]["id"];
    const json verified = run({"--json", "verify", id}).json();
    EXPECT_EQ(verified["id"], id);
    EXPECT_EQ(verified["files"][0]["path"], path.string());
    EXPECT_EQ(verified["files"][0]["expected"], nullptr);
    const json removed = run({"remove", id, "--json"}).json();
    EXPECT_EQ(removed["id"], id);
    EXPECT_EQ(removed["files"], json::array()) << "its file belongs to others";
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"add", "--json"}, {"nonsense", "--json"}, {"verify", "--json"}}) {
        const CommandResult wrong = run(arguments);
        EXPECT_EQ(wrong.exit_code, 2);
        EXPECT_FALSE(wrong.error("message").empty()) << wrong.output;
    }
}

TEST_F(Models, NamesAreHarmlessOnATerminal) {
    put("data/models/a\x1b]0;x\x07\u202Efgg.gguf", "GGUF");
    const CommandResult listed = run({"list"});
    EXPECT_EQ(listed.exit_code, 0);
    EXPECT_THAT(listed.output, testing::Not(testing::HasSubstr("\x1b")));
    EXPECT_THAT(listed.output, testing::Not(testing::HasSubstr("\u202E")));
    EXPECT_THAT(listed.output, testing::HasSubstr("<U+202E>"));
    put("data/models/b\xC2\x9B"
        "1m\x7F\U000E0041.gguf",
        "GGUF");
    const CommandResult as_json = run({"list", "--json"});
    for (const char* harmful : {"\x1b", "\u202E", "\xC2\x9B", "\x7F", "\U000E0041"}) {
        EXPECT_THAT(as_json.output, testing::Not(testing::HasSubstr(harmful)));
    }
    ASSERT_EQ(as_json.json().size(), 2U);
    EXPECT_EQ(as_json.json()[1]["path"], (folder_.path() / "data/models/b\xC2\x9B"
                                                           "1m\x7F\U000E0041.gguf")
                                             .string())
        << "the same value as ever";
}

}  // namespace
}  // namespace hearth::test
