#pragma once

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace hearth::test {

/// A file of tests/data/oracle: what a model must compute, from float64.
inline nlohmann::json read_oracle(const std::string& name) {
    std::ifstream file(std::string(HEARTH_TEST_DATA) + "/oracle/" + name);
    return nlohmann::json::parse(file);
}

/// A downloaded model and its oracle.
struct RealModel {
    const char* file;
    const char* oracle;
};
inline constexpr RealModel kRealModels[] = {
    {"SmolLM2-135M-Instruct.Q4_1.gguf", "smollm2.json"},
    {"gemma-3-270m-q4_k_m.gguf", "gemma3.json"},
};

}  // namespace hearth::test
