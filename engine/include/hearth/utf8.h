#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hearth {

/// Bytes of the well-formed UTF-8 character (RFC 3629) at the start of `text`; 0 where there is none.
std::size_t utf8_character_bytes(std::string_view text);

/// Where the first byte that is no part of a well-formed character stands.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

/// Whether `text` is well-formed.
bool is_utf8(std::string_view text);

}  // namespace hearth
