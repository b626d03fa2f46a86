#include "command_runner.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

TEST(WrongUse, IsExitCodeTwoAndAnErrorOnStandardError) {
    const std::vector<std::vector<std::string>> cases = {
        {},
        {"nonsense"},
        {"generate"},
        {"generate", "--model", "m.gguf"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--max-tokens", "-5"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--max-tokens", "99999999999"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--max-tokens", "7x"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--temperature", "hot"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--temperature", "0,7"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--seed", "1180591620717411303424"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--activation-bits", "12"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--logit-bias", "5"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--unknown"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "stray"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--raw", "--system", "y"},
        {"generate", "--model", "m.gguf", "--prompt", "x", "--logprobs", "2"},
        {"bench", "--model", "m.gguf", "--batch", "1,,2"},
        {"bench", "--model", "m.gguf", "--batch", "0"},
        {"bench", "--model", "m.gguf", "--gen-tokens", "1"},
        {"render", "--messages", "m.json"},
        {"render", "--messages", "m.json", "--model", "m.gguf", "--template", "t.jinja"},
        {"tokenize", "--model", "m.gguf"},
        {"inspect"},
    };
    for (const std::vector<std::string>& arguments : cases) {
        const CommandResult result = run_command(arguments);
        const std::string shown = nlohmann::json(arguments).dump();
        EXPECT_EQ(result.exit_code, 2) << shown << result.errors;
        EXPECT_TRUE(result.output.empty()) << shown << result.output;
        EXPECT_NE(result.errors.find("hearth-cli: "), std::string::npos) << shown;
    }
}

TEST(WrongUse, NamesTheOptionAndWhatItTakesBeforeAnythingIsRead) {
    struct Case {
        std::vector<std::string> arguments;
        const char* option;
        const char* says;
    };
    const std::vector<Case> cases = {
        {{"generate", "--prompt", "x", "--threads", "0"}, "--threads", "a whole number from 1 to "},
        {{"generate", "--prompt", "x", "--threads", "1000000"}, "--threads", "a whole number from 1 to "},
        {{"generate", "--prompt", "x", "--max-tokens", "0"}, "--max-tokens", "a whole number, 1 or more"},
        {{"generate", "--prompt", "x", "--top-k", "0"}, "--top-k", "a whole number, 1 or more"},
        {{"generate", "--prompt", "x", "--temperature", "-1"}, "--temperature", "a number, 0 or more"},
        {{"generate", "--prompt", "x", "--temperature", "nan"}, "--temperature", "a number, 0 or more"},
        {{"generate", "--prompt", "x", "--temperature", "inf"}, "--temperature", "a number, 0 or more"},
        {{"generate", "--prompt", "x", "--top-p", "1.5"}, "--top-p", "a number from 0 to 1"},
        {{"generate", "--prompt", "x", "--repetition-penalty", "0"},
         "--repetition-penalty",
         "a number above 0"},
        {{"generate", "--prompt", "x", "--context", "0"}, "--context", "a whole number, 2 or more"},
        {{"generate", "--prompt", "x", "--kv-bytes", "0"}, "--kv-bytes", "a whole number, 1 or more"},
        {{"generate", "--prompt", "x", "--stop", ""}, "--stop", "1 to 4096 bytes"},
        {{"generate", "--prompt", "x", "--dry-breaker", ""}, "--dry-breaker", "some text"},
        {{"generate", "--prompt", "x", "--logit-bias", "5=nan"}, "--logit-bias", "ID=X"},
        {{"generate", "--prompt", "x", "--stop-token", "-1"}, "--stop-token", "a whole number, 0 or more"},
        {{"generate", "--prompt", ""}, "--prompt", "some text"},
        {{"chat", "--max-tokens", "0"}, "--max-tokens", "a whole number, 1 or more"},
        {{"chat", "--stop", ""}, "--stop", "1 to 4096 bytes"},
        {{"perplexity", "--text", "t", "--window", "0"}, "--window", "a whole number, 2 or more"},
        {{"perplexity", "--text", "t", "--windows", "0"}, "--windows", "a whole number, 1 or more"},
        {{"bench", "--batch", "100000"}, "--batch", "from 1 to 64"},
        {{"bench", "--batch", "4,1,4"}, "--batch", "different"},
        {{"bench", "--prompt-tokens", "0"}, "--prompt-tokens", "a whole number, 1 or more"},
    };
    for (const Case& each : cases) {
        std::vector<std::string> arguments = each.arguments;
        arguments.insert(arguments.end(), {"--model", "/no/such.gguf", "--json"});
        const CommandResult result = run_command(arguments);
        EXPECT_EQ(result.exit_code, 2) << each.option << result.errors;
        EXPECT_EQ(result.error("field"), each.option) << result.output;
        EXPECT_NE(result.errors.find(each.option), std::string::npos) << result.errors;
        EXPECT_NE(result.errors.find(each.says), std::string::npos) << result.errors;
    }
    const CommandResult bytes =
        run_command({"generate", "--json", "--model", "/no/such.gguf", "--prompt", "a\xFF"});
    EXPECT_EQ(bytes.exit_code, 2);
    EXPECT_EQ(bytes.error("code"), "InvalidUtf8");
}

