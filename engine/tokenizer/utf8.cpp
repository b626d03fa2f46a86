#include "tokenizer/utf8.h"

#include <cstdint>
#include <cstring>

namespace hearth::tokenizer {

namespace {

constexpr char32_t replacement_character = 0xFFFD;

/// The well-formed character at the start of `text`; length 0 where there is none.
Character well_formed_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0U) == 0x80U; };
    const auto payload = [&](std::size_t i) { return static_cast<char32_t>(byte(i) & 0x3FU); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        return {lead, 1};
    }
    if (lead >= 0xC2 && lead <= 0xDF && continues(1)) {
        return {static_cast<char32_t>((lead & 0x1FU) << 6U) | payload(1), 2};
    }
    if (lead >= 0xE0 && lead <= 0xEF && continues(1) && continues(2)) {
        const char32_t value = static_cast<char32_t>((lead & 0x0FU) << 12U) | payload(1) << 6U | payload(2);
        const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
        return {value, value >= 0x800 && !surrogate ? 3U : 0U};
    }
    if (lead >= 0xF0 && lead <= 0xF4 && continues(1) && continues(2) && continues(3)) {
        const char32_t value =
            static_cast<char32_t>((lead & 0x07U) << 18U) | payload(1) << 12U | payload(2) << 6U | payload(3);
        return {value, value >= 0x10000 && value <= 0x10FFFF ? 4U : 0U};
    }
    return {replacement_character, 0};
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
    constexpr std::uint64_t high_bits = 0x8080808080808080ULL;
    std::size_t offset = 0;
    while (offset < text.size()) {
        std::uint64_t word = 0;
        while (offset + sizeof word <= text.size()) {
            std::memcpy(&word, text.data() + offset, sizeof word);
            if ((word & high_bits) != 0) {
                break;
            }
            offset += sizeof word;
        }
        if (offset == text.size()) {
            break;
        }
        const std::size_t length = well_formed_character(text.substr(offset)).length;
        if (length == 0) {
            return offset;
        }
        offset += length;
    }
    return std::nullopt;
}

Character first_character(std::string_view text) {
    const Character character = well_formed_character(text);
    return character.length == 0 ? Character{replacement_character, 1} : character;
}

void append_utf8(std::string& text, char32_t code_point) {
    const auto push = [&](char32_t byte) {
        text.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
    };
    if (code_point < 0x80) {
        push(code_point);
    } else if (code_point < 0x800) {
        push(0xC0U | code_point >> 6U);
        push(0x80U | (code_point & 0x3FU));
    } else if (code_point < 0x10000) {
        push(0xE0U | code_point >> 12U);
        push(0x80U | (code_point >> 6U & 0x3FU));
        push(0x80U | (code_point & 0x3FU));
    } else {
        push(0xF0U | code_point >> 18U);
        push(0x80U | (code_point >> 12U & 0x3FU));
        push(0x80U | (code_point >> 6U & 0x3FU));
        push(0x80U | (code_point & 0x3FU));
    }
}

bool is_white_space(char32_t code_point) {
    return (code_point >= 0x09 && code_point <= 0x0D) || code_point == 0x20 || code_point == 0x85 ||
           code_point == 0xA0 || code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200A) ||
           code_point == 0x2028 || code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
           code_point == 0x3000;
}

std::size_t end_without_spaces(std::string_view text) {
    std::size_t end = text.size();
    while (end > 0) {
        std::size_t begin = end - 1;
        while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) {
            --begin;
        }
        if (!is_white_space(first_character(text.substr(begin)).code_point)) {
            break;
        }
        end = begin;
    }
    return end;
}

}  // namespace hearth::tokenizer
