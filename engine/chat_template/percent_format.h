#pragma once

#include "chat_template/value.h"

namespace hearth::jinja {

/// Python's `format % values`: values is one value, a tuple of them, or a dict for `%(name)s`.
Value percent_format(Evaluator& evaluator, const String& format, const Value& values);

}  // namespace hearth::jinja
