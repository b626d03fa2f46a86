#pragma once

#include "chat_template/value.h"

namespace hearth::jinja {

/// As Python's str(): what `{{ value }}` prints. Strings keep who wrote each character; quotes, brackets and
/// escapes that are added count as message when what they enclose holds any message text.
void append_str(Budget& budget, TextBuilder& out, const Value& value);
Text to_text(Budget& budget, const Value& value);

/// As Python's repr(): how values print inside of lists.
void append_repr(Budget& budget, TextBuilder& out, const Value& value);

/// `text` with & < > ' " as HTML entities.
void append_html_escaped(TextBuilder& out, const Text& text);

}  // namespace hearth::jinja
