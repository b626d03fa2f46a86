#pragma once

#include <string>
#include <string_view>

namespace hearth::tokenizer {

/// U+2581, which SentencePiece writes for a space.
inline constexpr std::string_view space_mark = "\xE2\x96\x81";
inline constexpr char32_t space_mark_code_point = 0x2581;

/// What happens to the spaces of a run of text before it is tokenized.
struct SpaceRules {
    bool adds_prefix = false;  ///< a space in front of each run: at the start and after special tokens
    bool removes_extra_spaces = false;  ///< none at the ends, one between words
};

/// Applies the rules and writes spaces as U+2581.
void escape_spaces(std::string_view text, SpaceRules rules, std::string& out);

/// U+2581 → space.
std::string unescape_spaces(std::string_view text);

}  // namespace hearth::tokenizer
