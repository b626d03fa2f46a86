#pragma once

#include <hearth/tokenizer.h>

#include <string>
#include <vector>

namespace hearth::test {

/// Every byte is a token; the bytes 1 and 2 of a template are control tokens.
class ByteTokenizer final : public Tokenizer {
 public:
    Result<std::vector<TokenId>> encode(std::span<const Segment> segments) const override {
        std::vector<TokenId> ids;
        for (const Segment& segment : segments) {
            for (const char byte : segment.text) {
                ids.push_back(TokenId{static_cast<unsigned char>(byte)});
            }
        }
        return ids;
    }
    std::string token_bytes(TokenId token, ShowControl) const override {
        return std::string(1, static_cast<char>(token.value));
    }
    std::string decode(std::span<const TokenId> tokens, ShowControl show) const override {
        std::string text;
        for (const TokenId token : tokens) {
            text += token_bytes(token, show);
        }
        return text;
    }
    std::size_t vocabulary_size() const override { return 256; }
    TokenKind kind(TokenId token) const override {
        return token.value == 1 || token.value == 2 ? TokenKind::control : TokenKind::normal;
    }
    std::string_view token_text(TokenId) const override { return {}; }
    std::optional<TokenId> find(std::string_view) const override { return std::nullopt; }
    std::optional<TokenId> bos() const override { return std::nullopt; }
    std::optional<TokenId> eos() const override { return TokenId{2}; }
    bool adds_bos() const override { return false; }
    bool adds_eos() const override { return false; }
    std::span<const TokenId> end_tokens() const override { return m_ends; }
    std::span<const std::string> warnings() const override { return {}; }

 private:
    std::vector<TokenId> m_ends = {TokenId{2}};
};

}  // namespace hearth::test
