#pragma once

#include <string_view>

namespace hearth::jinja {

/// Whether a text that is no Jinja template looks like one of Go's, as other programs keep in model files.
bool looks_like_go_template(std::string_view source);

}  // namespace hearth::jinja
