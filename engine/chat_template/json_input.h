#pragma once

#include "chat_template/value.h"

#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hearth::jinja {

/// How large an input is, which decides what its rendering may spend.
struct InputSize {
    std::size_t nodes = 0;
    std::size_t bytes = 0;
    InputSize& operator+=(const InputSize& other);
};

/// Fails (template_limit) if it nests deeper than kMaxValueDepth.
InputSize measure(const nlohmann::ordered_json& json, std::string_view name);

/// The data as the template sees it, all of it of message origin. `name` is for errors: `messages`. Fails on
/// invalid UTF-8 (invalid_utf8) and on what JSON text cannot be (invalid_request). `json` has been measured.
Value from_json(Budget& budget, const nlohmann::ordered_json& json, std::string_view name);

}  // namespace hearth::jinja
