#include "tokenizer/sentencepiece_bpe.h"

#include "tokenizer/split_back.h"
#include "tokenizer/symbol_merger.h"
#include "tokenizer/utf8.h"
#include "tokenizer/word_cache.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace hearth::tokenizer {

SentencePieceBpe::SentencePieceBpe(const Vocabulary& vocabulary, SpaceRules rules,
                                   std::optional<TokenId> unknown)
    : vocabulary_(vocabulary), rules_(rules), unknown_(unknown), byte_tokens_(find_byte_tokens(vocabulary)) {
    for (std::size_t i = 0; i < vocabulary_.size(); ++i) {
        const TokenId token{static_cast<std::int32_t>(i)};
        std::string_view text = vocabulary_.text(token);
        if (text.find(space_mark, 1) == std::string_view::npos) {
            continue;
        }
        char32_t before = space_mark_code_point;
        while (!text.empty()) {
            const Character character = first_character(text);
            if (character.code_point == space_mark_code_point && before != space_mark_code_point) {
                before_space_.insert(before);
            }
            before = character.code_point;
            text.remove_prefix(character.length);
        }
    }
}

Result<std::unique_ptr<SentencePieceBpe>> SentencePieceBpe::create(const Metadata& metadata,
                                                                   const Vocabulary& vocabulary,
                                                                   SpaceRules rules) {
    HEARTH_TRY_ASSIGN(const auto unknown,
                      read_token_id(metadata, "tokenizer.ggml.unknown_token_id", vocabulary));
    std::unique_ptr<SentencePieceBpe> model(new SentencePieceBpe(vocabulary, rules, unknown));
    const auto missing = std::ranges::find(model->byte_tokens_, -1);
    if (missing != model->byte_tokens_.end() && !unknown) {
        return bad_value(metadata, "tokenizer.ggml.tokens",
                         "a vocabulary with a token for every byte, or with an unknown token",
                         fmt::format("one without the byte 0x{:02X}", missing - model->byte_tokens_.begin()));
    }
    return model;
}

Result<std::unique_ptr<SubwordModel>> SentencePieceBpe::by_score(const Metadata& metadata,
                                                                 const Vocabulary& vocabulary,
                                                                 SpaceRules rules) {
    HEARTH_TRY_ASSIGN(auto model, create(metadata, vocabulary, rules));
    if (!vocabulary.has_scores()) {
        return Error{
            ErrorCode::missing_key,
            fmt::format("{}: tokenizer.ggml.scores is missing; a vocabulary of the model llama needs it",
                        metadata.file()),
            {.file = metadata.file(), .field = "tokenizer.ggml.scores"}};
    }
    std::vector<std::int32_t> order(vocabulary.size());
    std::iota(order.begin(), order.end(), 0);
    const auto score = [&](std::int32_t token) { return vocabulary.score(TokenId{token}); };
    std::ranges::sort(order, std::greater<>{}, score);
    model->ranks_.resize(order.size());
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && score(order[i]) != score(order[i - 1])) {
            ++rank;
        }
        model->ranks_[static_cast<std::size_t>(order[i])] = rank;
    }
    return std::unique_ptr<SubwordModel>(std::move(model));
}

Result<std::unique_ptr<SubwordModel>> SentencePieceBpe::by_merge_list(const Metadata& metadata,
                                                                      const Vocabulary& vocabulary,
                                                                      SpaceRules rules) {
    HEARTH_TRY_ASSIGN(auto model, create(metadata, vocabulary, rules));
    HEARTH_TRY_ASSIGN(model->merges_, MergeTable::read(metadata, vocabulary));
    return std::unique_ptr<SubwordModel>(std::move(model));
}

class SentencePieceBpe::Encoder final : public RunEncoder {
 public:
    explicit Encoder(const SentencePieceBpe& model) : model_(model), split_back_(model.vocabulary_) {}

    Status encode(std::string_view run, std::vector<TokenId>& tokens) override {
        escape_spaces(run, model_.rules_, tokens.empty(), escaped_);
        const std::string_view text = escaped_;
        std::size_t begin = 0;
        char32_t before = space_mark_code_point;
        for (std::size_t at = 0; at < text.size();) {
            const Character character = first_character(text.substr(at));
            // Merges never reach over a place where no token has these two characters side by side.
            if (character.code_point == space_mark_code_point && at > begin &&
                (model_.rules_.splits_words ||
                 (before != space_mark_code_point && !model_.before_space_.contains(before)))) {
                encode_part(text.substr(begin, at - begin), tokens);
                begin = at;
            }
            before = character.code_point;
            at += character.length;
        }
        encode_part(text.substr(begin), tokens);
        return {};
    }

