#pragma once

#include "chat_template/value.h"

#include <string_view>

namespace hearth::jinja {

/// `value|name(arguments)`
struct Filter {
    std::string_view name;
    Value (*function)(Evaluator&, const Value& input, const Arguments&);
};

/// Null if there is none of that name.
const Filter* find_filter(std::string_view name);

}  // namespace hearth::jinja
