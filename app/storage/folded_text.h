#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hearth::storage {

/// How search sees text: one lower-case code point per code point, full-width Latin as plain Latin, invalid
/// bytes as U+FFFD. Pure functions over UTF-8.

/// One code point of a text and where it stands.
struct Character {
    char32_t folded = 0;
    std::uint32_t offset = 0;  ///< first byte
    std::uint32_t bytes = 0;
};

/// The character at `offset`, which is less than text.size().
Character character_at(std::string_view text, std::size_t offset);

char32_t fold(char32_t code_point);

/// Chinese, Japanese, Korean and other scripts written without spaces, where any two characters can be a
/// word.
bool is_unspaced(char32_t code_point);

/// A letter, mark, digit or underscore of a script written with spaces.
bool is_word(char32_t code_point);

bool is_space(char32_t code_point);

std::u32string folded(std::string_view text);

/// `folded` as UTF-8 again; U+0000 becomes a space.
std::string folded_utf8(std::string_view text);

void append_utf8(std::string& text, char32_t code_point);

}  // namespace hearth::storage
