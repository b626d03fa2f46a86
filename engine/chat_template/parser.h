#pragma once

#include "chat_template/program.h"

#include <string_view>

namespace hearth::jinja {

/// Parses jinja2's grammar (3.1, with the extensions that chat templates use: break, continue, generation).
/// Throws Failure(template_syntax or template_limit).
Program parse_program(std::string_view source);

}  // namespace hearth::jinja
