#pragma once

#include <string>
#include <string_view>

namespace hearth::cli {

/// Text from a model or a file made harmless for a terminal: control characters (C0, DEL, C1) other than
/// newline and tab, and bytes that are no UTF-8, are written as \xNN, so that they cannot start an escape
/// sequence. Everything else stays as it is.
std::string terminal_text(std::string_view text);

/// The same for names on one line: newline and tab too, and characters that nobody sees and that change how
/// the rest of the line looks (marks and overrides of writing direction, joiners, line separators), are
/// written as \xNN or <U+NNNN>, so that a name cannot pass for another one.
std::string terminal_name(std::string_view name);

/// JSON with what controls or hides text escaped as JSON does it (\\u009b): the same value, safe to look at.
std::string terminal_json(std::string json);

}  // namespace hearth::cli
