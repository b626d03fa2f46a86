#include "support/fake_tokenizer.h"

#include <algorithm>

namespace hearth::test {

FakeTokenizer::FakeTokenizer(std::uint32_t vocabulary_size, bool adds_bos) : adds_bos_(adds_bos) {
    for (std::uint32_t i = 0; i < vocabulary_size; ++i) {
        texts_.push_back(i == 0 ? "<s>" : i == 1 ? "</s>" : std::to_string(i) + ",");
    }
}

/// Every character of a message is the token of its byte modulo the vocabulary's normal part; "<s>" and
/// "</s>" in template text are the control tokens.
Result<std::vector<TokenId>> FakeTokenizer::encode(std::span<const Segment> segments) const {
    std::vector<TokenId> ids;
    for (const Segment& segment : segments) {
        std::string_view text = segment.text;
        while (!text.empty()) {
            const bool control = segment.origin == TextOrigin::template_text;
            std::size_t used = 1;
            if (control && text.starts_with("<s>")) {
                ids.push_back(TokenId{0});
                used = 3;
            } else if (control && text.starts_with("</s>")) {
                ids.push_back(TokenId{1});
                used = 4;
            } else {
                const auto byte = static_cast<unsigned char>(text.front());
                ids.push_back(TokenId{static_cast<std::int32_t>(2 + byte % (texts_.size() - 2))});
            }
            text.remove_prefix(used);
        }
    }
    return ids;
}

std::string FakeTokenizer::token_bytes(TokenId token, ShowControl show_control) const {
    const auto index = static_cast<std::size_t>(token.value);
    const bool hidden = token.value < 2 && show_control == ShowControl::no;
    return index >= texts_.size() || hidden ? std::string() : texts_[index];
}

std::string FakeTokenizer::decode(std::span<const TokenId> tokens, ShowControl show_control) const {
    std::string text;
    for (const TokenId token : tokens) {
        text += token_bytes(token, show_control);
    }
    return text;
}

TokenKind FakeTokenizer::kind(TokenId token) const {
    return token.value < 2 ? TokenKind::control : TokenKind::normal;
}

std::string_view FakeTokenizer::token_text(TokenId token) const {
    return texts_.at(static_cast<std::size_t>(token.value));
}

std::optional<TokenId> FakeTokenizer::find(std::string_view token_text) const {
    const auto place = std::find(texts_.begin(), texts_.end(), token_text);
    return place == texts_.end() ? std::nullopt
                                 : std::optional(TokenId{static_cast<std::int32_t>(place - texts_.begin())});
}

}  // namespace hearth::test
