#include "chat_template/number_text.h"

#include "chat_template/failure.h"
#include "chat_template/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace hearth::jinja {

namespace {

std::string_view strip(std::string_view text) {
    while (!text.empty() && is_space(decode_at(text, 0))) {
        text.remove_prefix(character_bytes(text.front()));
    }
    while (!text.empty()) {
        const std::size_t last = previous_character(text, text.size());
        if (!is_space(decode_at(text, last))) {
            break;
        }
        text = text.substr(0, last);
    }
    return text;
}

/// Without the underscores between digits; absent if one stands elsewhere.
std::optional<std::string> without_underscores(std::string_view text) {
    std::string out;
    const auto alphanumeric = [&](std::size_t i) {
        const char c = i < text.size() ? text[i] : ' ';
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            out.push_back(text[i]);
        } else if (i == 0 || !alphanumeric(i - 1) || !alphanumeric(i + 1)) {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<int> base_of_prefix(std::string_view text) {
    if (text.size() < 2 || text[0] != '0') {
        return std::nullopt;
    }
    switch (text[1]) {
        case 'b':
        case 'B':
            return 2;
        case 'o':
        case 'O':
            return 8;
        case 'x':
        case 'X':
            return 16;
        default:
            return std::nullopt;
    }
}

}  // namespace

std::string float_text(double value) {
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-inf" : "inf";
    }
    std::array<char, 40> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    std::string_view scientific(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
    std::string out;
    if (scientific.front() == '-') {
        out = "-";
        scientific.remove_prefix(1);
    }
    const std::size_t mark = scientific.find('e');
    int exponent = 0;
    std::string_view exponent_text = scientific.substr(mark + 1);
    if (exponent_text.front() == '+') {
        exponent_text.remove_prefix(1);
    }
    std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
    std::string digits(scientific.substr(0, mark));
    digits.erase(std::remove(digits.begin(), digits.end(), '.'), digits.end());

    if (exponent < -4 || exponent >= 16) {
        out += digits.substr(0, 1);
        if (digits.size() > 1) {
            out += "." + digits.substr(1);
        }
        const int magnitude = std::abs(exponent);
        out += exponent < 0 ? "e-" : "e+";
        out += (magnitude < 10 ? "0" : "") + std::to_string(magnitude);
    } else if (exponent < 0) {
        out += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    } else {
        const auto whole = static_cast<std::size_t>(exponent) + 1;
        if (digits.size() <= whole) {
            out += digits + std::string(whole - digits.size(), '0') + ".0";
        } else {
            out += digits.substr(0, whole) + "." + digits.substr(whole);
        }
    }
    return out;
}

std::optional<std::int64_t> parse_integer(std::string_view text, int base) {
    text = strip(text);
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        text.remove_prefix(1);
    }
    if (const auto prefix = base_of_prefix(text); prefix && (base == 0 || base == *prefix)) {
        base = *prefix;
        text.remove_prefix(2);
        if (!text.empty() && text.front() == '_') {
            text.remove_prefix(1);
        }
    } else if (base == 0) {
        base = 10;
        const bool leading_zero = text.size() > 1 && text.front() == '0';
        if (leading_zero && text.find_first_not_of("0_") != std::string_view::npos) {
            return std::nullopt;
        }
    }
    const auto digits = without_underscores(text);
    if (!digits || digits->empty() || digits->front() == '-') {
        return std::nullopt;
    }
    std::uint64_t magnitude = 0;
    const char* stop = digits->data() + digits->size();
    const auto parsed = std::from_chars(digits->data(), stop, magnitude, base);
    if (parsed.ptr != stop) {
        return std::nullopt;
    }
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (parsed.ec == std::errc::result_out_of_range || magnitude > most + (negative ? 1U : 0U)) {
        fail_limit("the template makes an integer of more than 64 bits");
    }
    return negative ? static_cast<std::int64_t>(0 - magnitude) : static_cast<std::int64_t>(magnitude);
}

std::optional<double> parse_float(std::string_view text) {
    const auto plain = without_underscores(strip(text));
    if (!plain || plain->empty()) {
        return std::nullopt;
    }
    std::string_view digits = *plain;
    if (digits.front() == '+') {
        digits.remove_prefix(1);
    }
    if (digits.empty() || digits.front() == '+') {
        return std::nullopt;
    }
    double value = 0;
    const char* stop = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), stop, value);
    if (parsed.ptr != stop || parsed.ec == std::errc::invalid_argument ||
        digits.find('(') != std::string_view::npos) {
        return std::nullopt;
    }
    if (parsed.ec == std::errc::result_out_of_range) {
        // Too large or too small: the exponent's sign tells, as from_chars leaves the value alone.
        const std::size_t mark = digits.find_first_of("eE");
        const bool tiny =
            (mark != std::string_view::npos && digits[mark + 1] == '-') ||
            (mark == std::string_view::npos && digits.find_first_not_of("-0.") > digits.find('.'));
        value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
        return digits.front() == '-' ? -value : value;
    }
    return value;
}

std::optional<std::int64_t> truncate_to_integer(double value) {
    if (!std::isfinite(value)) {
        return std::nullopt;
    }
    if (value >= 9223372036854775808.0 || value < -9223372036854775808.0) {
        fail_limit("the template makes an integer of more than 64 bits");
    }
    return static_cast<std::int64_t>(value);
}

}  // namespace hearth::jinja
