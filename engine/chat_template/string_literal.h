#pragma once

#include "chat_template/lexer.h"

#include <string>

namespace hearth::jinja {

/// The text of a string token: escapes as in Python's string literals. Throws Failure(template_syntax).
std::string decode_string(const Token& token);

}  // namespace hearth::jinja
