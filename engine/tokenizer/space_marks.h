#pragma once

#include <cstddef>
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
    bool spares_spaces = false;         ///< no prefix in front of a run that begins with a space
    bool first_run_only = false;        ///< a prefix at the start alone
    bool splits_words = false;          ///< each U+2581 begins a word that is tokenized on its own
};

/// Applies the rules and writes spaces as U+2581. `is_first`: the run is the start of the text.
void escape_spaces(std::string_view text, SpaceRules rules, bool is_first, std::string& out);

/// The length of the word that `text`, with marks for spaces, begins with: up to the next mark.
std::size_t first_word_length(std::string_view text);

/// U+2581 → space.
std::string unescape_spaces(std::string_view text);

}  // namespace hearth::tokenizer
