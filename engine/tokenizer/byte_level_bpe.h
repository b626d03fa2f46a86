#pragma once

#include "tokenizer/merge_table.h"
#include "tokenizer/pre_tokenizer.h"
#include "tokenizer/subword_model.h"
#include "tokenizer/vocabulary.h"

#include <array>

namespace hearth::tokenizer {

/// Byte-level byte-pair encoding (GPT-2): words of the pre-tokenizer, their bytes joined by the merge list.
/// The model "gpt2" of a GGUF file.
class ByteLevelBpe final : public SubwordModel {
 public:
    /// `vocabulary` outlives the model; `family` need not.
    static Result<std::unique_ptr<SubwordModel>> create(const Metadata& metadata,
                                                        const Vocabulary& vocabulary,
                                                        const PreTokenizerFamily& family);

    std::unique_ptr<RunEncoder> new_encoder() const override;
    std::string token_bytes(TokenId token) const override;
    bool adds_space_prefix() const override { return false; }

 private:
    class Encoder;

    /// What a family says besides how it splits.
    struct Rules {
        Normalization normalization;
        bool ignore_merges;
        bool adds_space_prefix;
    };

    ByteLevelBpe(const Vocabulary& vocabulary, Rules rules, PreTokenizer pre_tokenizer, MergeTable merges);

    const Vocabulary& vocabulary_;
    Rules rules_;
    PreTokenizer pre_tokenizer_;
    MergeTable merges_;
    std::array<std::int32_t, 256> byte_tokens_{};  ///< -1 where the vocabulary has no token for the byte
};

}  // namespace hearth::tokenizer
