#pragma once

#include "chat_template/value.h"

#include <string_view>

namespace hearth::jinja {

/// `value is name(arguments)`
struct Test {
    std::string_view name;
    bool (*function)(Evaluator&, const Value& input, const Arguments&);
};

/// Null if there is none of that name.
const Test* find_test(std::string_view name);

}  // namespace hearth::jinja
