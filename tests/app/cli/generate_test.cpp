#include "command_runner.h"
#include "support/oracle_file.h"
#include "support/real_models.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

class Generate : public testing::Test {
 protected:
    void SetUp() override {
        const auto path = real_model(kRealModels[0].file);
        if (!path) {
            GTEST_SKIP() << kRealModels[0].file << " is not there";
        }
        model_ = path->string();
    }

    CommandResult generate(std::vector<std::string> more, const CommandOptions& options = {}) const {
        std::vector<std::string> arguments = {"generate", "--model", model_, "--context", "2048"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_command(arguments, options);
    }

    std::string model_;
};

/// The first `count` elements.
nlohmann::json first(const nlohmann::json& list, std::size_t count) {
    return {list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(count, list.size()))};
}

/// Greedy tokens that are certain: up to the first gap between the two likeliest that rounding could close.
std::size_t certain_tokens(const nlohmann::json& gaps, double least) {
    std::size_t count = 0;
    while (count < gaps.size() && gaps[count].get<double>() > least) {
        ++count;
    }
    return count;
}

TEST_F(Generate, AnswersAQuestion) {
    const CommandResult result =
        generate({"--prompt", "What is the capital of France?", "--max-tokens", "40"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_NE(result.output.find("Paris"), std::string::npos) << result.output;
    EXPECT_TRUE(result.errors.empty()) << result.errors;
}

TEST_F(Generate, ContinuesRawTextAsTheOracleDoes) {
    for (const RealModel& model : kRealModels) {
        const auto path = real_model(model.file);
        if (!path) {
            GTEST_SKIP() << model.file << " is not there";
        }
        std::vector<std::string> arguments = {"generate",  "--json",       "--raw",        "--ignore-eos",
                                              "--model",   path->string(), "--max-tokens", "24",
                                              "--context", "1024"};
        const auto oracle = read_oracle(model.oracle)["greedy"]["prompts"];
        for (const auto& entry : oracle) {
            arguments.insert(arguments.end(), {"--prompt", entry["prompt"].get<std::string>()});
        }
        const CommandResult result = run_command(arguments);
        ASSERT_EQ(result.exit_code, 0) << result.errors;
        const auto answers = result.json();
        ASSERT_EQ(answers.size(), oracle.size());
        for (std::size_t i = 0; i < oracle.size(); ++i) {
            EXPECT_EQ(answers[i]["prompt_ids"], oracle[i]["ids"]) << i;
            ASSERT_EQ(answers[i]["ids"].size(), 24U) << i;
            EXPECT_EQ(answers[i]["finish_reason"], "length");
            const std::size_t certain = std::min<std::size_t>(24, certain_tokens(oracle[i]["gaps"], 0.1));
            EXPECT_EQ(first(answers[i]["ids"], certain), first(oracle[i]["new_ids"], certain)) << i;
        }
    }
}

TEST_F(Generate, StopsAtTheEndTokenWhichIsInIdsOnly) {
    const auto answer = generate({"--json", "--prompt", "What is 1+1?"}).json();
    ASSERT_EQ(answer.size(), 1U);
    EXPECT_EQ(answer[0]["finish_reason"], "stop");
    EXPECT_EQ(answer[0]["ids"].back(), 2);  // <|im_end|>
    EXPECT_EQ(answer[0]["text"].get<std::string>().find("<|"), std::string::npos);
    EXPECT_EQ(answer[0]["cached_tokens"], 0);
    EXPECT_GT(answer[0]["ttft_ms"], 0.0);
    EXPECT_GT(answer[0]["decode_tokens_per_s"], 0.0);
}

TEST_F(Generate, OneTokenHasNoDecodeSpeed) {
    const auto answer = generate({"--json", "--prompt", "Hi", "--max-tokens", "1"}).json();
    EXPECT_EQ(answer[0]["ids"].size(), 1U);
    EXPECT_TRUE(answer[0]["decode_tokens_per_s"].is_null());
    EXPECT_EQ(answer[0]["finish_reason"], "length");
}

TEST_F(Generate, PromptsAreTakenAsTheyAreTyped) {
    const std::vector<std::string> prompts = {"[1, 2]", "{}", "--json", "-5", "a,b", "[\"x\"]", "%%", "\\n"};
    std::vector<std::string> arguments = {"--json", "--raw", "--max-tokens", "1"};
    for (const std::string& prompt : prompts) {
        arguments.insert(arguments.end(), {"--prompt", prompt});
    }
    const auto answers = generate(arguments).json();
    ASSERT_EQ(answers.size(), prompts.size());
    for (std::size_t i = 0; i < prompts.size(); ++i) {
        const auto ids =
            run_command({"tokenize", "--json", "--special", "--model", model_, "--text", prompts[i]})
                .json()["ids"];
        EXPECT_EQ(answers[i]["prompt_ids"], ids) << prompts[i];
    }
}

TEST_F(Generate, FourAtOnceAnswerAsOneByOne) {
    const std::vector<std::string> prompts = {"What is the capital of France?", "Name a colour.",
                                              "What is 2+2?", "Who wrote Hamlet?"};
    std::vector<std::string> together = {"--json", "--max-tokens", "16"};
    for (const std::string& prompt : prompts) {
        together.insert(together.end(), {"--prompt", prompt});
    }
    const auto answers = generate(together).json();
    ASSERT_EQ(answers.size(), prompts.size());
    for (std::size_t i = 0; i < prompts.size(); ++i) {
        const auto alone = generate({"--json", "--max-tokens", "16", "--prompt", prompts[i]}).json();
        EXPECT_EQ(answers[i]["ids"], alone[0]["ids"]) << prompts[i];
    }
}

TEST_F(Generate, ASharedSystemPromptIsComputedOnce) {
    std::string system = "You are an assistant.";
    for (int i = 0; i < 60; ++i) {
        system += " Rule " + std::to_string(i) + ": be brief and kind.";
    }
    const auto answers = generate({"--json", "--max-tokens", "2", "--system", system, "--prompt",
                                   "What is 2+2?", "--prompt", "Name a colour."})
                             .json();
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_GT(answers[1]["prompt_ids"].size(), 500U);
    EXPECT_EQ(answers[0]["cached_tokens"], 0);
    EXPECT_GT(answers[1]["cached_tokens"].get<std::size_t>() + 20, answers[1]["prompt_ids"].size());
}

TEST_F(Generate, AStopStringIsNotShown) {
    const auto whole =
        generate({"--json", "--prompt", "Count from one to five.", "--max-tokens", "12"}).json();
    const auto text = whole[0]["text"].get<std::string>();
    ASSERT_GE(text.size(), 8U);
    const std::string stop = text.substr(4, 3);
    const auto cut =
        generate({"--json", "--prompt", "Count from one to five.", "--max-tokens", "12", "--stop", stop})
            .json();
    EXPECT_EQ(cut[0]["text"], text.substr(0, text.find(stop)));
    EXPECT_EQ(cut[0]["finish_reason"], "stop");
}

TEST_F(Generate, ASeedMakesItRepeatable) {
    const auto draw = [&](const char* seed) {
        return generate({"--json", "--prompt", "Tell me a story.", "--max-tokens", "20", "--temperature",
                         "1.5", "--seed", seed})
            .json()[0]["ids"];
    };
    EXPECT_EQ(draw("7"), draw("7"));
    EXPECT_NE(draw("7"), draw("8"));
}

TEST_F(Generate, BadValuesAreRefusedWithTheField) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"--prompt", "x", "--logit-bias", "999999=1"}, "logit_bias"},
        {{"--prompt", "x", "--logprobs", "999999"}, "logprobs"},
        {{"--prompt", "x", "--context", "99999999"}, "context"},
        {{"--prompt", "x", "--kv-bytes", "1"}, ""},
        {{"--prompt", "x", "--kv-bytes", "18446744073709551615"}, ""},
    };
    for (const auto& [arguments, field] : cases) {
        std::vector<std::string> all = {"generate", "--model", model_, "--json"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const CommandResult result = run_command(all);
        EXPECT_EQ(result.exit_code, 1) << result.errors;
        EXPECT_FALSE(result.error("code").empty()) << result.output;
        EXPECT_NE(result.error("field").find(field), std::string::npos) << result.output;
    }
}

