#pragma once

#include <hearth/tokenizer.h>

#include <optional>
#include <string>
#include <vector>

namespace hearth::test {

/// A vocabulary of numbers: token i is written "i,". Token 0 is BOS and token 1 ends a turn, both control
/// tokens written <s> and </s>.
class FakeTokenizer final : public Tokenizer {
 public:
    explicit FakeTokenizer(std::uint32_t vocabulary_size, bool adds_bos = false);

    Result<std::vector<TokenId>> encode(std::span<const Segment> segments) const override;
    std::string token_bytes(TokenId token, ShowControl show_control) const override;
    std::string decode(std::span<const TokenId> tokens, ShowControl show_control) const override;
    std::size_t vocabulary_size() const override { return texts_.size(); }
    TokenKind kind(TokenId token) const override;
    std::string_view token_text(TokenId token) const override;
    std::optional<TokenId> find(std::string_view token_text) const override;
    std::optional<TokenId> bos() const override { return TokenId{0}; }
    std::optional<TokenId> eos() const override { return TokenId{1}; }
    bool adds_bos() const override { return adds_bos_; }
    bool adds_eos() const override { return false; }
    std::span<const TokenId> end_tokens() const override { return end_tokens_; }
    std::span<const std::string> warnings() const override { return {}; }

 private:
    std::vector<std::string> texts_;
    std::vector<TokenId> end_tokens_ = {TokenId{1}};
    bool adds_bos_;
};

}  // namespace hearth::test
