#pragma once

#include "tokenizer/vocabulary.h"

#include <string>
#include <vector>

namespace hearth::tokenizer {

/// What the special tokens of a vocabulary do in a chat.
struct ChatTokens {
    std::vector<TokenId> ends;   ///< tokens that end a turn; sorted, each once
    std::vector<TokenId> shown;  ///< control tokens whose text belongs to the answer; sorted
};

/// Marks the unmistakable turn ends that a file does not call control tokens as such (adding to `warnings`)
/// and finds which tokens end a turn: those the metadata names and the well-known ones.
Result<ChatTokens> find_chat_tokens(const Metadata& metadata, Vocabulary& vocabulary,
                                    std::vector<std::string>& warnings);

}  // namespace hearth::tokenizer
