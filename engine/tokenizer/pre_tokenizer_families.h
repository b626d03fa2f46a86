#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hearth::tokenizer {

/// One pass of a pre-tokenizer over every piece that the pass before left: each match becomes a piece of its
/// own, and so does what lies between matches.
struct PreTokenizerPass {
    enum class Kind : std::uint8_t {
        characters,      ///< an expression over Unicode characters
        bytes,           ///< an expression over bytes: upstream it runs after the byte-level alphabet
        groups_of_three  ///< matches are runs of digits, split into threes from their right end
    };
    std::string_view expression;  ///< in the spelling of the Hugging Face tokenizers, see pcre2_spelling
    Kind kind = Kind::characters;
};

/// How the text between special tokens is normalized before it is split.
enum class Normalization : std::uint8_t { none, nfc };

/// What a value of `tokenizer.ggml.pre` stands for.
struct PreTokenizerFamily {
    std::string_view name;
    std::span<const PreTokenizerPass> passes;
    Normalization normalization = Normalization::none;
    bool ignore_merges = false;      ///< a word that is a token is taken whole, whatever the merges say
    bool adds_bos = false;           ///< where the file does not say
    bool adds_space_prefix = false;  ///< a space goes in front of text that does not start with one
};

/// Families by name, sorted. Expressions are those of the models' own tokenizer.json (where llama.cpp
/// differs, upstream is followed); some are rewritten, with the same matches, so that no input takes more
/// than linear time.
std::span<const PreTokenizerFamily> pre_tokenizer_families();

/// Null for a name that is not in the table.
const PreTokenizerFamily* find_pre_tokenizer_family(std::string_view name);

}  // namespace hearth::tokenizer
