#include "command_runner.h"
#include "support/real_models.h"

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

TEST(Bench, ReportsEveryBatchSize) {
    const auto path = real_model(kRealModels[0].file);
    if (!path) {
        GTEST_SKIP() << kRealModels[0].file << " is not there";
    }
    const CommandResult result =
        run_command({"bench", "--json", "--model", path->string(), "--prompt-tokens", "64", "--gen-tokens",
                     "8", "--batch", "1,3", "--repeats", "1", "--threads", "1", "--context", "512"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const auto json = result.json();
    EXPECT_GT(json["prefill_tokens_per_s"], 0.0);
    EXPECT_EQ(json["decode_tokens_per_s"].size(), 2U);
    EXPECT_GT(json["decode_tokens_per_s"]["1"], 0.0);
    EXPECT_GT(json["decode_tokens_per_s"]["3"], 0.0);
    EXPECT_EQ(json["threads"], 1);
}

}  // namespace
}  // namespace hearth::test