TEST(WrongUse, IsToldInJsonToo) {
    const CommandResult result = run_command({"generate", "--json", "--prompt", "x"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.error("code"), "InvalidRequest");
    EXPECT_NE(result.error("message").find("--model"), std::string::npos);
}

TEST(WrongUse, NamesACommandThatDoesNotExist) {
    EXPECT_NE(run_command({"nonsense"}).errors.find("nonsense"), std::string::npos);
}

TEST(Help, ListsCommandsAndTheirOptions) {
    const CommandResult all = run_command({"--help"});
    EXPECT_EQ(all.exit_code, 0);
    for (const char* command :
         {"bench", "chat", "devices", "generate", "inspect", "perplexity", "render", "tokenize"}) {
        EXPECT_NE(all.output.find(command), std::string::npos) << command;
        const CommandResult one = run_command({command, "--help"});
        EXPECT_EQ(one.exit_code, 0) << command;
        EXPECT_NE(one.output.find("--json"), std::string::npos) << command;
    }
    EXPECT_NE(run_command({"generate", "--help"}).output.find("--ignore-eos"), std::string::npos);
}

TEST(Help, ShowsTheVersion) {
    const CommandResult result = run_command({"--version"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.output.find("hearth-cli "), 0U) << result.output;
}

TEST(MissingFile, IsOneClearSentence) {
    const std::vector<std::vector<std::string>> cases = {
        {"generate", "--json", "--model", "/no/such.gguf", "--prompt", "x"},
        {"chat", "--json", "--model", "/no/such.gguf"},
        {"perplexity", "--json", "--model", "/no/such.gguf", "--text", HEARTH_TEST_DATA "/oracle/code.txt"},
        {"bench", "--json", "--model", "/no/such.gguf"},
        {"tokenize", "--json", "--model", "/no/such.gguf", "--text", "x"},
        {"inspect", "--json", "/no/such.gguf"},
        {"render", "--json", "--template", "/no/such.gguf", "--messages", "m.json"},
    };
    for (const std::vector<std::string>& arguments : cases) {
        const CommandResult result = run_command(arguments);
        EXPECT_EQ(result.exit_code, 1) << arguments.front();
        EXPECT_EQ(result.error("code"), "FileNotFound") << arguments.front() << result.output;
        EXPECT_EQ(result.error("file"), "/no/such.gguf") << arguments.front();
        EXPECT_NE(result.errors.find("/no/such.gguf"), std::string::npos) << arguments.front();
    }
}

TEST(Devices, NamesTheProcessor) {
    const CommandResult result = run_command({"devices", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const auto devices = result.json();
    ASSERT_GE(devices.size(), 1U);
    EXPECT_EQ(devices[0]["backend"], "cpu");
    EXPECT_GE(devices[0]["cores"], 1);
    EXPECT_GT(devices[0]["memory_bytes"], 0);
    EXPECT_EQ(run_command({"devices"}).exit_code, 0);
}

TEST(ClosedOutput, IsAFailureAndNoSignal) {
    const CommandResult result = run_command({"devices"}, {.output = CommandOptions::Output::closed});
    EXPECT_FALSE(result.signal.has_value());
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(result.errors.empty()) << result.errors;
}

TEST(FullDisk, IsOneSentence) {
    const std::vector<std::vector<std::string>> cases = {
        {"devices"}, {"devices", "--json"}, {"--help"}, {"generate", "--help"}, {"--version"}};
    for (const std::vector<std::string>& arguments : cases) {
        const CommandResult result = run_command(arguments, {.output = CommandOptions::Output::full});
        EXPECT_EQ(result.exit_code, 1) << arguments.front();
        EXPECT_NE(result.errors.find("No space left on device"), std::string::npos) << result.errors;
        EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    }
}

}  // namespace
}  // namespace hearth::test
