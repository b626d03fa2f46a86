#include "chat_template/format_spec.h"

#include "chat_template/failure.h"
#include "chat_template/number_text.h"
#include "chat_template/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

constexpr std::size_t kMaxPrecision = 400;
constexpr std::size_t kMaxWidth = 1'000'000;

bool is_align(char c) {
    return c == '<' || c == '>' || c == '^' || c == '=';
}

std::size_t take_number(std::string_view& spec, std::size_t most) {
    std::size_t value = 0;
    while (!spec.empty() && spec.front() >= '0' && spec.front() <= '9') {
        value = value * 10 + static_cast<std::size_t>(spec.front() - '0');
        if (value > most) {
            fail_limit("the template formats a value too wide");
        }
        spec.remove_prefix(1);
    }
    return value;
}

bool take(std::string_view& spec, char c) {
    const bool found = !spec.empty() && spec.front() == c;
    if (found) {
        spec.remove_prefix(1);
    }
    return found;
}

void add_sign(std::string& digits, const FormatSpec& spec, bool negative) {
    if (negative) {
        digits.insert(digits.begin(), '-');
    } else if (spec.sign != '-') {
        digits.insert(digits.begin(), spec.sign);
    }
}

/// Separators between groups of `group` digits of the whole part.
std::string grouped(std::string_view number, char separator, std::size_t group) {
    const std::size_t whole = std::min(number.find_first_of(".e%"), number.size());
    std::string out;
    for (std::size_t i = 0; i < whole; ++i) {
        if (i > 0 && (whole - i) % group == 0) {
            out += separator;
        }
        out += number[i];
    }
    return out + std::string(number.substr(whole));
}

std::string digits_of(std::uint64_t magnitude, int base) {
    std::array<char, 65> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, base);
    return {buffer.data(), end.ptr};
}

/// C's printf conversion, which rounds to even on the exact binary value as Python does. Its decimal point
/// follows the locale, so to_chars makes the digits.
std::string print_float(double value, std::chars_format format, std::size_t precision) {
    std::string out(800, '\0');
    const auto end =
        std::to_chars(out.data(), out.data() + out.size(), value, format, static_cast<int>(precision));
    out.resize(static_cast<std::size_t>(end.ptr - out.data()));
    return out;
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return text;
}

}  // namespace

FormatSpec parse_format_spec(std::string_view spec) {
    FormatSpec out;
    const std::string_view whole = spec;
    const std::size_t first = spec.empty() ? 0 : character_bytes(spec.front());
    if (spec.size() > first && first > 0 && is_align(spec[first])) {
        out.fill = spec.substr(0, first);
        out.align = spec[first];
        spec.remove_prefix(first + 1);
    } else if (!spec.empty() && is_align(spec.front())) {
        out.align = spec.front();
        spec.remove_prefix(1);
    }
    if (!spec.empty() && (spec.front() == '+' || spec.front() == '-' || spec.front() == ' ')) {
        out.sign = spec.front();
        spec.remove_prefix(1);
    }
    out.alternate = take(spec, '#');
    if (take(spec, '0') && out.align == '\0') {
        out.fill.assign(1, '0');
        out.align = '=';
    }
    out.width = take_number(spec, kMaxWidth);
    if (!spec.empty() && (spec.front() == ',' || spec.front() == '_')) {
        out.grouping = spec.front();
        spec.remove_prefix(1);
    }
    if (take(spec, '.')) {
        if (spec.empty() || spec.front() < '0' || spec.front() > '9') {
            fail_operation("Format specifier missing precision");
        }
        out.precision = take_number(spec, kMaxWidth);
    }
    if (!spec.empty()) {
        out.type = spec.front();
        spec.remove_prefix(1);
    }
    if (!spec.empty()) {
        fail_operation(fmt::format("Invalid format specifier '{}'", escaped(whole)));
    }
    return out;
}

