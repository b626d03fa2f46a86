#pragma once

#include "storage/search.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::storage {

/// One word of a search and how it is looked up.
struct SearchTerm {
    enum class Kind : std::uint8_t {
        trigram,  ///< three characters or more: anywhere
        short_,   ///< one or two; letters and digits only at the beginning of a word
    };
    std::u32string text;  ///< folded
    Kind kind = Kind::trigram;
};

/// The words of what a person typed, each once.
std::vector<SearchTerm> terms_of(std::string_view typed);

/// Where a term first occurs in `text` at or after byte `from`.
std::optional<TextRange> find_term(std::string_view text, const SearchTerm& term, std::size_t from = 0);

bool contains_all(std::string_view text, const std::vector<SearchTerm>& terms);

/// Every place of every term, in order; places that touch each other are one.
std::vector<TextRange> find_all(std::string_view text, const std::vector<SearchTerm>& terms);

/// What the index of short terms holds for a text: its tokens, each once, parted by spaces. One for each
/// character and each pair of neighbours that find_term would find. A token is its code points in
/// hexadecimal, so that no tokenizer has an opinion about them.
std::string short_tokens(std::string_view text);

/// The token of a short term.
std::string short_token(std::u32string_view characters);

/// One line of `text` around the first place of a term, about `characters` long, with its matches.
struct Snippet {
    std::string text;
    std::vector<TextRange> matches;
};
Snippet snippet_of(std::string_view text, const std::vector<SearchTerm>& terms, std::size_t characters = 120);

/// The beginning of `text` in one line, at most `characters` long and an ellipsis.
std::string first_line(std::string_view text, std::size_t characters);

}  // namespace hearth::storage
