#pragma once

#include "tokenizer/byte_fallback.h"
#include "tokenizer/merge_table.h"
#include "tokenizer/space_marks.h"
#include "tokenizer/subword_model.h"
#include "tokenizer/vocabulary.h"

#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace hearth::tokenizer {

/// Byte-pair encoding over characters with U+2581 for spaces and byte tokens <0xNN> for characters that are
/// no tokens. Which neighbours join is told by scores (SentencePiece, the model "llama") or by a merge list
/// (the models of Gemma 4 and Sarvam).
class SentencePieceBpe final : public SubwordModel {
 public:
    /// Merging by score: the model "llama". `vocabulary` outlives the model.
    static Result<std::unique_ptr<SubwordModel>> by_score(const Metadata& metadata,
                                                          const Vocabulary& vocabulary, SpaceRules rules);
    /// Merging by `tokenizer.ggml.merges`.
    static Result<std::unique_ptr<SubwordModel>> by_merge_list(const Metadata& metadata,
                                                               const Vocabulary& vocabulary,
                                                               SpaceRules rules);

    std::unique_ptr<RunEncoder> new_encoder() const override;
    std::string token_bytes(TokenId token) const override;
    bool adds_space_prefix() const override { return rules_.adds_prefix; }

 private:
    class Encoder;

    static Result<std::unique_ptr<SentencePieceBpe>> create(const Metadata& metadata,
                                                            const Vocabulary& vocabulary, SpaceRules rules);
    SentencePieceBpe(const Vocabulary& vocabulary, SpaceRules rules, std::optional<TokenId> unknown);

    const Vocabulary& vocabulary_;
    SpaceRules rules_;
    std::optional<TokenId> unknown_;
    std::array<std::int32_t, 256> byte_tokens_;  ///< -1 where the vocabulary has no token for the byte
    std::vector<std::uint32_t> ranks_;           ///< of each token: 0 for the highest score
    std::optional<MergeTable> merges_;
    /// Characters that stand right before a U+2581 inside some token: text is never cut between the two.
    std::unordered_set<char32_t> before_space_;
};

}  // namespace hearth::tokenizer
