#pragma once

#include "tokenizer/vocabulary.h"

#include <vector>

namespace hearth::tokenizer {

/// Tokens that swallow the white space beside them (`lstrip` and `rstrip` of added tokens upstream). Sorted.
struct StrippingTokens {
    std::vector<TokenId> left;   ///< white space before them
    std::vector<TokenId> right;  ///< white space after them
};

/// GGUF files do not carry these flags: known models are told by their name, architecture and pre-tokenizer.
StrippingTokens find_stripping_tokens(const Metadata& metadata, const Vocabulary& vocabulary);

}  // namespace hearth::tokenizer
