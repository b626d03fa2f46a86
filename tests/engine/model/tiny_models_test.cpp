#include "model/architecture.h"
#include "support/backends.h"
#include "support/model_runner.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

std::string case_name(std::string name) {
    std::ranges::replace(name, '-', '_');
    return name;
}

/// The logits of every position of a tiny model's prompt are those of the float64 forward, however it is cut
/// into steps: whole, in halves of a KV block, token by token.
class TinyModels : public testing::TestWithParam<std::tuple<BackendCase, std::string>> {
 protected:
    void SetUp() override {
        model_ = tiny_model(std::get<1>(GetParam()));
        model_.file.write(path());
    }
    std::filesystem::path path() const { return folder_.path() / "model.gguf"; }

    TemporaryFolder folder_;
    TinyModel model_;
};

TEST_P(TinyModels, LogitsAreThoseOfTheFloat64Forward) {
    const BackendCase& backend = std::get<0>(GetParam());
    const auto file = ModelFile::open(path());
    ASSERT_TRUE(file) << file.error().message;
    const auto model = build_model(*file);
    ASSERT_TRUE(model) << model.error().message;
    const auto tokens = token_ids(model_.prompt);
    for (const std::uint32_t chunk : {160U, 33U, 1U}) {
        auto runner = ModelRunner::load(*backend.make(), *model, *file,
                                        {.max_tokens = chunk,
                                         .max_outputs = chunk,
                                         .activation_bits = backend.activation_bits,
                                         .shuffle_seed = 7});
        ASSERT_TRUE(runner) << runner.error().message;
        std::size_t compared = 0;
        double worst = 0;
        std::string where;
        const auto compare = [&](std::uint32_t position, std::span<const float> logits) {
            const auto expected = std::ranges::find(model_.expected, position, &TinyModel::Logits::position);
            if (expected == model_.expected.end()) {
                return;
            }
            ASSERT_EQ(logits.size(), expected->values.size());
            for (std::size_t i = 0; i < logits.size(); ++i) {
                const double error = std::abs(logits[i] - expected->values[i]);
                if (!(error <= worst)) {  // also where it is not a number
                    worst = error;
                    where = "token " + std::to_string(i) + " after position " + std::to_string(position);
                }
            }
            ++compared;
        };
        const auto ran = runner->append(0, tokens, chunk, compare);
        ASSERT_TRUE(ran) << ran.error().message;
        EXPECT_EQ(compared, model_.expected.size());
        EXPECT_LE(worst, backend.tiny_logit_tolerance) << where << ", chunks of " << chunk;
        RecordProperty("largest error, chunks of " + std::to_string(chunk), std::to_string(worst));
    }
}

INSTANTIATE_TEST_SUITE_P(All, TinyModels,
                         testing::Combine(testing::ValuesIn(backend_cases().begin(), backend_cases().end()),
                                          testing::ValuesIn(tiny_model_names())),
                         [](const auto& tested) {
                             return case_name(std::string(std::get<0>(tested.param).name) + "_" +
                                              std::get<1>(tested.param));
                         });

}  // namespace
}  // namespace hearth::test
