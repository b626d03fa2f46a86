#include "cli/terminal_text.h"

#include <hearth/utf8.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

bool is_control(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character.front());
    if (character.size() == 1) {
        return (lead < 0x20 && lead != '\n' && lead != '\t') || lead == 0x7F;
    }
    return character.size() == 2 && lead == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

/// The code point of a well-formed character.
char32_t code_point(std::string_view character) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(character[at]); };
    if (character.size() == 1) {
        return byte(0);
    }
    char32_t value = byte(0) & (0xFFU >> (character.size() + 1));
    for (std::size_t i = 1; i < character.size(); ++i) {
        value = (value << 6U) | (byte(i) & 0x3FU);
    }
    return value;
}

bool is_invisible(char32_t c) {
    return c == 0x61C || c == 0x180E || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
           (c >= 0xE0000 && c <= 0xE007F);
}

/// \\uXXXX, two of them beyond the basic plane.
void append_escape(std::string& out, char32_t c) {
    if (c >= 0x10000) {
        append_escape(out, 0xD800 + ((c - 0x10000) >> 10U));
        c = 0xDC00 + ((c - 0x10000) & 0x3FFU);
    }
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(c));
}

}  // namespace

std::string terminal_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t bytes = utf8_character_bytes(text);
        const std::string_view character = text.substr(0, bytes == 0 ? 1 : bytes);
        if (bytes == 0 || is_control(character)) {
            for (const char byte : character) {
                fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(byte));
            }
        } else {
            out += character;
        }
        text.remove_prefix(character.size());
    }
    return out;
}

std::string terminal_name(std::string_view name) {
    std::string out;
    while (!name.empty()) {
        const std::size_t bytes = utf8_character_bytes(name);
        const std::string_view character = name.substr(0, bytes == 0 ? 1 : bytes);
        if (bytes > 0 && (character == "\n" || character == "\t")) {
            fmt::format_to(std::back_inserter(out), "\\x{:02X}",
                           static_cast<unsigned char>(character.front()));
        } else if (bytes > 1 && is_invisible(code_point(character))) {
            fmt::format_to(std::back_inserter(out), "<U+{:04X}>",
                           static_cast<std::uint32_t>(code_point(character)));
        } else {
            out += terminal_text(character);
        }
        name.remove_prefix(character.size());
    }
    return out;
}

std::string terminal_json(std::string json) {
    const bool plain = std::ranges::all_of(json, [](char c) { return static_cast<unsigned char>(c) < 0x7F; });
    if (plain) {
        return json;
    }
    std::string out;
    std::string_view rest = json;
    while (!rest.empty()) {
        const std::string_view character =
            rest.substr(0, std::max<std::size_t>(1, utf8_character_bytes(rest)));
        const char32_t c = code_point(character);
        if (c == 0x7F || (c >= 0x80 && c < 0xA0) || (character.size() > 1 && is_invisible(c))) {
            append_escape(out, c);
        } else {
            out += character;
        }
        rest.remove_prefix(character.size());
    }
    return out;
}

}  // namespace hearth::cli
