#pragma once

#include "tokenizer/subword_model.h"
#include "tokenizer/vocabulary.h"

namespace hearth::tokenizer {

/// What happens to letters before words are looked up (BertNormalizer).
struct LetterRules {
    bool lower_case = true;
    bool strip_accents = true;
};

/// WordPiece (BERT): words at spaces and punctuation, each cut greedily into the longest tokens. The model
/// "bert" of a GGUF file, whose tokens are written with U+2581 at the start of a word and without ## inside
/// it.
class WordPiece final : public SubwordModel {
 public:
    /// `vocabulary` outlives the model.
    static Result<std::unique_ptr<SubwordModel>> create(const Metadata& metadata,
                                                        const Vocabulary& vocabulary);

    std::unique_ptr<RunEncoder> new_encoder() const override;
    std::string token_bytes(TokenId token) const override;
    bool adds_space_prefix() const override { return true; }

 private:
    class Encoder;

    WordPiece(const Vocabulary& vocabulary, LetterRules rules, TokenId unknown);

    const Vocabulary& vocabulary_;
    LetterRules rules_;
    TokenId unknown_;
};

}  // namespace hearth::tokenizer
