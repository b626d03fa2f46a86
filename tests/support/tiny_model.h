#pragma once

#include "support/model_fixture.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hearth::test {

/// A model small enough for any test: random weights that this program and tests/tools/tiny_models.py make
/// alike, and the logits that a float64 forward of them gives.
struct TinyModel {
    struct Logits {
        std::uint32_t position = 0;
        std::vector<double> values;  ///< [vocabulary], after the token at `position`
    };
    std::string name;
    std::string architecture;
    ModelFixture file;                 ///< the whole model, tokenizer included
    std::vector<std::int32_t> prompt;  ///< longer than any window of the model
    std::vector<Logits> expected;      ///< at some positions of the prompt
};

/// Names in tests/data/oracle/tiny_models.json.
std::vector<std::string> tiny_model_names();

/// Throws std::runtime_error where the name or the data file is wrong.
TinyModel tiny_model(const std::string& name);

}  // namespace hearth::test
