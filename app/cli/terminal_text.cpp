#include "cli/terminal_text.h"

#include <hearth/utf8.h>

#include <cstddef>
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

}  // namespace hearth::cli
