#include "app/hub/fake_hub.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "command_runner.h"
#include "support/checkpoint_fixture.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

/// Has a data folder of its own, and says it to the command.
class FitCommand : public testing::Test {
 protected:
    void SetUp() override { tiny_model(tiny_model_names().front()).file.write(model_); }
    CommandResult run(std::vector<std::string> arguments, std::vector<std::string> environment = {}) const {
        arguments.insert(arguments.begin(), "fit");
        environment.push_back(data_folder());
        return run_command(arguments, {.environment = std::move(environment)});
    }
    std::string data_folder() const { return "HEARTH_DATA_DIR=" + (folder_.path() / "data").string(); }
    void expect_memory_of(const CommandResult& there, const std::filesystem::path& here) const {
        ASSERT_EQ(there.exit_code, 0) << there.errors << there.output;
        const auto expected = run({here.string(), "--json"}).json();
        for (const char* field : {"weights_bytes", "kv_bytes", "workspace_bytes", "context_tokens"}) {
            EXPECT_EQ(there.json()[field], expected[field]) << field;
        }
    }

    TemporaryFolder folder_;
    std::filesystem::path model_ = folder_.path() / "tiny.gguf";
};

TEST_F(FitCommand, TellsMemoryAndHowToLearnTheSpeed) {
    const CommandResult result = run({model_.string(), "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    const auto json = result.json();
    for (const char* field :
         {"weights_bytes", "kv_bytes", "workspace_bytes", "free_bytes", "context_tokens"}) {
        EXPECT_GT(json[field].get<std::uint64_t>(), 0U) << field;
    }
    EXPECT_EQ(json["fits"], true);
    EXPECT_TRUE(json["predicted_decode_tokens_per_s"].is_null());
    EXPECT_TRUE(json["predicted_prefill_tokens_per_s"].is_null());
    EXPECT_NE(result.errors.find("--probe"), std::string::npos) << result.errors;
    const auto inspected = run_command({"inspect", model_.string(), "--json"}).json()["memory"];
    EXPECT_EQ(json["weights_bytes"], inspected["weight_bytes"]);
    EXPECT_EQ(json["workspace_bytes"], inspected["workspace_bytes"]);
}

TEST_F(FitCommand, PlansTheContextAskedFor) {
    const auto usual = run({model_.string(), "--json"}).json();
    const auto small = run({model_.string(), "--json", "--context", "8", "--kv-bytes", "1000000"}).json();
    EXPECT_EQ(small["context_tokens"], 8);
    EXPECT_LE(small["kv_bytes"].get<std::uint64_t>(), 1'000'000U);
    const CommandResult huge = run({model_.string(), "--json", "--kv-bytes", "1000000000000000"});
    EXPECT_EQ(huge.exit_code, 0) << "an answer, not a failure";
    EXPECT_EQ(huge.json()["fits"], false);
    EXPECT_EQ(run({model_.string(), "--context", "100000000"}).exit_code, 1);
    EXPECT_EQ(usual["fits"], true);
}

TEST_F(FitCommand, SaysItInWords) {
    const CommandResult result = run({model_.string()});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.output.find("This model fits"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("free now"), std::string::npos) << result.output;
    const CommandResult huge = run({model_.string(), "--kv-bytes", "1000000000000000"});
    EXPECT_NE(huge.output.find("does not fit"), std::string::npos) << huge.output;
}

TEST_F(FitCommand, AProbeIsKept) {
    const CommandResult probed = run({model_.string(), "--json", "--probe", "--threads", "2"});
    ASSERT_EQ(probed.exit_code, 0) << probed.errors;
    const auto json = probed.json();
    EXPECT_GT(json["predicted_decode_tokens_per_s"].get<double>(), 0);
    EXPECT_GT(json["predicted_prefill_tokens_per_s"].get<double>(), 0);
    const auto again = run({model_.string(), "--json", "--threads", "2"}).json();
    EXPECT_EQ(again["predicted_decode_tokens_per_s"], json["predicted_decode_tokens_per_s"]);
    EXPECT_TRUE(
        run({model_.string(), "--json", "--threads", "1"}).json()["predicted_decode_tokens_per_s"].is_null())
        << "another number of threads was not probed";

    // Runs of real models correct it, those that ran alone.
    const char* models = std::getenv("HEARTH_TEST_MODELS");
    const std::filesystem::path real =
        std::filesystem::path(models == nullptr ? "/nowhere" : models) / "SmolLM2-135M-Instruct.Q4_1.gguf";
    if (!std::filesystem::exists(real)) {
        GTEST_SKIP() << "no real model to run";
    }
    const auto bench = [&](const std::string& batch) {
        return run_command({"bench", "--model", real.string(), "--threads", "2", "--prompt-tokens", "128",
                            "--gen-tokens", "32", "--repeats", "1", "--batch", batch, "--json"},
                           {.environment = {data_folder()}});
    };
    const auto ratios = [&] {
        const auto file = nlohmann::json::parse(read_file(folder_.path() / "data" / "device_speed.json"));
        return std::pair(file["devices"][0]["decode_ratios"].size(),
                         file["devices"][0]["prefill_ratios"].size());
    };
    EXPECT_EQ(ratios(), std::pair(0UL, 0UL));
    const CommandResult together = bench("2");
    ASSERT_EQ(together.exit_code, 0) << together.errors;
    EXPECT_EQ(ratios(), std::pair(0UL, 1UL)) << "two at a time say nothing of one";
    const CommandResult alone = bench("1");
    ASSERT_EQ(alone.exit_code, 0) << alone.errors;
    EXPECT_EQ(ratios(), std::pair(1UL, 2UL));
    const CommandResult generated =
        run_command({"generate", "--model", real.string(), "--threads", "2", "--prompt", "Count to 100.",
                     "--max-tokens", "40", "--ignore-eos"},
                    {.environment = {data_folder()}});
    ASSERT_EQ(generated.exit_code, 0) << generated.errors;
    EXPECT_EQ(ratios(), std::pair(2UL, 2UL));
}

TEST_F(FitCommand, ReadsTheHeaderBehindAnAddress) {
    const std::string content = read_file(model_);
    const TestServer server(serve_file(content));
    const CommandResult there = run({server.url("/tiny.gguf"), "--json"});
    ASSERT_EQ(there.exit_code, 0) << there.errors;
    EXPECT_EQ(there.json()["weights_bytes"], run({model_.string(), "--json"}).json()["weights_bytes"]);
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "data" / "logs" / "requests.log"));
}

