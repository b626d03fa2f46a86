#pragma once

#include "chat_template/value.h"

namespace hearth::jinja {

/// Python's `format.format(…)`: `{}`, `{0}`, `{name}`, `{0.key}`, `{0[key]}`, `!s`, `!r`, `:spec`. Attributes
/// are looked up as the template's own are.
Value brace_format(Evaluator& evaluator, const String& format, const Arguments& arguments);

}  // namespace hearth::jinja
