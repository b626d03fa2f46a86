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

}  // namespace hearth::test
