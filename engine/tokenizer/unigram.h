#pragma once

#include "tokenizer/byte_fallback.h"
#include "tokenizer/byte_trie.h"
#include "tokenizer/charsmap.h"
#include "tokenizer/space_marks.h"
#include "tokenizer/subword_model.h"
#include "tokenizer/vocabulary.h"

#include <array>

namespace hearth::tokenizer {

/// The unigram language model of SentencePiece: of all ways to cut the text, the one with the highest sum of
/// log-probabilities (Viterbi; Kudo 2018, arXiv 1804.10959). The model "t5" of a GGUF file.
class Unigram final : public SubwordModel {
 public:
    /// `vocabulary` outlives the model.
    static Result<std::unique_ptr<SubwordModel>> create(const Metadata& metadata,
                                                        const Vocabulary& vocabulary, SpaceRules rules);

    std::unique_ptr<RunEncoder> new_encoder() const override;
    std::string token_bytes(TokenId token) const override;
    bool adds_space_prefix() const override { return rules_.adds_prefix; }

 private:
    class Encoder;

    Unigram(const Vocabulary& vocabulary, SpaceRules rules, TokenId unknown, Charsmap charsmap);

    const Vocabulary& vocabulary_;
    SpaceRules rules_;
    TokenId unknown_;
    std::array<std::int32_t, 256> byte_tokens_;
    bool has_byte_tokens_ = false;  ///< all of them: unknown characters are written as bytes
    Charsmap charsmap_;
    ByteTrie trie_;
    std::vector<std::int32_t> token_of_node_;  ///< -1: none ends here
    double unknown_score_ = 0;
};

}  // namespace hearth::tokenizer
