#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::jinja {

/// The shortest decimal that reads back as `value`, laid out as Python's repr does: 1.0, 0.1, 1e+20, inf.
std::string float_text(double value);

/// As Python's int(text, base): surrounding spaces, a sign, underscores between digits, a prefix for base 0,
/// 2, 8, 16. Fails (template_limit) beyond 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text, int base);

/// As Python's float(text).
std::optional<double> parse_float(std::string_view text);

/// As int(float); absent for infinities and NaN. Fails (template_limit) beyond 64 bits.
std::optional<std::int64_t> truncate_to_integer(double value);

}  // namespace hearth::jinja
