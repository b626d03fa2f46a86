#include "tokenizer/utf8.h"

#include <hearth/utf8.h>

namespace hearth::tokenizer {

namespace {

constexpr char32_t replacement_character = 0xFFFD;

}  // namespace

Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto payload = [&](std::size_t i) { return static_cast<char32_t>(byte(i) & 0x3FU); };
    switch (utf8_character_bytes(text)) {
        case 1:
            return {byte(0), 1};
        case 2:
            return {static_cast<char32_t>((byte(0) & 0x1FU) << 6U) | payload(1), 2};
        case 3:
            return {static_cast<char32_t>((byte(0) & 0x0FU) << 12U) | payload(1) << 6U | payload(2), 3};
        case 4:
            return {static_cast<char32_t>((byte(0) & 0x07U) << 18U) | payload(1) << 12U | payload(2) << 6U |
                        payload(3),
                    4};
        default:
            return {replacement_character, 1};
    }
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
