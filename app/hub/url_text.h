#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth::hub {

/// Percent-encodes everything but letters, digits and "-._~", and slashes where `keep_slashes`.
std::string percent_encoded(std::string_view text, bool keep_slashes = false);

/// Nothing where a percent sign is not followed by two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text);

/// Adds "&key=value" (or "?key=value" for the first one) with the value encoded.
void add_parameter(std::string& url, std::string_view key, std::string_view value);

}  // namespace hearth::hub
