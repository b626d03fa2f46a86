#include "cli/terminal_text.h"

#include <cstddef>
#include <iterator>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

/// Length of the well-formed character at the start of `text`; 0 where there is none.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto within = [&](std::size_t i, unsigned low, unsigned high) {
        return i < text.size() && byte(i) >= low && byte(i) <= high;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        return within(1, 0x80, 0xBF) ? 2 : 0;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        // Overlong forms and surrogates are excluded by the range of the second byte.
        const bool second = within(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF);
        return second && within(2, 0x80, 0xBF) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool second = within(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF);
        return second && within(2, 0x80, 0xBF) && within(3, 0x80, 0xBF) ? 4 : 0;
    }
    return 0;
}

bool is_control(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character.front());
    if (character.size() == 1) {
        return (lead < 0x20 && lead != '\n' && lead != '\t') || lead == 0x7F;
    }
    return character.size() == 2 && lead == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t bytes = character_bytes(text);
        if (bytes == 0) {
            return false;
        }
        text.remove_prefix(bytes);
    }
    return true;
}

std::string terminal_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t bytes = character_bytes(text);
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

}  // namespace hearth::cli
