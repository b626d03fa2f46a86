#pragma once

#include "chat_template/value.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::jinja {

/// How a value is laid out in a formatted text: Python's format specification
/// `[[fill]align][sign][#][0][width][,_][.precision][type]`, also used for the flags of `%`.
struct FormatSpec {
    std::string fill = " ";  ///< one character
    char align = '\0';       ///< < > ^ = or none
    char sign = '-';         ///< + - or space
    bool alternate = false;
    char grouping = '\0';  ///< , or _ or none
    std::size_t width = 0;
    std::optional<std::size_t> precision;
    char type = '\0';
};

/// Fails if it is not well-formed.
FormatSpec parse_format_spec(std::string_view spec);

/// Number types b c d o x X n e E f F g G %; a type that does not fit the value fails.
std::string format_integer(const FormatSpec& spec, std::int64_t value);
std::string format_float(const FormatSpec& spec, double value);

/// `text` cut to the precision and padded to the width; the padding is of `origin`.
void append_padded(TextBuilder& out, const FormatSpec& spec, const Text& text, TextOrigin origin,
                   char default_align);

/// A number's text padded to the width, zeros after the sign.
void append_padded_number(TextBuilder& out, const FormatSpec& spec, std::string_view number,
                          TextOrigin number_origin, TextOrigin padding_origin);

}  // namespace hearth::jinja
