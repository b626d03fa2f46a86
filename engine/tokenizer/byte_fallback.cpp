#include "tokenizer/byte_fallback.h"

namespace hearth::tokenizer {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

std::optional<unsigned char> byte_of_token(std::string_view text) {
    if (text.size() != 6 || !text.starts_with("<0x") || text.back() != '>') {
        return std::nullopt;
    }
    const int high = hex_digit(text[3]);
    const int low = hex_digit(text[4]);
    return high < 0 || low < 0 ? std::nullopt : std::optional(static_cast<unsigned char>(high * 16 + low));
}

std::array<std::int32_t, 256> find_byte_tokens(const Vocabulary& vocabulary) {
    std::array<std::int32_t, 256> tokens{};
    tokens.fill(-1);
    for (std::size_t i = 0; i < vocabulary.size(); ++i) {
        const TokenId token{static_cast<std::int32_t>(i)};
        if (vocabulary.kind(token) == TokenKind::byte) {
            if (const auto byte = byte_of_token(vocabulary.text(token))) {
                tokens[*byte] = token.value;
            }
        }
    }
    return tokens;
}

}  // namespace hearth::tokenizer
