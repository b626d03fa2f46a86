#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hearth::tokenizer {

/// One character of UTF-8 text: its code point and how many bytes it takes.
struct Character {
    char32_t code_point;
    std::size_t length;
};

/// The character at the start of non-empty `text`; an ill-formed byte is U+FFFD of length 1.
Character first_character(std::string_view text);

void append_utf8(std::string& text, char32_t code_point);

/// Unicode White_Space, which is what `\s` means in the expressions of pre-tokenizers.
bool is_white_space(char32_t code_point);

/// Length of `text` without the white space at its end. Well-formed UTF-8.
std::size_t end_without_spaces(std::string_view text);

}  // namespace hearth::tokenizer
