#include "model/architecture.h"
#include "support/backends.h"
#include "support/model_runner.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

constexpr std::uint32_t kSequences = 5;
constexpr std::uint32_t kContext = 200;

/// Logits of a whole sequence, [tokens][vocabulary].
using Table = std::vector<std::vector<float>>;

class Paging : public testing::TestWithParam<std::tuple<BackendCase, std::string>> {
 protected:
    void SetUp() override {
        tiny_model(std::get<1>(GetParam())).file.write(folder_.path() / "model.gguf");
        auto file = ModelFile::open(folder_.path() / "model.gguf");
        ASSERT_TRUE(file) << file.error().message;
        file_.emplace(std::move(*file));
        auto model = build_model(*file_);
        ASSERT_TRUE(model) << model.error().message;
        model_ = std::move(*model);
    }

    const BackendCase& backend() const { return std::get<0>(GetParam()); }
    ModelRunner runner(std::optional<std::uint64_t> shuffle_seed) const {
        auto made = ModelRunner::load(*backend().make(), model_, *file_,
                                      {.sequence_count = kSequences,
                                       .context_tokens = kContext,
                                       .max_tokens = 256,
                                       .max_outputs = 256,
                                       .activation_bits = backend().activation_bits,
                                       .shuffle_seed = shuffle_seed});
        if (!made) {
            throw std::runtime_error(made.error().message);
        }
        return std::move(*made);
    }

    /// What a sequence gives when it is alone and computed in one step.
    Table alone(std::span<const TokenId> tokens) const {
        ModelRunner plain = runner(std::nullopt);
        Table logits(tokens.size());
        const auto ran = plain.append(0, tokens, kContext, [&](std::uint32_t i, std::span<const float> row) {
            logits[i].assign(row.begin(), row.end());
        });
        EXPECT_TRUE(ran) << ran.error().message;
        return logits;
    }

    /// Rounding may differ between kernels for few and for many rows; the reference has one order of
    /// summation.
    void expect_same(const std::vector<float>& actual, const std::vector<float>& expected) const {
        ASSERT_EQ(actual.size(), expected.size());
        if (backend().name == "reference") {
            ASSERT_EQ(actual, expected);
            return;
        }
        for (std::size_t i = 0; i < actual.size(); ++i) {
            ASSERT_NEAR(actual[i], expected[i], backend().tiny_logit_tolerance);
        }
    }

    TemporaryFolder folder_;
    std::optional<ModelFile> file_;
    Model model_;
};

std::vector<TokenId> random_tokens(std::mt19937_64& random, std::size_t count, std::uint32_t vocabulary) {
    std::vector<TokenId> tokens(count);
    for (TokenId& token : tokens) {
        token.value = static_cast<std::int32_t>(random() % vocabulary);
    }
    return tokens;
}

/// Several sequences advance by random pieces in shared steps, their blocks scattered and reused; each must
/// get the logits that it gets alone.
TEST_P(Paging, InterleavedSequencesGiveTheLogitsOfEachAlone) {
    std::mt19937_64 random(2024);
    ModelRunner shared = runner(99);
    std::vector<std::vector<TokenId>> tokens(kSequences);
    std::vector<Table> expected(kSequences);
    const auto start = [&](std::uint32_t sequence) {
        shared.clear(sequence);
        tokens[sequence] = random_tokens(random, 1 + random() % (kContext - 1), shared.vocabulary_size());
        expected[sequence] = alone(tokens[sequence]);
    };
    for (std::uint32_t sequence = 0; sequence < kSequences; ++sequence) {
        start(sequence);
    }
    std::uint32_t restarts = 0;
    while (restarts < 4) {
        std::vector<ModelRunner::Piece> pieces;
        for (std::uint32_t sequence = 0; sequence < kSequences; ++sequence) {
            const std::uint32_t done = shared.length(sequence);
            const auto left = static_cast<std::uint32_t>(tokens[sequence].size()) - done;
            if (left == 0) {
                start(sequence);
                ++restarts;
                continue;
            }
            // Single tokens as in decoding, short and long pieces of a prompt, or no turn at all.
            const std::uint32_t most = std::array{0U, 1U, 1U, 7U, 50U}[random() % 5];
            const std::uint32_t count = std::min(left, most);
            if (count == 0) {
                continue;
            }
            ModelRunner::Piece piece{sequence, std::span(tokens[sequence]).subspan(done, count), {}};
            for (std::uint32_t i = 0; i < count; ++i) {
                if (random() % 3 != 0) {
                    piece.outputs.push_back(i);
                }
            }
            pieces.push_back(std::move(piece));
        }
        std::ranges::shuffle(pieces, random);
        std::vector<const std::vector<float>*> rows;
        for (const ModelRunner::Piece& piece : pieces) {
            for (const std::uint32_t output : piece.outputs) {
                rows.push_back(&expected[piece.sequence][shared.length(piece.sequence) + output]);
            }
        }
        if (pieces.empty()) {
            continue;
        }
        const auto logits = shared.step(pieces);
        ASSERT_TRUE(logits) << logits.error().message;
        ASSERT_EQ(logits->size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            expect_same((*logits)[i], *rows[i]);
        }
    }
}

/// A copy of a sequence's blocks goes on as the original would have, and neither sees what the other appends.
TEST_P(Paging, ForkedSequencesGoOnIndependently) {
    std::mt19937_64 random(11);
    ModelRunner shared = runner(5);
    auto first = random_tokens(random, 130, shared.vocabulary_size());
    auto second = first;
    for (const std::size_t changed : {101U, 115U, 129U}) {
        second[changed].value =
            (second[changed].value + 1) % static_cast<std::int32_t>(shared.vocabulary_size());
    }
    const auto run = [&](std::uint32_t sequence, std::span<const TokenId> tokens, const Table& expected) {
        const std::uint32_t done = shared.length(sequence);
        const auto ran = shared.append(sequence, tokens.subspan(done), 9,
                                       [&](std::uint32_t i, std::span<const float> logits) {
                                           expect_same({logits.begin(), logits.end()}, expected[done + i]);
                                       });
        ASSERT_TRUE(ran) << ran.error().message;
    };
    const Table first_expected = alone(first);
    const Table second_expected = alone(second);
    run(0, std::span(first).first(100), first_expected);
    const auto forked = shared.fork(0, 1);
    ASSERT_TRUE(forked) << forked.error().message;
    run(1, second, second_expected);
    run(0, first, first_expected);
}

INSTANTIATE_TEST_SUITE_P(All, Paging,
                         testing::Combine(testing::ValuesIn(backend_cases().begin(), backend_cases().end()),
                                          testing::Values("llama", "llama-window", "gemma3")),
                         [](const auto& tested) {
                             std::string name = std::string(std::get<0>(tested.param).name) + "_" +
                                                std::get<1>(tested.param);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace hearth::test