/// The repository of the model as a checkpoint, as it lies in `folder`.
FakeRepository checkpoint_repository(const std::filesystem::path& folder) {
    checkpoint_of(tiny_model("qwen3")).write(folder, 2);
    FakeRepository repository;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const bool settings = entry.path().filename() == "config.json";
        repository.files[entry.path().filename().string()] = {read_file(entry.path()), !settings};
    }
    return repository;
}

TEST_F(FitCommand, OfAHubsModelTheHeadersAreRead) {
    FakeHub hub;
    hub.add("maker/Tiny-GGUF", {{{"tiny-F32.gguf", {read_file(model_)}}}});
    hub.add("maker/Tiny", checkpoint_repository(folder_.path() / "checkpoint"));
    const std::string endpoint = hub.hugging_face().base_url;
    expect_memory_of(run({"maker/Tiny-GGUF:F32", "--endpoint", endpoint, "--json"}), model_);
    expect_memory_of(
        run({endpoint + "/maker/Tiny-GGUF/blob/main/tiny-F32.gguf", "--endpoint", endpoint, "--json"}),
        model_);
    expect_memory_of(run({"maker/Tiny", "--endpoint", endpoint, "--json"}), folder_.path() / "checkpoint");
    expect_memory_of(run({"maker/Tiny", "--endpoint", "modelscope=" + hub.model_scope().base_url, "--json"}),
                     folder_.path() / "checkpoint");
    for (const std::string& path : hub.paths()) {
        EXPECT_EQ(path.find("tokenizer.json"), std::string::npos) << "a plan does without: " << path;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "data" / "models"));
}

TEST_F(FitCommand, AGatedModelWantsTheTokenOfTheEnvironment) {
    FakeHub hub;
    FakeRepository gated{{{"tiny-F32.gguf", {read_file(model_)}}}};
    gated.gated = true;
    hub.add("maker/Gated", gated);
    const std::vector<std::string> question{"maker/Gated:F32", "--endpoint", hub.hugging_face().base_url,
                                            "--json"};
    const CommandResult refused = run(question);
    EXPECT_EQ(refused.exit_code, 4) << refused.errors;
    EXPECT_EQ(refused.error("code"), "token_needed") << refused.output;
    expect_memory_of(run(question, {"HF_TOKEN=hf_T0K"}), model_);
    for (const TestRequest& request : hub.storage_requests()) {
        EXPECT_FALSE(request.headers.contains("authorization"));
    }
}

TEST_F(FitCommand, HasExitCodesForScripts) {
    EXPECT_EQ(run({"a/b", "--endpoint", "nobody"}).exit_code, 2);
    EXPECT_EQ(run({"a/b/c"}).exit_code, 2);
    EXPECT_EQ(run({}).exit_code, 2);
    EXPECT_EQ(run({model_.string(), "--context", "none"}).exit_code, 2);
    EXPECT_EQ(run({(folder_.path() / "nothing.gguf").string()}).exit_code, 3);
    EXPECT_EQ(run({"nothing.gguf"}).exit_code, 3) << "a file's name is not told to a hub";
    const TestServer server(
        [](const TestRequest&, const TestConnection& connection) { connection.respond(404, "no"); });
    const CommandResult missing = run({server.url("/m.gguf"), "--json"});
    EXPECT_EQ(missing.exit_code, 3);
    EXPECT_EQ(missing.error("code"), "http_status") << missing.output;
    const CommandResult unreachable = run({"http://127.0.0.1:1/m.gguf", "--json"});
    EXPECT_EQ(unreachable.exit_code, 4);
    EXPECT_EQ(unreachable.error("code"), "cannot_connect") << unreachable.output;
    const auto page = folder_.write("page.gguf", "<!doctype html>");
    EXPECT_EQ(run({page.string()}).exit_code, 1);
}

}  // namespace
}  // namespace hearth::test
