#pragma once

#include "tokenizer/vocabulary.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hearth::tokenizer {

/// `<0xNN>`, the way SentencePiece writes the token of a byte → NN.
std::optional<unsigned char> byte_of_token(std::string_view text);

/// The token of each byte, -1 where the vocabulary has none.
std::array<std::int32_t, 256> find_byte_tokens(const Vocabulary& vocabulary);

}  // namespace hearth::tokenizer
