#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth::tokenizer {

/// The printable characters that byte-level vocabularies write bytes as (GPT-2, `bytes_to_unicode`):
/// printable Latin-1 characters stand for themselves, the other 68 bytes for U+0100 onwards in order.
std::string_view byte_character(unsigned char byte);

/// The bytes that `text` stands for; nothing where a character is not of the alphabet.
std::optional<std::string> alphabet_bytes(std::string_view text);

}  // namespace hearth::tokenizer
