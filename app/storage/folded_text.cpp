#include "storage/folded_text.h"

#include <array>

#include <utf8proc.h>

namespace hearth::storage {
namespace {

constexpr char32_t kReplacement = 0xfffd;

struct Range {
    char32_t first;
    char32_t last;
};

// Thai, Lao, Tibetan, Myanmar, Hangul Jamo, Khmer; then CJK radicals to Hangul syllables and the later planes
// of Han.
constexpr std::array<Range, 17> kUnspaced{{
    {0x0e00, 0x0e7f},
    {0x0e80, 0x0eff},
    {0x0f00, 0x0fff},
    {0x1000, 0x109f},
    {0x1100, 0x11ff},
    {0x1780, 0x17ff},
    {0x2e80, 0x2fdf},
    {0x3005, 0x3007},
    {0x3040, 0x30ff},
    {0x3100, 0x318f},
    {0x31a0, 0x31ff},
    {0x3400, 0x4dbf},
    {0x4e00, 0x9fff},
    {0xa960, 0xa97f},
    {0xac00, 0xd7ff},
    {0xf900, 0xfaff},
    {0x20000, 0x3ffff},
}};

}  // namespace

char32_t fold(char32_t code_point) {
    if (code_point < 0x80) {
        return code_point >= 'A' && code_point <= 'Z' ? code_point + 32 : code_point;
    }
    if (code_point >= 0xff01 && code_point <= 0xff5e) {
        return fold(code_point - 0xfee0);
    }
    if (code_point >= 0x2e80 && code_point <= 0xd7ff) {
        return code_point;  // no case there, and most of Chinese text
    }
    return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code_point)));
}

Character character_at(std::string_view text, std::size_t offset) {
    const auto first = static_cast<unsigned char>(text[offset]);
    if (first < 0x80) {
        return {fold(first), static_cast<std::uint32_t>(offset), 1};
    }
    utf8proc_int32_t code_point = 0;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + offset);
    const auto length =
        utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - offset), &code_point);
    if (length <= 0) {
        return {kReplacement, static_cast<std::uint32_t>(offset), 1};
    }
    return {fold(static_cast<char32_t>(code_point)), static_cast<std::uint32_t>(offset),
            static_cast<std::uint32_t>(length)};
}

bool is_unspaced(char32_t code_point) {
    if (code_point < kUnspaced.front().first) {
        return false;
    }
    for (const Range range : kUnspaced) {
        if (code_point <= range.last) {
            return code_point >= range.first;
        }
    }
    return false;
}

bool is_word(char32_t code_point) {
    if (code_point < 0x80) {
        return (code_point >= '0' && code_point <= '9') || (code_point >= 'a' && code_point <= 'z') ||
               (code_point >= 'A' && code_point <= 'Z') || code_point == '_';
    }
    if (is_unspaced(code_point)) {
        return false;
    }
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(code_point))) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_MC:
        case UTF8PROC_CATEGORY_ME:
        case UTF8PROC_CATEGORY_ND:
        case UTF8PROC_CATEGORY_NL:
        case UTF8PROC_CATEGORY_NO:
            return true;
        default:
            return false;
    }
}

bool is_space(char32_t code_point) {
    if (code_point <= 0x20 || code_point == 0x7f) {
        return true;
    }
    return code_point >= 0x80 &&
           (code_point == 0x85 || code_point == 0xa0 || code_point == 0x1680 ||
            (code_point >= 0x2000 && code_point <= 0x200a) || code_point == 0x2028 || code_point == 0x2029 ||
            code_point == 0x202f || code_point == 0x205f || code_point == 0x3000);
}

std::u32string folded(std::string_view text) {
    std::u32string result;
    result.reserve(text.size());
    for (std::size_t offset = 0; offset < text.size();) {
        const Character character = character_at(text, offset);
        result += character.folded;
        offset += character.bytes;
    }
    return result;
}

std::string folded_utf8(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t offset = 0; offset < text.size();) {
        const Character character = character_at(text, offset);
        append_utf8(result, character.folded == 0 ? U' ' : character.folded);
        offset += character.bytes;
    }
    return result;
}

void append_utf8(std::string& text, char32_t code_point) {
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), bytes.data());
    text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

}  // namespace hearth::storage