TEST_F(Generate, ARefusedPromptKeepsNoOtherFromBeingAnswered) {
    std::string long_prompt;
    for (int i = 0; i < 3000; ++i) {
        long_prompt += " word";
    }
    const CommandResult result = generate({"--json", "--max-tokens", "2", "--prompt", "Hi", "--prompt", "",
                                           "--prompt", long_prompt, "--prompt", "Hello"});
    EXPECT_EQ(result.exit_code, 1);
    const auto answers = result.json();
    ASSERT_EQ(answers.size(), 4U) << result.output;
    EXPECT_EQ(answers[0]["ids"].size(), 2U);
    EXPECT_EQ(answers[1]["error"]["code"], "InvalidRequest");
    EXPECT_EQ(answers[2]["error"]["code"], "ContextTooLong");
    EXPECT_EQ(answers[3]["ids"].size(), 2U);
    EXPECT_NE(result.errors.find("prompt 2: "), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("prompt 3: "), std::string::npos) << result.errors;
    const CommandResult text = generate({"--max-tokens", "2", "--prompt", "Hi", "--prompt", ""});
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_EQ(text.output.find("[1] "), 0U) << text.output;
}

TEST_F(Generate, NothingCanBeContinuedWhereTheModelHasABos) {
    const auto gemma = real_model(kRealModels[1].file);
    if (!gemma) {
        GTEST_SKIP() << kRealModels[1].file << " is not there";
    }
    const CommandResult begun = run_command({"generate", "--json", "--raw", "--model", gemma->string(),
                                             "--context", "512", "--max-tokens", "2", "--prompt", ""});
    ASSERT_EQ(begun.exit_code, 0) << begun.errors;
    EXPECT_EQ(begun.json()[0]["prompt_ids"].size(), 1U);
    const CommandResult refused = generate({"--json", "--raw", "--prompt", ""});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.error("field"), "--prompt");
}

