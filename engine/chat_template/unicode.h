#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hearth::jinja {

/// Bytes of the character that starts with `lead`, in well-formed UTF-8.
constexpr std::size_t character_bytes(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// The code point at `position` of well-formed UTF-8.
char32_t decode_at(std::string_view bytes, std::size_t position);
void append_utf8(std::string& out, char32_t code_point);

std::size_t count_characters(std::string_view bytes);
/// Byte position of character `index`; the size if there are not as many.
std::size_t byte_of_character(std::string_view bytes, std::size_t index);
/// Byte position of the character before `position` (which is > 0).
std::size_t previous_character(std::string_view bytes, std::size_t position);

// Properties as Python's str methods see them.
bool is_space(char32_t code_point);
bool is_printable(char32_t code_point);
bool is_alphabetic(char32_t code_point);
bool is_decimal(char32_t code_point);
bool is_numeric(char32_t code_point);
bool is_upper(char32_t code_point);
bool is_lower(char32_t code_point);
bool is_title(char32_t code_point);
bool is_cased(char32_t code_point);
/// `\w` of Python's regular expressions.
bool is_word(char32_t code_point);
/// Ends a line for str.splitlines; \r\n is one end.
bool is_line_end(char32_t code_point);

// Full case mappings (Unicode SpecialCasing.txt, without the conditions), appended to `out`.
void append_upper(std::string& out, char32_t code_point);
void append_lower(std::string& out, char32_t code_point);
void append_title(std::string& out, char32_t code_point);
void append_folded(std::string& out, char32_t code_point);

}  // namespace hearth::jinja
