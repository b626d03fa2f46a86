#include "command_runner.h"
#include "support/oracle_file.h"
#include "support/real_models.h"
#include "support/temporary_folder.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

std::string code_text() {
    return std::string(HEARTH_TEST_DATA) + "/oracle/code.txt";
}

TEST(Perplexity, IsTheOraclesWithinItsTolerance) {
    const auto path = real_model(kRealModels[0].file);
    if (!path) {
        GTEST_SKIP() << kRealModels[0].file << " is not there";
    }
    const auto oracle = read_oracle(kRealModels[0].oracle)["perplexity"]["texts"]["code/512"];
    const CommandResult result = run_command({"perplexity", "--json", "--model", path->string(), "--text",
                                              code_text(), "--windows", oracle["windows"].dump()});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const auto json = result.json();
    EXPECT_EQ(json["scored"], oracle["scored"]);
    EXPECT_NEAR(json["ppl"].get<double>() / oracle["ppl"].get<double>(), 1.0, 1e-3);
    EXPECT_NEAR(json["nll_mean"].get<double>(), std::log(json["ppl"].get<double>()), 1e-9);
    EXPECT_EQ(json["second_half"]["scored"], oracle["second_half"]["scored"]);
    EXPECT_NEAR(json["second_half"]["ppl"].get<double>() / oracle["second_half"]["ppl"].get<double>(), 1.0,
                1e-3);
    EXPECT_EQ(json["nll_per_window"].size(), oracle["nll_per_window"].size());
}

TEST(Perplexity, OfOneWindowIsTheOraclesForEveryModel) {
    for (const RealModel& model : kRealModels) {
        const auto path = real_model(model.file);
        if (!path) {
            GTEST_SKIP() << model.file << " is not there";
        }
        const auto oracle = read_oracle(model.oracle)["perplexity"]["texts"]["code/512"];
        const CommandResult result = run_command(
            {"perplexity", "--json", "--model", path->string(), "--text", code_text(), "--windows", "1"});
        ASSERT_EQ(result.exit_code, 0) << result.errors;
        const auto nll = result.json()["nll_per_window"];
        ASSERT_EQ(nll.size(), 1U);
        EXPECT_NEAR(nll[0].get<double>() / oracle["nll_per_window"][0].get<double>(), 1.0, 1e-3)
            << model.file;
    }
}

TEST(Perplexity, EightBitActivationsAreCoarser) {
    const auto path = real_model(kRealModels[0].file);
    if (!path) {
        GTEST_SKIP() << kRealModels[0].file << " is not there";
    }
    const auto run = [&](const char* bits) {
        return run_command({"perplexity", "--json", "--model", path->string(), "--text", code_text(),
                            "--windows", "1", "--activation-bits", bits})
            .json()["ppl"]
            .get<double>();
    };
    const double sixteen = run("16");
    const double eight = run("8");
    EXPECT_NE(sixteen, eight);
    EXPECT_NEAR(eight / sixteen, 1.0, 0.02);
}

TEST(Perplexity, RefusesWhatItCannotMeasure) {
    const auto path = real_model(kRealModels[0].file);
    if (!path) {
        GTEST_SKIP() << kRealModels[0].file << " is not there";
    }
    const TemporaryFolder folder;
    const std::string text = folder.write("short.txt", "far too short").string();
    const auto run = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments = {"perplexity", "--json", "--model", path->string(), "--text"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_command(arguments);
    };
    EXPECT_EQ(run({text}).error("field"), "--window");
    EXPECT_EQ(run({text, "--window", "1"}).error("field"), "--window");
    EXPECT_EQ(run({text, "--windows", "0"}).error("field"), "--windows");
    EXPECT_EQ(run({folder.write("bytes.txt", "\xFF\xFE").string()}).error("code"), "InvalidUtf8");
    EXPECT_EQ(run({code_text(), "--window", "1000", "--context", "512"}).error("code"), "ContextTooLong");
}

}  // namespace
}  // namespace hearth::test