TEST_F(Generate, TheRequestToEndGivesWhatThereIs) {
    const CommandResult result = generate({"--json", "--prompt", "Write a very long story.", "--ignore-eos"},
                                          {.terminate_after_ms = 1500});
    EXPECT_FALSE(result.signal.has_value());
    EXPECT_EQ(result.exit_code, 1);
    const auto answers = result.json();
    if (answers.is_array()) {  // else it was still loading
        EXPECT_EQ(answers[0]["finish_reason"], "cancelled");
        EXPECT_EQ(answers[0]["ttft_ms"].is_null(), answers[0]["ids"].empty());
    } else {
        EXPECT_EQ(result.error("code"), "Cancelled");
    }
}

TEST_F(Generate, AModelWithoutChatTemplateSaysSo) {
    const auto gemma = real_model(kRealModels[1].file);
    if (!gemma) {
        GTEST_SKIP() << kRealModels[1].file << " is not there";
    }
    for (const char* command : {"generate", "chat"}) {
        std::vector<std::string> arguments = {command,         "--json",    "--model",
                                              gemma->string(), "--context", "512"};
        if (std::string(command) == "generate") {
            arguments.insert(arguments.end(), {"--prompt", "Hi"});
        }
        const CommandResult result = run_command(arguments);
        EXPECT_EQ(result.exit_code, 1);
        EXPECT_EQ(result.error("code"), "NoChatTemplate");
        EXPECT_EQ(result.error("field"), "tokenizer.chat_template");
        EXPECT_NE(result.errors.find("tokenizer.chat_template"), std::string::npos);
    }
}

TEST_F(Generate, CtrlCStopsTheAnswer) {
    bool sent = false;
    const CommandResult result = generate({"--prompt", "Write a very long story.", "--ignore-eos"},
                                          {.on_output = [&](int process, const std::string& output) {
                                              if (!sent && output.size() > 20) {
                                                  kill(process, SIGINT);
                                                  sent = true;
                                              }
                                          }});
    EXPECT_TRUE(sent);
    EXPECT_FALSE(result.signal.has_value());
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.errors.find("cancelled"), std::string::npos) << result.errors;
}

TEST_F(Generate, AClosedOutputEndsIt) {
    const CommandResult result = generate({"--prompt", "Write a very long story.", "--ignore-eos"},
                                          {.output = CommandOptions::Output::closed});
    EXPECT_FALSE(result.signal.has_value());
    EXPECT_EQ(result.exit_code, 1);
}

TEST_F(Generate, ACutFileIsOneClearSentence) {
    const TemporaryFolder folder;
    std::string bytes(1 << 20, '\0');
    std::ifstream(model_, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const std::string cut = folder.write("cut.gguf", bytes).string();
    const CommandResult result = run_command({"generate", "--json", "--model", cut, "--prompt", "Hi"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_FALSE(result.error("code").empty());
    EXPECT_EQ(result.error("file"), cut);
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
}

}  // namespace
}  // namespace hearth::test