std::string format_integer(const FormatSpec& spec, std::int64_t value) {
    const bool negative = value < 0;
    const std::uint64_t magnitude =
        negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    std::string digits;
    std::string prefix;
    std::size_t group = 4;
    switch (spec.type) {
        case '\0':
        case 'n':
        case 'd':
            digits = digits_of(magnitude, 10);
            group = 3;
            break;
        case 'b':
            digits = digits_of(magnitude, 2);
            prefix = "0b";
            break;
        case 'o':
            digits = digits_of(magnitude, 8);
            prefix = "0o";
            break;
        case 'x':
            digits = digits_of(magnitude, 16);
            prefix = "0x";
            break;
        case 'X':
            digits = upper(digits_of(magnitude, 16));
            prefix = "0X";
            break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case '%':
            return format_float(spec, static_cast<double>(value));
        default:
            fail_operation(fmt::format("Unknown format code '{}' for an integer", escaped({&spec.type, 1})));
    }
    if (spec.precision) {
        fail_operation("Precision not allowed in integer format specifier");
    }
    if (spec.grouping != '\0') {
        digits = grouped(digits, spec.grouping, group);
    }
    if (spec.alternate) {
        digits.insert(0, prefix);
    }
    add_sign(digits, spec, negative);
    return digits;
}

std::string format_float(const FormatSpec& spec, double value) {
    const bool negative = std::signbit(value) && !std::isnan(value);
    double magnitude = std::fabs(value);
    const std::size_t precision = spec.precision.value_or(6);
    if (precision > kMaxPrecision) {
        fail_limit(fmt::format("the template formats a number with more than {} digits", kMaxPrecision));
    }
    std::string digits;
    if (!std::isfinite(magnitude)) {
        digits = std::isnan(magnitude) ? "nan" : "inf";
    } else {
        switch (spec.type) {
            case '\0':
                // Like g, but never without a digit after the point, and by default as many digits as it
                // needs.
                digits = spec.precision ? print_float(magnitude, std::chars_format::general,
                                                      std::max<std::size_t>(precision, 1))
                                        : float_text(magnitude);
                if (spec.precision && digits.find_first_of(".e") == std::string::npos) {
                    digits += ".0";
                }
                break;
            case 'f':
            case 'F':
                digits = print_float(magnitude, std::chars_format::fixed, precision);
                break;
            case 'e':
            case 'E':
                digits = print_float(magnitude, std::chars_format::scientific, precision);
                break;
            case 'g':
            case 'G':
            case 'n':
                digits =
                    print_float(magnitude, std::chars_format::general, std::max<std::size_t>(precision, 1));
                break;
            case '%':
                digits = print_float(magnitude * 100, std::chars_format::fixed, precision) + "%";
                break;
            default:
                fail_operation(fmt::format("Unknown format code '{}' for a float", escaped({&spec.type, 1})));
        }
        if (spec.grouping != '\0') {
            digits = grouped(digits, spec.grouping, 3);
        }
    }
    if (spec.type == 'F' || spec.type == 'E' || spec.type == 'G') {
        digits = upper(std::move(digits));
    }
    add_sign(digits, spec, negative);
    return digits;
}

void append_padded(TextBuilder& out, const FormatSpec& spec, const Text& text, TextOrigin origin,
                   char default_align) {
    std::size_t length = count_characters(text.bytes());
    std::size_t end = text.size();
    if (spec.precision && *spec.precision < length) {
        length = *spec.precision;
        end = byte_of_character(text.bytes(), length);
    }
    const std::size_t padding = spec.width > length ? spec.width - length : 0;
    const char align = spec.align == '\0' ? default_align : spec.align;
    const std::size_t before = align == '<' ? 0 : align == '^' ? padding / 2 : padding;
    const Text fill(spec.fill, origin);
    out.append_repeated(fill, before);
    out.append(text, 0, end);
    out.append_repeated(fill, padding - before);
}

void append_padded_number(TextBuilder& out, const FormatSpec& spec, std::string_view number,
                          TextOrigin number_origin, TextOrigin padding_origin) {
    if (spec.align != '=') {
        FormatSpec plain = spec;
        plain.precision.reset();
        append_padded(out, plain, Text(std::string(number), number_origin), padding_origin, '>');
        return;
    }
    std::size_t sign =
        !number.empty() && (number.front() == '-' || number.front() == '+' || number.front() == ' ') ? 1 : 0;
    if (spec.alternate && number.size() > sign + 2 && number[sign] == '0') {
        sign += 2;
    }
    out.append(number.substr(0, sign), number_origin);
    if (spec.width > number.size()) {
        out.append_repeated(Text(spec.fill, padding_origin), spec.width - number.size());
    }
    out.append(number.substr(sign), number_origin);
}

}  // namespace hearth::jinja