 private:
    void encode_part(std::string_view part, std::vector<TokenId>& tokens) {
        if (const auto known = cache_.find(part)) {
            append(*known, tokens);
            return;
        }
        found_.clear();
        if (model_.merges_) {
            merge_part(part, [&](const Symbol& left, const Symbol& right) -> std::optional<MergeCandidate> {
                if (left.token < 0 || right.token < 0) {
                    return std::nullopt;
                }
                const MergeTable::Merge* merge = model_.merges_->find(left.token, right.token);
                return merge == nullptr ? std::nullopt
                                        : std::optional(MergeCandidate{merge->rank, merge->token});
            });
        } else {
            merge_part(part, [&](const Symbol& left, const Symbol& right) -> std::optional<MergeCandidate> {
                const auto joined =
                    model_.vocabulary_.find(part.substr(left.begin, left.length + right.length));
                if (!joined || !takes_part(*joined)) {
                    return std::nullopt;
                }
                return MergeCandidate{model_.ranks_[static_cast<std::size_t>(joined->value)], joined->value};
            });
        }
        cache_.insert(part, found_);
        append(found_, tokens);
    }

    /// SentencePiece keeps control, unknown and byte tokens out of merging; unused ones are steps, split back
    /// later.
    bool takes_part(TokenId token) const {
        const TokenKind kind = model_.vocabulary_.kind(token);
        return kind == TokenKind::normal || kind == TokenKind::user_defined || kind == TokenKind::unused;
    }

    template <class Candidate>
    void merge_part(std::string_view part, const Candidate& candidate) {
        merger_.clear();
        split_back_.clear();
        for (std::size_t at = 0; at < part.size();) {
            const std::size_t length = first_character(part.substr(at)).length;
            const auto token = model_.vocabulary_.find(part.substr(at, length));
            merger_.append(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(length),
                           token && takes_part(*token) ? token->value : -1);
            at += length;
        }
        merger_.merge(candidate, [&](const Symbol& left, const Symbol& right, std::int32_t token) {
            split_back_.joined(part, left, right, token);
        });
        for (const Symbol& symbol : merger_.symbols()) {
            if (symbol.length > 0) {
                split_back_.visit({part.substr(symbol.begin, symbol.length), symbol.token},
                                  [&](const SplitBack::Part& piece) { emit(piece); });
            }
        }
    }

    void emit(const SplitBack::Part& piece) {
        if (piece.token >= 0 && may_be_text(model_.vocabulary_.kind(TokenId{piece.token}))) {
            found_.push_back(TokenId{piece.token});
            return;
        }
        const bool all_bytes = std::ranges::all_of(piece.text, [&](char byte) {
            return model_.byte_tokens_[static_cast<unsigned char>(byte)] >= 0;
        });
        if (all_bytes) {
            for (const char byte : piece.text) {
                found_.push_back(TokenId{model_.byte_tokens_[static_cast<unsigned char>(byte)]});
            }
        } else {
            found_.push_back(*model_.unknown_);
        }
    }

    /// Neighbouring unknown characters are one unknown token.
    void append(std::span<const TokenId> found, std::vector<TokenId>& tokens) const {
        for (const TokenId token : found) {
            const bool repeated_unknown = model_.unknown_ && token == *model_.unknown_ && !tokens.empty() &&
                                          tokens.back() == *model_.unknown_;
            if (!repeated_unknown) {
                tokens.push_back(token);
            }
        }
    }

    const SentencePieceBpe& model_;
    WordCache cache_;
    SymbolMerger merger_;
    SplitBack split_back_;
    std::vector<TokenId> found_;
    std::string escaped_;
};

std::unique_ptr<RunEncoder> SentencePieceBpe::new_encoder() const {
    return std::make_unique<Encoder>(*this);
}

std::string SentencePieceBpe::token_bytes(TokenId token) const {
    const std::string_view text = vocabulary_.text(token);
    if (vocabulary_.kind(token) == TokenKind::byte) {
        if (const auto byte = byte_of_token(text)) {
            return std::string(1, static_cast<char>(*byte));
        }
    }
    return unescape_spaces(text);
}

}  // namespace hearth::tokenizer
