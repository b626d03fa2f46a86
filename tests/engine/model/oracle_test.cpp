#include "model/architecture.h"
#include "support/backends.h"
#include "support/model_runner.h"
#include "support/oracle_file.h"
#include "support/real_models.h"
#include "support/temporary_folder.h"

#include <hearth/tokenizer.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// Real models against their float64 forward (tests/data/oracle, made by the project's own NumPy reference).

namespace hearth::test {
namespace {

using nlohmann::json;

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error("cannot read " + path.string());
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

json read_json(const std::filesystem::path& path) {
    return json::parse(read_text(path));
}

/// A text with known negative log-likelihoods, summed over windows of tokens.
struct OracleText {
    std::filesystem::path path;
    std::uint32_t window = 0;
    std::vector<double> nll_per_window;
};

/// A model with known answers, or the reason why it cannot be tested here.
struct OracleModel {
    std::filesystem::path path;
    json logits;  ///< list of prompts with positions and top logits
    json greedy;  ///< list of prompts with new ids and gaps
    OracleText text;
    std::string missing;
};

OracleModel missing_model(std::string why) {
    OracleModel model;
    model.missing = std::move(why);
    return model;
}

OracleModel downloaded(const std::string& file_name, const std::string& answers) {
    const auto path = real_model(file_name);
    if (!path) {
        return missing_model(file_name + " is not in " + model_folder().string() + " (HEARTH_TEST_MODELS)");
    }
    const json all = read_oracle(answers);
    // The English text is not ours to carry; where it is not at hand, a script of our own stands in.
    const auto folder = oracle_folder();
    const json& text = all.at("perplexity").at("texts").at(folder ? "en/512" : "code/512");
    return {.path = *path,
            .logits = all.at("logits").at("prompts"),
            .greedy = all.at("greedy").at("prompts"),
            .text = {folder ? *folder / "texts" / "en.txt" : HEARTH_TEST_DATA "/oracle/code.txt",
                     text.at("window"), text.at("nll_per_window")},
            .missing = {}};
}

OracleModel smollm2() {
    return downloaded("SmolLM2-135M-Instruct.Q4_1.gguf", "smollm2.json");
}
OracleModel gemma3() {
    return downloaded("gemma-3-270m-q4_k_m.gguf", "gemma3.json");
}

/// The answers of the float model of HEARTH_ORACLE_DIR, for the file or folder at `path`.
OracleModel tinylm_at(const std::filesystem::path& path, const std::filesystem::path& folder) {
    const json perplexity = read_json(folder / "perplexity.json").at("files").at("eval_en.txt");
    return {.path = path,
            .logits = read_json(folder / "logits.json").at("prompts"),
            .greedy = read_json(folder / "greedy.json").at("prompts"),
            .text = {folder / "tinylm" / "eval_en.txt", 1024, perplexity.at("nll_per_window")},
            .missing = {}};
}

/// As it is: a checkpoint.
OracleModel tinylm_checkpoint() {
    const auto folder = oracle_folder();
    return folder ? tinylm_at(*folder / "tinylm", *folder) : missing_model("HEARTH_ORACLE_DIR is not set");
}

/// As a GGUF file, which its script makes.
OracleModel tinylm() {
    const auto folder = oracle_folder();
    if (!folder) {
        return missing_model("HEARTH_ORACLE_DIR is not set");
    }
    static const TemporaryFolder temporary;
    const std::filesystem::path path = temporary.path() / "tinylm.gguf";
    if (!std::filesystem::exists(path)) {
        const std::string command = "python3 '" + (*folder / "make_gguf.py").string() + "' '" +
                                    (*folder / "tinylm").string() + "' '" + path.string() +
                                    "' --type bf16 >/dev/null";
        if (std::system(command.c_str()) != 0) {
            return missing_model("make_gguf.py failed");
        }
    }
    return tinylm_at(path, *folder);
}

struct NamedOracle {
    const char* name;
    OracleModel (*find)();
};
std::ostream& operator<<(std::ostream& out, const NamedOracle& oracle) {
    return out << oracle.name;
}

std::vector<std::uint32_t> output_indices(const json& logits, std::size_t prompt_tokens,
                                          std::size_t new_tokens) {
    std::vector<std::uint32_t> indices;
    for (const json& position : logits.at("positions")) {
        indices.push_back(position.at("position"));
    }
    for (std::size_t i = 0; i < new_tokens; ++i) {
        indices.push_back(static_cast<std::uint32_t>(prompt_tokens - 1 + i));
    }
    std::ranges::sort(indices);
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

/// −log softmax(logits)[token].
double negative_log_likelihood(std::span<const float> logits, TokenId token) {
    const double largest = *std::ranges::max_element(logits);
    double sum = 0;
    for (const float logit : logits) {
        sum += std::exp(logit - largest);
    }
    return largest + std::log(sum) - logits[token.value];
}

class Oracle : public testing::TestWithParam<std::tuple<BackendCase, NamedOracle>> {
 protected:
    void SetUp() override {
        oracle_ = std::get<1>(GetParam()).find();
        if (!oracle_.missing.empty()) {
            GTEST_SKIP() << oracle_.missing;
        }
        auto file = ModelFile::open(oracle_.path);
        ASSERT_TRUE(file) << file.error().message;
        file_.emplace(std::move(*file));
        const auto model = build_model(*file_);
        ASSERT_TRUE(model) << model.error().message;
        auto runner = ModelRunner::load(*backend().make(), *model, *file_,
                                        {.context_tokens = 1024,
                                         .max_tokens = 256,
                                         .max_outputs = 128,
                                         .activation_bits = backend().activation_bits});
        ASSERT_TRUE(runner) << runner.error().message;
        runner_.emplace(std::move(*runner));
    }

    const BackendCase& backend() const { return std::get<0>(GetParam()); }

    void compare_logits(const json& position, const std::vector<float>& logits) const {
        const bool has_float64 = position.contains("top_float64");
        double sum = 0;
        double mean = 0;
        for (const float logit : logits) {
            sum += std::exp(double{logit} - logits[position.at("top").at(0).at(0)]);
            mean += logit / static_cast<double>(logits.size());
        }
        const double largest = logits[position.at("top").at(0).at(0)];
        const double tolerance = *backend().logit_tolerance;
        EXPECT_NEAR(largest + std::log(sum), position.at("logsumexp").get<double>(), tolerance);
        EXPECT_NEAR(mean, position.at("mean").get<double>(), tolerance);
        for (std::size_t i = 0; i < position.at("top").size(); ++i) {
            const json& entry = position.at("top").at(i);
            const double expected = has_float64 ? position.at("top_float64").at(i) : entry.at(1);
            EXPECT_NEAR(logits[entry.at(0)], expected, tolerance) << "token " << entry.at(0);
        }
    }

    OracleModel oracle_;
    std::optional<ModelFile> file_;
    std::optional<ModelRunner> runner_;
};

/// Prompts and their greedy continuations run as one: after every token the largest logit must be that of the
/// next one, unless the oracle's own two best are nearly tied. So a step that parts at a tie does not hide
/// those after it.
TEST_P(Oracle, LogitsAndGreedyTokens) {
    std::size_t all_steps = 0;
    std::size_t compared_steps = 0;
    for (std::size_t p = 0; p < oracle_.logits.size(); ++p) {
        const json& greedy = oracle_.greedy.at(p);
        SCOPED_TRACE(greedy.at("prompt").get<std::string>());
        ASSERT_EQ(oracle_.logits.at(p).at("ids"), greedy.at("ids"));
        auto ids = greedy.at("ids").get<std::vector<std::int32_t>>();
        auto new_ids = greedy.at("new_ids").get<std::vector<std::int32_t>>();
        new_ids.resize(std::min(new_ids.size(), backend().greedy_steps));
        const std::size_t prompt_tokens = ids.size();
        ids.insert(ids.end(), new_ids.begin(), new_ids.end() - 1);

        const auto tokens = token_ids(ids);
        const ModelRunner::Piece piece{0, tokens,
                                       output_indices(oracle_.logits.at(p), prompt_tokens, new_ids.size())};
        runner_->clear(0);
        const auto logits = runner_->step({&piece, 1});
        ASSERT_TRUE(logits) << logits.error().message;
        const auto after = [&](std::uint32_t position) -> const std::vector<float>& {
            return (*logits)[std::ranges::find(piece.outputs, position) - piece.outputs.begin()];
        };
        if (backend().logit_tolerance) {
            for (const json& position : oracle_.logits.at(p).at("positions")) {
                SCOPED_TRACE(position.at("position").get<int>());
                compare_logits(position, after(position.at("position")));
            }
        }
        all_steps += new_ids.size();
        for (std::size_t step = 0; step < new_ids.size(); ++step) {
            if (greedy.at("gaps").at(step).get<double>() <= backend().greedy_gap) {
                continue;
            }
            const auto& row = after(static_cast<std::uint32_t>(prompt_tokens - 1 + step));
            EXPECT_EQ(std::ranges::max_element(row) - row.begin(), new_ids[step]) << "step " << step;
            ++compared_steps;
        }
    }
    EXPECT_GT(compared_steps, all_steps * 2 / 3);
}

TEST_P(Oracle, Perplexity) {
    const OracleText& text = oracle_.text;
    const auto tokenizer = Tokenizer::create(file_->metadata());
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    const auto encoded = (*tokenizer)->encode_plain(read_text(text.path));
    ASSERT_TRUE(encoded) << encoded.error().message;
    std::vector<TokenId> tokens = *encoded;
    if ((*tokenizer)->adds_bos()) {
        tokens.insert(tokens.begin(), (*tokenizer)->bos().value());
    }

    double difference = 0;
    for (std::size_t window = 0; window < backend().perplexity_windows; ++window) {
        const auto chunk = std::span(tokens).subspan(window * text.window, text.window);
        if ((*tokenizer)->adds_bos()) {
            chunk.front() = (*tokenizer)->bos().value();
        }
        double sum = 0;
        runner_->clear(0);
        const auto scored =
            runner_->append(0, chunk, 128, [&](std::uint32_t i, std::span<const float> logits) {
                sum += i + 1 < chunk.size() ? negative_log_likelihood(logits, chunk[i + 1]) : 0.0;
            });
        ASSERT_TRUE(scored) << scored.error().message;
        difference += sum - text.nll_per_window[window];
    }
    // Perplexity is e^(sum / scored tokens): a small difference of the exponent is its relative difference.
    difference /= static_cast<double>(backend().perplexity_windows) * (text.window - 1);
    EXPECT_NEAR(difference, 0, backend().perplexity_tolerance);
    RecordProperty("relative difference", std::to_string(difference));
}

INSTANTIATE_TEST_SUITE_P(
    All, Oracle,
    testing::Combine(testing::ValuesIn(backend_cases().begin(), backend_cases().end()),
                     testing::Values(NamedOracle{"smollm2", smollm2}, NamedOracle{"gemma3", gemma3},
                                     NamedOracle{"tinylm", tinylm},
                                     NamedOracle{"tinylm_checkpoint", tinylm_checkpoint})),
    [](const auto& tested) {
        return std::string(std::get<0>(tested.param).name) + "_" + std::get<1>(tested.param).name;
    });

}  // namespace
}  // namespace hearth::test
