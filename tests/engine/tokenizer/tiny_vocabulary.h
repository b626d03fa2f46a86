#pragma once

#include "tokenizer/byte_alphabet.h"

#include <hearth/metadata.h>
#include <hearth/tokenizer.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::test {

/// The `tokenizer.ggml.*` keys of a small vocabulary made in a test.
class TinyVocabulary {
 public:
    /// A byte-level vocabulary with the 256 bytes as tokens 0 to 255 and no merges.
    static TinyVocabulary byte_level(std::string pre) {
        TinyVocabulary vocabulary;
        vocabulary.model_ = "gpt2";
        vocabulary.pre_ = std::move(pre);
        for (unsigned byte = 0; byte < 256; ++byte) {
            vocabulary.token(std::string(tokenizer::byte_character(static_cast<unsigned char>(byte))));
        }
        return vocabulary;
    }

    /// A vocabulary of `model` with a score for each token.
    static TinyVocabulary scored(std::string model) {
        TinyVocabulary vocabulary;
        vocabulary.model_ = std::move(model);
        vocabulary.has_scores_ = true;
        return vocabulary;
    }

    TinyVocabulary& token(std::string text, TokenKind kind = TokenKind::normal, float score = 0) {
        tokens_.push_back(std::move(text));
        kinds_.push_back(static_cast<std::int32_t>(kind));
        scores_.push_back(score);
        return *this;
    }

    /// A byte-level token for `word` and the merges that make it from left to right.
    TinyVocabulary& word(std::string_view word) {
        std::string left(tokenizer::byte_character(static_cast<unsigned char>(word[0])));
        for (const char next : word.substr(1)) {
            const std::string right(tokenizer::byte_character(static_cast<unsigned char>(next)));
            const std::string merge = left + " " + right;
            left += right;
            if (std::find(merges_.begin(), merges_.end(), merge) == merges_.end()) {
                merges_.push_back(merge);
                token(left);
            }
        }
        return *this;
    }

    /// The 256 tokens <0x00> to <0xFF>.
    TinyVocabulary& bytes() {
        constexpr std::string_view digits = "0123456789ABCDEF";
        for (unsigned byte = 0; byte < 256; ++byte) {
            token(std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">", TokenKind::byte);
        }
        return *this;
    }

    TinyVocabulary& merge(std::string merge) {
        merges_.push_back(std::move(merge));
        return *this;
    }

    Metadata metadata() const {
        Metadata metadata("tiny.gguf");
        metadata.set("tokenizer.ggml.model", MetadataValue::of(model_));
        if (!pre_.empty()) {
            metadata.set("tokenizer.ggml.pre", MetadataValue::of(pre_));
        }
        metadata.set("tokenizer.ggml.tokens", MetadataValue::of(tokens_));
        metadata.set("tokenizer.ggml.token_type", MetadataValue::of(kinds_));
        if (has_scores_) {
            metadata.set("tokenizer.ggml.scores", MetadataValue::of(scores_));
        } else {
            metadata.set("tokenizer.ggml.merges", MetadataValue::of(merges_));
        }
        return metadata;
    }

    /// The id of the token written `text`; fails the test where there is none.
    std::int32_t id(std::string_view text) const {
        const auto found = std::find(tokens_.begin(), tokens_.end(), text);
        EXPECT_NE(found, tokens_.end()) << text;
        return static_cast<std::int32_t>(found - tokens_.begin());
    }

 private:
    std::string model_;
    std::string pre_;
    std::vector<std::string> tokens_;
    std::vector<std::int32_t> kinds_;
    std::vector<float> scores_;
    std::vector<std::string> merges_;
    bool has_scores_ = false;
};

/// A tokenizer that must come to be; throws with the error's message where it does not.
inline std::shared_ptr<const Tokenizer> make_tokenizer(const Metadata& metadata) {
    auto tokenizer = Tokenizer::create(metadata);
    if (!tokenizer) {
        throw std::runtime_error(tokenizer.error().message);
    }
    return *std::move(tokenizer);
}

inline std::vector<std::int32_t> ids(const Result<std::vector<TokenId>>& tokens) {
    std::vector<std::int32_t> values;
    if (!tokens) {
        ADD_FAILURE() << tokens.error().message;
        return values;
    }
    for (const TokenId token : *tokens) {
        values.push_back(token.value);
    }
    return values;
}

/// The tokens as written in the vocabulary, with | between.
inline std::string written(const Tokenizer& tokenizer, const Result<std::vector<TokenId>>& tokens) {
    std::string text;
    for (const std::int32_t id : ids(tokens)) {
        text += (text.empty() ? "" : "|") + std::string(tokenizer.token_text(TokenId{id}));
    }
    return text;
}

}  // namespace hearth::test
