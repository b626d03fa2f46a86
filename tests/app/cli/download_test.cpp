#include "app/hub/fake_hub.h"
#include "app/transfers/test_download.h"
#include "command_runner.h"
#include "support/temporary_folder.h"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class DownloadCommand : public ::testing::Test {
 protected:
    DownloadCommand() {
        hub_.add("maker/Small-GGUF", {{{"small-Q4_K_M.gguf", {test_content(50'000)}},
                                       {"small-Q8_0.gguf", {test_content(90'000)}},
                                       {"mmproj-F16.gguf", {test_content(7'000)}},
                                       {"README.md", {"A card.", false}}}});
    }

    std::string endpoint() const { return hub_.hugging_face().base_url; }

    CommandResult run(std::vector<std::string> arguments, CommandOptions options = {}) {
        arguments.insert(arguments.begin(), "download");
        options.environment.push_back("HEARTH_DATA_DIR=" + data_.path().string());
        options.environment.push_back("HEARTH_CATALOG=" + catalog_);
        return run_command(arguments, options);
    }
    CommandResult run_here(std::vector<std::string> arguments, CommandOptions options = {}) {
        arguments.insert(arguments.end(), {"--endpoint", endpoint(), "--json"});
        return run(std::move(arguments), std::move(options));
    }

    /// hearth-cli models, with a home of its own.
    CommandResult models_command(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "models");
        arguments.emplace_back("--json");
        return run_command(
            arguments, {.environment = {"HEARTH_DATA_DIR=" + data_.path().string(),
                                        "HOME=" + data_.path().string(), "XDG_DATA_HOME=", "XDG_CACHE_HOME=",
                                        "XDG_CONFIG_HOME=", "HF_HOME=", "HF_HUB_CACHE=", "OLLAMA_MODELS="}});
    }
    json listed() {
        const CommandResult result = models_command({"list"});
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        return result.json();
    }
    static void flip_last_byte(const fs::path& path) {
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(-1, std::ios::end);
        const char last = static_cast<char>(file.get());
        file.seekp(-1, std::ios::end);
        file.put(static_cast<char>(last ^ 1));
    }

    static std::vector<json> lines(const CommandResult& result) {
        std::vector<json> values;
        std::istringstream stream(result.output);
        for (std::string line; std::getline(stream, line);) {
            values.push_back(json::parse(line));
        }
        return values;
    }
    static json last(const CommandResult& result) {
        const std::vector<json> values = lines(result);
        return values.empty() ? json() : values.back();
    }

    fs::path models() const { return data_.path() / "models"; }
    fs::path small() const { return models() / "maker--Small-GGUF" / "small-Q4_K_M.gguf"; }

    void write_catalog(const json& value) {
        catalog_ = (data_.path() / "list.json").string();
        std::ofstream(catalog_) << value.dump();
    }

    TemporaryFolder data_;
    FakeHub hub_;
    std::string catalog_ = std::string(HEARTH_CATALOG_FILE);
};

TEST_F(DownloadCommand, FetchesTheOneToTakeAndTellsHowItGoes) {
    const CommandResult result = run_here({"maker/Small-GGUF"});
    ASSERT_EQ(result.exit_code, 0) << result.errors << result.output;
    const std::vector<json> all = lines(result);
    ASSERT_GE(all.size(), 2U);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        EXPECT_EQ(all[i]["total"], 50'000);
        EXPECT_LE(all[i]["bytes"], 50'000);
        EXPECT_TRUE(all[i].contains("bytes_per_s") && all[i].contains("seconds_left"));
    }
    EXPECT_EQ(all[all.size() - 2]["bytes"], 50'000);
    EXPECT_EQ(all.back()["path"], small().string());
    EXPECT_EQ(all.back()["sha256"], sha256_of(test_content(50'000)));
    EXPECT_EQ(
        all.back()["source"],
        endpoint() + "/maker/Small-GGUF/resolve/0123456789abcdef0123456789abcdef01234567/small-Q4_K_M.gguf");
    EXPECT_EQ(read_file(small()), test_content(50'000));

    // Again: it is there, nothing is fetched.
    const auto before = hub_.storage_requests().size();
    const CommandResult again = run_here({"maker/Small-GGUF"});
    EXPECT_EQ(again.exit_code, 0) << again.errors;
    EXPECT_EQ(last(again)["path"], small().string());
    EXPECT_EQ(hub_.storage_requests().size(), before);
}

TEST_F(DownloadCommand, TextIsThePathAlone) {
    const CommandResult result = run({"maker/Small-GGUF", "--endpoint", endpoint()});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(result.output, small().string() + "\n");
}

TEST_F(DownloadCommand, AQuantizationOrAFileCanBeNamed) {
    CommandResult result = run_here({"maker/Small-GGUF:q8_0"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(last(result)["sha256"], sha256_of(test_content(90'000)));
    result = run_here({"maker/Small-GGUF", "--file", "mmproj-F16.gguf"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(last(result)["sha256"], sha256_of(test_content(7'000)));
    result = run_here({endpoint() + "/maker/Small-GGUF/blob/main/small-Q8_0.gguf"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(last(result)["sha256"], sha256_of(test_content(90'000)));
}

TEST_F(DownloadCommand, FromModelScopeIntoAFolderOfChoice) {
    const fs::path folder = data_.path() / "elsewhere";
    const CommandResult result =
        run({"maker/Small-GGUF", "--endpoint", "modelscope=" + hub_.model_scope().base_url, "--folder",
             folder.string(), "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(last(result)["path"], (folder / "maker--Small-GGUF" / "small-Q4_K_M.gguf").string());
    EXPECT_FALSE(fs::exists(models()));
}

TEST_F(DownloadCommand, ACheckpointComesWithAllItsFiles) {
    hub_.add("maker/Checkpoint",
             {{{"config.json", {R"({"model_type": "qwen3", "torch_dtype": "bfloat16"})", false}},
               {"tokenizer.json", {"{\"a tokenizer\": 1}"}},
               {"model.safetensors", {"the weights"}}}});
    const CommandResult result = run_here({"maker/Checkpoint"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(last(result)["path"], (models() / "maker--Checkpoint").string());
    ASSERT_EQ(last(result)["files"].size(), 3U);
    EXPECT_EQ(read_file(models() / "maker--Checkpoint" / "model.safetensors"), "the weights");
}

TEST_F(DownloadCommand, CuratedNamesComeFromTheList) {
    const std::string content = test_content(50'000);
    write_catalog({{"version", 1},
                   {"models",
                    {{{"name", "tiny"},
                      {"title", "Tiny"},
                      {"file", "tiny.gguf"},
                      {"bytes", content.size()},
                      {"sha256", sha256_of(content)},
                      {"quantization", "Q4_K_M"},
                      {"licence", "MIT"},
                      {"sources",
                       {{{"kind", "huggingface"},
                         {"endpoint", endpoint()},
                         {"repository", "maker/Small-GGUF"},
                         {"revision", "main"},
                         {"path", "small-Q4_K_M.gguf"}}}}}}},
                   {"suggestions",
                    {{{"name", "small"},
                      {"title", "Small"},
                      {"size", "1B"},
                      {"repository", "maker/Small-GGUF"},
                      {"licence", "MIT"}}}}});
    CommandResult result = run_here({"tiny"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(last(result)["path"], (models() / "tiny.gguf").string());
    result = run_here({"small"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(last(result)["path"], small().string());
    EXPECT_EQ(run_here({"tiny", "--file", "other.gguf"}).exit_code, 2);
    EXPECT_EQ(run_here({"unknown"}).exit_code, 3);
}

TEST_F(DownloadCommand, WrongUseIsTwo) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{},
                                               {"a/b", "--endpoint", "nobody"},
                                               {"a/b", "--endpoint", "http://hub.example"},
                                               {"a/b/c"},
                                               {"https://example.com/a/b"},
                                               {"../../x"},
                                               {"a/b", "--unknown"},
                                               {"a/b", "c/d"}}) {
        EXPECT_EQ(run(arguments).exit_code, 2) << json(arguments).dump();
    }
    EXPECT_THAT(hub_.paths(), IsEmpty());
}

TEST_F(DownloadCommand, WhatIsNotThereIsThree) {
    const CommandResult result = run_here({"maker/None"});
    EXPECT_EQ(result.exit_code, 3) << result.errors;
    EXPECT_EQ(last(result)["error"]["code"], "no_such_repository");
    EXPECT_EQ(run_here({"maker/Small-GGUF:Q2_K"}).exit_code, 3);
    EXPECT_THAT(run_here({"maker/Small-GGUF:Q2_K"}).errors, HasSubstr("Q4_K_M, Q8_0"));
    EXPECT_EQ(run_here({"maker/Small-GGUF", "--file", "none.gguf"}).exit_code, 3);
    hub_.add("maker/Empty", {{{"README.md", {"x", false}}}});
    EXPECT_EQ(run_here({"maker/Empty"}).exit_code, 3);
    hub_.add("maker/Torn", {{{"m-Q4_0-00001-of-00002.gguf", {"GGUF"}}}});
    EXPECT_EQ(run_here({"maker/Torn:Q4_0"}).exit_code, 3);
    EXPECT_FALSE(fs::exists(models()));
}

TEST_F(DownloadCommand, TheNetworkIsFour) {
    hub_.set_fault([](const TestRequest&, const TestConnection& connection) {
        connection.respond(503, "busy");
        return true;
    });
    CommandResult result = run_here({"maker/Small-GGUF"});
    EXPECT_EQ(result.exit_code, 4) << result.errors;
    EXPECT_EQ(last(result)["error"]["http_status"], 503);
    result = run({"maker/Small-GGUF", "--endpoint", "http://127.0.0.1:1", "--json"});
    EXPECT_EQ(result.exit_code, 4) << result.errors;
    EXPECT_EQ(last(result)["error"]["code"], "cannot_connect");
    EXPECT_THAT(result.errors, Not(IsEmpty()));
}

TEST_F(DownloadCommand, AGatedModelWantsTheTokenOfTheEnvironment) {
    FakeRepository gated{{{"m-Q4_0.gguf", {test_content(1000)}}}};
    gated.gated = true;
    hub_.add("maker/Gated", gated);
    const CommandResult refused = run_here({"maker/Gated"});
    EXPECT_EQ(refused.exit_code, 4) << refused.errors;
    const CommandResult taken = run_here({"maker/Gated"}, {.environment = {"HF_TOKEN=hf_T0K"}});
    EXPECT_EQ(taken.exit_code, 0) << taken.errors;
    EXPECT_EQ(taken.output.find("hf_T0K"), std::string::npos);
    // The storage host never sees it.
    ASSERT_THAT(hub_.storage_requests(), Not(IsEmpty()));
    for (const TestRequest& request : hub_.storage_requests()) {
        EXPECT_FALSE(request.headers.contains("authorization"));
    }
}

TEST_F(DownloadCommand, OtherBytesThanListedAreFive) {
    hub_.set_storage_fault([](const TestRequest&, const TestConnection& connection) {
        std::string content = test_content(50'000);
        content.back() ^= 1;
        connection.respond(200, content);
        return true;
    });
    const CommandResult result = run_here({"maker/Small-GGUF"});
    EXPECT_EQ(result.exit_code, 5) << result.errors;
    EXPECT_EQ(last(result)["error"]["code"], "wrong_content");
    EXPECT_FALSE(fs::exists(small()));
}

TEST_F(DownloadCommand, AnUnsafeNameIsFiveAndNothingIsMade) {
    hub_.add("maker/Unsafe", {{{"../../m-Q4_0.gguf", {"GGUF"}}}});
    const CommandResult result = run_here({"maker/Unsafe:Q4_0"});
    EXPECT_EQ(result.exit_code, 5) << result.errors;
    EXPECT_FALSE(fs::exists(models()));
}

TEST_F(DownloadCommand, TheDriveIsSix) {
    std::ofstream(data_.path() / "file") << "x";
    const CommandResult result = run_here({"maker/Small-GGUF", "--folder", (data_.path() / "file").string()});
    EXPECT_EQ(result.exit_code, 6) << result.errors << result.output;
    EXPECT_TRUE(last(result)["error"].contains("file")) << result.output;
}

TEST_F(DownloadCommand, TheFirstVerifyComparesWithWhatWasDownloaded) {
    const std::string sha256 = sha256_of(test_content(50'000));
    ASSERT_EQ(run_here({"maker/Small-GGUF"}).exit_code, 0);
    const json models = listed();
    ASSERT_EQ(models.size(), 1U);
    EXPECT_EQ(models[0]["path"], small().string());
    EXPECT_EQ(models[0]["files"][0]["sha256"], sha256);
    const std::string id = models[0]["id"];
    const CommandResult good = models_command({"verify", id});
    EXPECT_EQ(good.exit_code, 0) << good.errors;
    EXPECT_EQ(good.json()["verdict"], "matches");
    flip_last_byte(small());
    const CommandResult bad = models_command({"verify", id});
    EXPECT_EQ(bad.exit_code, 5) << bad.errors;
    EXPECT_EQ(bad.json()["verdict"], "differs");
    EXPECT_EQ(bad.json()["files"][0]["expected"], sha256);
    EXPECT_EQ(listed()[0]["verified"], "differs");
}

TEST_F(DownloadCommand, DamageBeforeTheFirstListIsFound) {
    ASSERT_EQ(run_here({"maker/Small-GGUF"}).exit_code, 0);
    flip_last_byte(small());
    EXPECT_EQ(models_command({"verify", listed()[0]["id"]}).exit_code, 5);
}

TEST_F(DownloadCommand, WhatLiesInAFolderOfChoiceIsListedToo) {
    const fs::path folder = data_.path() / "elsewhere";
    ASSERT_EQ(run_here({"maker/Small-GGUF", "--folder", folder.string()}).exit_code, 0);
    json models = listed();
    ASSERT_EQ(models.size(), 1U);
    EXPECT_EQ(models[0]["path"], (folder / "maker--Small-GGUF" / "small-Q4_K_M.gguf").string());
    EXPECT_EQ(models_command({"verify", models[0]["id"]}).json()["verdict"], "matches");
    const CommandResult projector =
        run_here({"maker/Small-GGUF", "--file", "mmproj-F16.gguf", "--folder", (folder / "more").string()});
    EXPECT_EQ(projector.exit_code, 0) << projector.errors;
    EXPECT_EQ(projector.errors, "") << "it is no model, and that is no failure";
    EXPECT_EQ(listed().size(), 1U);
}

TEST_F(DownloadCommand, EveryFileOfACheckpointIsVerified) {
    hub_.add("maker/Checkpoint",
             {{{"config.json", {R"({"model_type": "qwen3", "torch_dtype": "bfloat16"})", false}},
               {"tokenizer.json", {"{\"a tokenizer\": 1}"}},
               {"model.safetensors", {"the weights"}}}});
    ASSERT_EQ(run_here({"maker/Checkpoint"}).exit_code, 0);
    const std::string id = listed()[0]["id"];
    EXPECT_EQ(models_command({"verify", id}).json()["verdict"], "matches");
    flip_last_byte(models() / "maker--Checkpoint" / "config.json");
    EXPECT_EQ(models_command({"verify", id}).exit_code, 5);
}

TEST_F(DownloadCommand, AListThatCannotBeWrittenLosesNoDownload) {
    fs::create_directories(data_.path() / "library.db");
    const CommandResult result = run_here({"maker/Small-GGUF"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.errors, HasSubstr("not kept"));
    EXPECT_EQ(last(result)["path"], small().string());
}

TEST_F(DownloadCommand, CtrlCPausesAndASecondRunGoesOn) {
    const std::string content = test_content(400'000);
    hub_.add("maker/Slow", {{{"m-Q4_0.gguf", {content}}}});
    hub_.set_storage_fault([&](const TestRequest& request, const TestConnection& connection) {
        if (request.first_byte()) {
            return false;  // the second run
        }
        connection.head(200, {{"Content-Length", std::to_string(content.size())},
                              {"ETag", "\"" + sha256_of(content) + "\""}});
        connection.send(content.substr(0, 200'000));
        connection.hold();
        return true;
    });
    bool sent = false;
    const CommandResult paused =
        run_here({"maker/Slow"}, {.on_output = [&](int process, const std::string& output) {
                     if (!sent && output.find("\"bytes\":200000") != std::string::npos) {
                         sent = true;
                         ::kill(process, SIGINT);
                     }
                 }});
    EXPECT_EQ(paused.exit_code, 1) << paused.errors;
    EXPECT_EQ(last(paused)["error"]["code"], "paused");
    EXPECT_THAT(paused.errors, HasSubstr("goes on"));
    const CommandResult done = run_here({"maker/Slow"});
    EXPECT_EQ(done.exit_code, 0) << done.errors;
    EXPECT_EQ(read_file(models() / "maker--Slow" / "m-Q4_0.gguf"), content);
    EXPECT_EQ(hub_.storage_requests().back().first_byte(), 200'000U);
}

/// What is left of it is one row in the window, and room is asked for all of it at once.
TEST_F(DownloadCommand, AModelOfSeveralFilesIsOneDownload) {
    hub_.add("maker/Parts", {{{"m-Q4_0-00001-of-00002.gguf", {test_content(40'000)}},
                              {"m-Q4_0-00002-of-00002.gguf", {test_content(30'000)}}}});
    std::atomic<bool> held = true;
    hub_.set_storage_fault([&](const TestRequest&, const TestConnection& connection) {
        if (held) {
            connection.hold();
        }
        return held.load();
    });
    const auto journals = [&] {
        std::size_t count = 0;
        for (const auto& entry : fs::directory_iterator(models() / "maker--Parts")) {
            count += entry.path().string().ends_with(".hearth-set.json") ? 1U : 0U;
        }
        return count;
    };
    bool sent = false;
    const CommandResult paused =
        run_here({"maker/Parts"}, {.on_output = [&](int process, const std::string&) {
                     if (!std::exchange(sent, true)) {
                         ::kill(process, SIGINT);
                     }
                 }});
    EXPECT_EQ(last(paused)["error"]["code"], "paused") << paused.output;
    EXPECT_EQ(journals(), 1U);
    held = false;
    const CommandResult done = run_here({"maker/Parts"});
    EXPECT_EQ(done.exit_code, 0) << done.errors;
    EXPECT_EQ(last(done)["files"].size(), 2U);
    EXPECT_EQ(journals(), 0U);
}

}  // namespace
}  // namespace hearth::test
