#pragma once

#include <hearth/error.h>

#include <optional>
#include <string>
#include <string_view>

namespace hearth::catalog {

/// An error as one line of JSON, to be kept; and back. A text that is none, or of a code that this version
/// does not know, gives nothing.
std::string error_to_json(const Error& error);
std::optional<Error> error_from_json(std::string_view text);

}  // namespace hearth::catalog
