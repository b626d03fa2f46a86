#pragma once

#include "chat_template/value.h"

#include <optional>
#include <string>

namespace hearth::jinja {

/// As Python's json.dumps with the parameters that `tojson` has.
struct JsonStyle {
    std::optional<std::string> indent;  ///< of one level; absent: all on one line
    std::string item_separator;
    std::string key_separator = ": ";
    bool ascii = false;
    bool sort_keys = false;
};

/// Strings keep who wrote each character; what is added around message text counts as message. Fails on what
/// JSON has no form for.
Text json_text(Evaluator& evaluator, const Value& value, const JsonStyle& style);

}  // namespace hearth::jinja
