#include "command_runner.h"
#include "support/oracle_file.h"
#include "support/real_models.h"

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

TEST(Tokenize, GivesTheOraclesIds) {
    for (const RealModel& model : kRealModels) {
        const auto path = real_model(model.file);
        if (!path) {
            GTEST_SKIP() << model.file << " is not there";
        }
        std::size_t compared = 0;
        const auto oracle = read_oracle(model.oracle);
        for (const auto& entry : oracle["tokens"]["strings"]) {
            const auto text = entry["text"].get<std::string>();
            if (text.find('\0') != std::string::npos || compared == 20) {
                continue;  // an argument cannot hold it; a process for each takes time
            }
            ++compared;
            const auto plain =
                entry.contains("ids_as_plain_text") ? entry["ids_as_plain_text"] : entry["ids"];
            const CommandResult typed =
                run_command({"tokenize", "--json", "--model", path->string(), "--text", text});
            EXPECT_EQ(typed.json()["ids"], plain) << text;
            if (plain != entry["ids"]) {
                const CommandResult special = run_command(
                    {"tokenize", "--json", "--special", "--model", path->string(), "--text", text});
                EXPECT_EQ(special.json()["ids"], entry["ids"]) << text;
            }
        }
        EXPECT_EQ(compared, 20U);
    }
}

TEST(Tokenize, TakesTextAsItIsTyped) {
    const auto path = real_model(kRealModels[0].file);
    if (!path) {
        GTEST_SKIP() << kRealModels[0].file << " is not there";
    }
    const auto ids = [&](const std::string& text) {
        return run_command({"tokenize", "--json", "--model", path->string(), "--text", text}).json()["ids"];
    };
    // What CLI11 would split, drop, or take for an option.
    const auto one = ids("1, 2");
    EXPECT_GT(ids("[1, 2]").size(), one.size());
    EXPECT_NE(ids("{}"), ids("[]"));
    EXPECT_GT(ids("{}").size(), 0U);
    EXPECT_GT(ids("--json").size(), 1U);
    EXPECT_GT(ids("-5").size(), 1U);
    EXPECT_GT(ids("%%").size(), 0U);
    EXPECT_NE(ids("\"quoted\""), ids("quoted"));
    EXPECT_EQ(ids(""), nlohmann::json::array());
    const CommandResult equals = run_command({"tokenize", "--model=" + path->string(), "--text=", "--json"});
    EXPECT_EQ(equals.json()["ids"], nlohmann::json::array());
    EXPECT_EQ(
        run_command({"tokenize", "--json", "--model", path->string(), "--text", "--text="}).json()["ids"],
        ids("--text="));
}

TEST(Tokenize, RefusesWhatIsNotUtf8) {
    const auto path = real_model(kRealModels[0].file);
    if (!path) {
        GTEST_SKIP() << kRealModels[0].file << " is not there";
    }
    const CommandResult result =
        run_command({"tokenize", "--json", "--model", path->string(), "--text", "a\xFF"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.error("code"), "InvalidUtf8");
}

}  // namespace
}  // namespace hearth::test
