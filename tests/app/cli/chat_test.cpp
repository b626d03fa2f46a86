#include "command_runner.h"
#include "support/real_models.h"

#include <algorithm>
#include <csignal>
#include <sstream>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

class Chat : public testing::Test {
 protected:
    void SetUp() override {
        const auto path = real_model(kRealModels[0].file);
        if (!path) {
            GTEST_SKIP() << kRealModels[0].file << " is not there";
        }
        model_ = path->string();
    }

    CommandResult chat(const CommandOptions& options, std::vector<std::string> more = {}) const {
        std::vector<std::string> arguments = {"chat", "--model", model_, "--context", "2048"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_command(arguments, options);
    }

    /// One JSON value a line.
    static std::vector<nlohmann::json> lines(const std::string& output) {
        std::vector<nlohmann::json> values;
        std::istringstream stream(output);
        for (std::string line; std::getline(stream, line);) {
            values.push_back(nlohmann::json::parse(line, nullptr, false));
        }
        return values;
    }

    std::string model_;
};

TEST_F(Chat, RemembersAndComputesOnlyWhatIsNew) {
    const CommandResult result =
        chat({.input = "What is the capital of France?\nAnd of Italy?\n"},
             {"--json", "--max-tokens", "30", "--system", "You answer in one sentence."});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const auto turns = lines(result.output);
    ASSERT_EQ(turns.size(), 2U) << result.output;
    EXPECT_NE(turns[0]["text"].get<std::string>().find("Paris"), std::string::npos);
    EXPECT_EQ(turns[0]["cached_tokens"], 0);
    // Everything before the first generation prompt at least.
    EXPECT_GT(turns[1]["cached_tokens"].get<int>() + 8, turns[0]["prompt_tokens"].get<int>());
    EXPECT_GT(turns[1]["prompt_tokens"], turns[0]["prompt_tokens"]);
}

TEST_F(Chat, WritesAnswersAloneToAPipe) {
    const CommandResult result = chat({.input = "Hi\n"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_FALSE(result.output.empty());
    EXPECT_EQ(result.output.find("> "), std::string::npos);
    EXPECT_TRUE(result.errors.empty()) << result.errors;
}

TEST_F(Chat, ObeysCommandsAndTakesPathsForMessages) {
    const CommandResult result =
        chat({.input = "/help\n/nonsense\n/system Be brief.\n/reset\n\n/etc/passwd is what?\n/quit\nnever\n"},
             {"--json", "--max-tokens", "3"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(lines(result.output).size(), 1U) << result.output;
    EXPECT_NE(result.errors.find("/reset"), std::string::npos);
    EXPECT_NE(result.errors.find("no such command"), std::string::npos);
}

TEST_F(Chat, EndsWithTheInput) {
    EXPECT_EQ(chat({.input = ""}).exit_code, 0);
    const CommandResult unfinished = chat({.input = "Hi"}, {"--json", "--max-tokens", "3"});
    EXPECT_EQ(unfinished.exit_code, 0);
    EXPECT_EQ(lines(unfinished.output).size(), 1U);
}

TEST_F(Chat, ALineThatCannotBeAnsweredIsToldAndTheNextIsAnswered) {
    std::string long_line;
    for (int i = 0; i < 3000; ++i) {
        long_line += " word";
    }
    const CommandResult result = chat({.input = "a\xFF\n" + long_line + "\nHi\n" + long_line + "\nHello\n"},
                                      {"--json", "--max-tokens", "3"});
    EXPECT_EQ(result.exit_code, 1);
    const auto turns = lines(result.output);
    ASSERT_EQ(turns.size(), 5U) << result.output;
    EXPECT_EQ(turns[0]["error"]["code"], "InvalidUtf8");
    EXPECT_EQ(turns[1]["error"]["code"], "ContextTooLong");
    EXPECT_TRUE(turns[2].contains("text"));
    EXPECT_EQ(turns[3]["error"]["code"], "ContextTooLong");
    EXPECT_TRUE(turns[4].contains("text"));
    // Only where there is a conversation to leave.
    EXPECT_EQ(turns[1]["error"]["message"].get<std::string>().find("/reset"), std::string::npos);
    EXPECT_NE(turns[3]["error"]["message"].get<std::string>().find("/reset"), std::string::npos);
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 3) << result.errors;
}

TEST_F(Chat, CtrlCStopsTheAnswerAndGoesOn) {
    bool sent = false;
    const CommandResult result = chat({.input = "Write a very long story.\nHi\n",
                                       .on_output =
                                           [&](int process, const std::string& output) {
                                               if (!sent && output.size() > 20) {
                                                   kill(process, SIGINT);
                                                   sent = true;
                                               }
                                           }},
                                      {"--max-tokens", "300"});
    EXPECT_TRUE(sent);
    EXPECT_FALSE(result.signal.has_value());
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_GE(std::count(result.output.begin(), result.output.end(), '\n'), 2);
}

}  // namespace
}  // namespace hearth::test
