#include "chat_template/unicode.h"

#include "chat_template/special_casing.h"

#include <algorithm>

#include <utf8proc.h>

namespace hearth::jinja {

namespace {

unsigned char byte_at(std::string_view bytes, std::size_t position) {
    return static_cast<unsigned char>(bytes[position]);
}

bool continues(std::string_view bytes, std::size_t position) {
    return position < bytes.size() && (byte_at(bytes, position) & 0xC0U) == 0x80U;
}

utf8proc_category_t category(char32_t code_point) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
}

void append_all(std::string& out, std::u32string_view code_points) {
    for (const char32_t code_point : code_points) {
        append_utf8(out, code_point);
    }
}

}  // namespace

char32_t decode_at(std::string_view bytes, std::size_t position) {
    const unsigned char lead = byte_at(bytes, position);
    const auto tail = [&](std::size_t k) {
        return static_cast<char32_t>(byte_at(bytes, position + k) & 0x3FU);
    };
    switch (character_bytes(bytes[position])) {
        case 1:
            return lead;
        case 2:
            return (static_cast<char32_t>(lead & 0x1FU) << 6U) | tail(1);
        case 3:
            return (static_cast<char32_t>(lead & 0x0FU) << 12U) | (tail(1) << 6U) | tail(2);
        default:
            return (static_cast<char32_t>(lead & 0x07U) << 18U) | (tail(1) << 12U) | (tail(2) << 6U) |
                   tail(3);
    }
}

void append_utf8(std::string& out, char32_t code_point) {
    const auto put = [&](char32_t value) { out.push_back(static_cast<char>(value)); };
    if (code_point < 0x80) {
        put(code_point);
    } else if (code_point < 0x800) {
        put(0xC0U | (code_point >> 6U));
        put(0x80U | (code_point & 0x3FU));
    } else if (code_point < 0x10000) {
        put(0xE0U | (code_point >> 12U));
        put(0x80U | ((code_point >> 6U) & 0x3FU));
        put(0x80U | (code_point & 0x3FU));
    } else {
        put(0xF0U | (code_point >> 18U));
        put(0x80U | ((code_point >> 12U) & 0x3FU));
        put(0x80U | ((code_point >> 6U) & 0x3FU));
        put(0x80U | (code_point & 0x3FU));
    }
}

std::size_t count_characters(std::string_view bytes) {
    return static_cast<std::size_t>(std::count_if(
        bytes.begin(), bytes.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::size_t byte_of_character(std::string_view bytes, std::size_t index) {
    std::size_t position = 0;
    while (index > 0 && position < bytes.size()) {
        position += character_bytes(bytes[position]);
        --index;
    }
    return position;
}

std::size_t previous_character(std::string_view bytes, std::size_t position) {
    do {
        --position;
    } while (position > 0 && continues(bytes, position));
    return position;
}

bool is_space(char32_t c) {
    if (c < 0x80) {
        return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20);
    }
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_printable(char32_t c) {
    if (c < 0x7F) {
        return c >= 0x20;
    }
    switch (category(c)) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_CS:
        case UTF8PROC_CATEGORY_CO:
        case UTF8PROC_CATEGORY_CN:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
        case UTF8PROC_CATEGORY_ZS:
            return false;
        default:
            return true;
    }
}

bool is_alphabetic(char32_t c) {
    switch (category(c)) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
            return true;
        default:
            return false;
    }
}

bool is_decimal(char32_t c) {
    return c < 0x80 ? c >= '0' && c <= '9' : category(c) == UTF8PROC_CATEGORY_ND;
}

bool is_numeric(char32_t c) {
    const auto kind = category(c);
    return kind == UTF8PROC_CATEGORY_ND || kind == UTF8PROC_CATEGORY_NL || kind == UTF8PROC_CATEGORY_NO;
}

bool is_upper(char32_t c) {
    return c < 0x80 ? c >= 'A' && c <= 'Z' : utf8proc_isupper(static_cast<utf8proc_int32_t>(c)) != 0;
}

bool is_lower(char32_t c) {
    return c < 0x80 ? c >= 'a' && c <= 'z' : utf8proc_islower(static_cast<utf8proc_int32_t>(c)) != 0;
}

bool is_title(char32_t c) {
    return category(c) == UTF8PROC_CATEGORY_LT;
}

bool is_cased(char32_t c) {
    return is_upper(c) || is_lower(c) || is_title(c);
}

bool is_word(char32_t c) {
    return c == '_' || is_alphabetic(c) || is_numeric(c);
}

bool is_line_end(char32_t c) {
    return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

void append_upper(std::string& out, char32_t c) {
    if (c < 0x80) {
        out.push_back(static_cast<char>(c >= 'a' && c <= 'z' ? c - 0x20 : c));
    } else if (const auto* special = find_special_casing(c)) {
        append_all(out, special->upper);
    } else {
        append_utf8(out, static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c))));
    }
}

void append_lower(std::string& out, char32_t c) {
    if (c < 0x80) {
        out.push_back(static_cast<char>(c >= 'A' && c <= 'Z' ? c + 0x20 : c));
    } else if (c == 0x130) {
        append_all(out, U"i\u0307");
    } else {
        append_utf8(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))));
    }
}

void append_title(std::string& out, char32_t c) {
    if (c < 0x80) {
        append_upper(out, c);
    } else if (const auto* special = find_special_casing(c)) {
        append_all(out, special->title);
    } else {
        append_utf8(out, static_cast<char32_t>(utf8proc_totitle(static_cast<utf8proc_int32_t>(c))));
    }
}

void append_folded(std::string& out, char32_t c) {
    if (c < 0x80) {
        append_lower(out, c);
        return;
    }
    utf8proc_int32_t folded[8] = {};
    int boundary = 0;
    const auto length =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), folded, 8, UTF8PROC_CASEFOLD, &boundary);
    for (utf8proc_ssize_t i = 0; i < length; ++i) {
        append_utf8(out, static_cast<char32_t>(folded[i]));
    }
}

}  // namespace hearth::jinja
