#include "model/architecture.h"
#include "support/backends.h"
#include "support/model_runner.h"
#include "support/real_models.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// Real models against their float64 forward (tests/data/oracle, made by the project's own NumPy reference).

namespace hearth::test {
namespace {

using nlohmann::json;

json read_json(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error("cannot read " + path.string());
    }
    return json::parse(file);
}

/// A model with known answers, or the reason why it cannot be tested here.
struct OracleModel {
    std::filesystem::path path;
    json logits;  ///< list of prompts with positions and top logits
    json greedy;  ///< list of prompts with new ids and gaps
    std::string missing;
};

OracleModel downloaded(const std::string& file_name, const std::string& answers) {
    const auto path = real_model(file_name);
    if (!path) {
        return {.path = {},
                .logits = {},
                .greedy = {},
                .missing = file_name + " is not in " + model_folder().string() + " (HEARTH_TEST_MODELS)"};
    }
    const json all = read_json(HEARTH_TEST_DATA "/oracle/" + answers);
    return {*path, all.at("logits").at("prompts"), all.at("greedy").at("prompts"), {}};
}

OracleModel smollm2() {
    return downloaded("SmolLM2-135M-Instruct.Q4_1.gguf", "smollm2.json");
}
OracleModel gemma3() {
    return downloaded("gemma-3-270m-q4_k_m.gguf", "gemma3.json");
}

/// The float model of HEARTH_ORACLE_DIR; its script makes the GGUF file.
OracleModel tinylm() {
    const auto folder = oracle_folder();
    if (!folder) {
        return {.path = {}, .logits = {}, .greedy = {}, .missing = "HEARTH_ORACLE_DIR is not set"};
    }
    static const TemporaryFolder temporary;
    const std::filesystem::path path = temporary.path() / "tinylm.gguf";
    if (!std::filesystem::exists(path)) {
        const std::string command = "python3 '" + (*folder / "make_gguf.py").string() + "' '" +
                                    (*folder / "tinylm").string() + "' '" + path.string() +
                                    "' --type bf16 >/dev/null";
        if (std::system(command.c_str()) != 0) {
            return {.path = {}, .logits = {}, .greedy = {}, .missing = "make_gguf.py failed"};
        }
    }
    return {path,
            read_json(*folder / "logits.json").at("prompts"),
            read_json(*folder / "greedy.json").at("prompts"),
            {}};
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

class Oracle : public testing::TestWithParam<std::tuple<BackendCase, NamedOracle>> {
 protected:
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
        const double tolerance = backend().logit_tolerance;
        EXPECT_NEAR(largest + std::log(sum), position.at("logsumexp").get<double>(), tolerance);
        EXPECT_NEAR(mean, position.at("mean").get<double>(), tolerance);
        for (std::size_t i = 0; i < position.at("top").size(); ++i) {
            const json& entry = position.at("top").at(i);
            const double expected = has_float64 ? position.at("top_float64").at(i) : entry.at(1);
            EXPECT_NEAR(logits[entry.at(0)], expected, tolerance) << "token " << entry.at(0);
        }
    }
};

/// Prompts and their greedy continuations run as one: after every token the largest logit must be that of the
/// next one, unless the oracle's own two best are nearly tied. So a step that parts at a tie does not hide
/// those after it.
TEST_P(Oracle, LogitsAndGreedyTokens) {
    if (backend().activation_bits == ActivationBits::eight) {
        GTEST_SKIP() << "eight-bit activations have no tolerance for logits";
    }
    const OracleModel oracle = std::get<1>(GetParam()).find();
    if (!oracle.missing.empty()) {
        GTEST_SKIP() << oracle.missing;
    }
    const auto file = ModelFile::open(oracle.path);
    ASSERT_TRUE(file) << file.error().message;
    const auto model = build_model(*file);
    ASSERT_TRUE(model) << model.error().message;
    auto runner =
        ModelRunner::load(*backend().make(), *model, *file, {.max_tokens = 128, .max_outputs = 128});
    ASSERT_TRUE(runner) << runner.error().message;

    std::size_t compared_steps = 0;
    for (std::size_t p = 0; p < oracle.logits.size(); ++p) {
        const json& greedy = oracle.greedy.at(p);
        SCOPED_TRACE(greedy.at("prompt").get<std::string>());
        ASSERT_EQ(oracle.logits.at(p).at("ids"), greedy.at("ids"));
        auto ids = greedy.at("ids").get<std::vector<std::int32_t>>();
        const auto new_ids = greedy.at("new_ids").get<std::vector<std::int32_t>>();
        const std::size_t prompt_tokens = ids.size();
        ids.insert(ids.end(), new_ids.begin(), new_ids.end() - 1);

        const auto tokens = token_ids(ids);
        const ModelRunner::Piece piece{0, tokens,
                                       output_indices(oracle.logits.at(p), prompt_tokens, new_ids.size())};
        runner->clear(0);
        const auto logits = runner->step({&piece, 1});
        ASSERT_TRUE(logits) << logits.error().message;
        const auto after = [&](std::uint32_t position) -> const std::vector<float>& {
            return (*logits)[std::ranges::find(piece.outputs, position) - piece.outputs.begin()];
        };
        for (const json& position : oracle.logits.at(p).at("positions")) {
            SCOPED_TRACE(position.at("position").get<int>());
            compare_logits(position, after(position.at("position")));
        }
        for (std::size_t step = 0; step < new_ids.size(); ++step) {
            if (greedy.at("gaps").at(step).get<double>() <= backend().greedy_gap) {
                continue;
            }
            const auto& row = after(static_cast<std::uint32_t>(prompt_tokens - 1 + step));
            EXPECT_EQ(std::ranges::max_element(row) - row.begin(), new_ids[step]) << "step " << step;
            ++compared_steps;
        }
    }
    EXPECT_GE(compared_steps, oracle.greedy.size() * 40);
}

INSTANTIATE_TEST_SUITE_P(All, Oracle,
                         testing::Combine(testing::ValuesIn(backend_cases().begin(), backend_cases().end()),
                                          testing::Values(NamedOracle{"smollm2", smollm2},
                                                          NamedOracle{"gemma3", gemma3},
                                                          NamedOracle{"tinylm", tinylm})),
                         [](const auto& tested) {
                             return std::string(std::get<0>(tested.param).name) + "_" +
                                    std::get<1>(tested.param).name;
                         });

}  // namespace
}  // namespace hearth::test
