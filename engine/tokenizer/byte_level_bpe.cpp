#include "tokenizer/byte_level_bpe.h"

#include "tokenizer/byte_alphabet.h"
#include "tokenizer/nfc.h"
#include "tokenizer/split_back.h"
#include "tokenizer/symbol_merger.h"
#include "tokenizer/word_cache.h"

#include <fmt/format.h>

namespace hearth::tokenizer {

namespace {

/// The token that stands for a byte where no merge applies.
std::optional<TokenId> byte_token(const Vocabulary& vocabulary, unsigned byte) {
    const auto token = vocabulary.find(byte_character(static_cast<unsigned char>(byte)));
    return token && may_be_text(vocabulary.kind(*token)) ? token : std::nullopt;
}

/// Bytes that writing consists of: not the control characters, nor what begins the planes of Unicode that are
/// unassigned or private (4 to 13, 15 and 16), nor what UTF-8 has not.
bool is_of_writing(unsigned byte) {
    if (byte < 0x20) {
        return byte == '\t' || byte == '\n' || byte == '\r';
    }
    return byte != 0x7F && byte != 0xC0 && byte != 0xC1 && (byte <= 0xF0 || byte == 0xF3);
}

/// Without a token for such a byte, words would vanish from prompts. Vocabularies in use lack some of the
/// others.
Status check_bytes(const Metadata& metadata, const Vocabulary& vocabulary) {
    for (unsigned byte = 0; byte < 256; ++byte) {
        if (is_of_writing(byte) && !byte_token(vocabulary, byte)) {
            return bad_value(metadata, "tokenizer.ggml.tokens",
                             fmt::format("a vocabulary with a token \"{}\" for the byte {:02X}",
                                         byte_character(static_cast<unsigned char>(byte)), byte),
                             "one without it");
        }
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<SubwordModel>> ByteLevelBpe::create(const Metadata& metadata,
                                                           const Vocabulary& vocabulary,
                                                           const PreTokenizerFamily& family) {
    HEARTH_TRY(check_bytes(metadata, vocabulary));
    HEARTH_TRY_ASSIGN(MergeTable merges, MergeTable::read(metadata, vocabulary));
    HEARTH_TRY_ASSIGN(PreTokenizer pre_tokenizer, PreTokenizer::compile(family));
    return std::unique_ptr<SubwordModel>(
        new ByteLevelBpe(vocabulary, {family.normalization, family.ignore_merges, family.adds_space_prefix},
                         std::move(pre_tokenizer), std::move(merges)));
}

ByteLevelBpe::ByteLevelBpe(const Vocabulary& vocabulary, Rules rules, PreTokenizer pre_tokenizer,
                           MergeTable merges)
    : vocabulary_(vocabulary),
      rules_(rules),
      pre_tokenizer_(std::move(pre_tokenizer)),
      merges_(std::move(merges)) {
    for (unsigned byte = 0; byte < byte_tokens_.size(); ++byte) {
        byte_tokens_[byte] = byte_token(vocabulary_, byte).value_or(TokenId{-1}).value;
    }
}

class ByteLevelBpe::Encoder final : public RunEncoder {
 public:
    explicit Encoder(const ByteLevelBpe& model)
        : model_(model), state_(model.pre_tokenizer_.new_state()), split_back_(model.vocabulary_) {}

    Status encode(std::string_view run, std::vector<TokenId>& tokens) override {
        if (model_.rules_.normalization == Normalization::nfc) {
            run = to_nfc(run, normalized_);
        }
        if (model_.rules_.adds_space_prefix && !run.starts_with(' ')) {
            prefixed_.assign(1, ' ').append(run);
            run = prefixed_;
        }
        return model_.pre_tokenizer_.split(run, state_, [&](std::string_view word) {
            if (const auto known = cache_.find(word)) {
                tokens.insert(tokens.end(), known->begin(), known->end());
                return;
            }
            const std::size_t before = tokens.size();
            encode_word(word, tokens);
            cache_.insert(word, std::span(tokens).subspan(before));
        });
    }

 private:
    void encode_word(std::string_view word, std::vector<TokenId>& tokens) {
        if (model_.rules_.ignore_merges) {
            spelled_.clear();
            for (const char byte : word) {
                spelled_ += byte_character(static_cast<unsigned char>(byte));
            }
            const auto whole = model_.vocabulary_.find(spelled_);
            if (whole && may_be_text(model_.vocabulary_.kind(*whole))) {
                tokens.push_back(*whole);
                return;
            }
        }
        merger_.clear();
        split_back_.clear();
        for (std::size_t i = 0; i < word.size(); ++i) {
            // A control character without a token is left out, and its neighbours may join over the gap, as
            // upstream.
            if (const std::int32_t token = model_.byte_tokens_[static_cast<unsigned char>(word[i])];
                token >= 0) {
                merger_.append(static_cast<std::uint32_t>(i), 1, token);
            }
        }
        merger_.merge(
            [&](const Symbol& left, const Symbol& right) -> std::optional<MergeCandidate> {
                const MergeTable::Merge* merge = model_.merges_.find(left.token, right.token);
                return merge == nullptr ? std::nullopt
                                        : std::optional(MergeCandidate{merge->rank, merge->token});
            },
            [&](const Symbol& left, const Symbol& right, std::int32_t token) {
                split_back_.joined(word, left, right, token);
            });
        for (const Symbol& symbol : merger_.symbols()) {
            if (symbol.length > 0) {
                split_back_.visit(
                    {word.substr(symbol.begin, symbol.length), symbol.token},
                    [&](const SplitBack::Part& part) { tokens.push_back(TokenId{part.token}); });
            }
        }
    }

    const ByteLevelBpe& model_;
    PreTokenizer::State state_;
    WordCache cache_;
    SymbolMerger merger_;
    SplitBack split_back_;
    std::string normalized_;
    std::string prefixed_;
    std::string spelled_;
};

std::unique_ptr<RunEncoder> ByteLevelBpe::new_encoder() const {
    return std::make_unique<Encoder>(*this);
}

std::string ByteLevelBpe::token_bytes(TokenId token) const {
    const std::string_view text = vocabulary_.text(token);
    if (vocabulary_.kind(token) != TokenKind::user_defined) {
        if (auto bytes = alphabet_bytes(text)) {
            return *std::move(bytes);
        }
    }
    return std::string(text);
}

}  // namespace hearth::tokenizer
