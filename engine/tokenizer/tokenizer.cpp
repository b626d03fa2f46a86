#include "base/guarded.h"
#include "tokenizer/added_token_matcher.h"
#include "tokenizer/byte_level_bpe.h"
#include "tokenizer/end_tokens.h"
#include "tokenizer/pre_tokenizer_families.h"
#include "tokenizer/sentencepiece_bpe.h"
#include "tokenizer/stripping_tokens.h"
#include "tokenizer/subword_model.h"
#include "tokenizer/unigram.h"
#include "tokenizer/utf8.h"
#include "tokenizer/vocabulary.h"
#include "tokenizer/wordpiece.h"

#include <hearth/tokenizer.h>
#include <hearth/utf8.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace tokenizer {
namespace {

/// The algorithm of a file and what its kind implies where the metadata is silent.
struct ModelChoice {
    std::unique_ptr<SubwordModel> model;
    bool adds_bos = false;
    bool adds_eos = false;
};

class VocabularyTokenizer final : public Tokenizer {
 public:
    static Result<std::shared_ptr<const Tokenizer>> create(const Metadata& metadata);

    Result<std::vector<TokenId>> encode(std::span<const Segment> segments) const override;
    std::string token_bytes(TokenId token, ShowControl show_control) const override;
    std::string decode(std::span<const TokenId> tokens, ShowControl show_control) const override;

    std::size_t vocabulary_size() const override { return vocabulary_.size(); }
    TokenKind kind(TokenId token) const override {
        return vocabulary_.contains(token) ? vocabulary_.kind(token) : TokenKind::unknown;
    }
    std::string_view token_text(TokenId token) const override {
        return vocabulary_.contains(token) ? vocabulary_.text(token) : std::string_view{};
    }
    std::optional<TokenId> find(std::string_view text) const override { return vocabulary_.find(text); }
    std::optional<TokenId> bos() const override { return bos_; }
    std::optional<TokenId> eos() const override { return eos_; }
    bool adds_bos() const override { return adds_bos_; }
    bool adds_eos() const override { return adds_eos_; }
    std::span<const TokenId> end_tokens() const override { return chat_tokens_.ends; }
    std::span<const std::string> warnings() const override { return warnings_; }

 private:
    explicit VocabularyTokenizer(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

    /// `<architecture>.vocab_size` is for people; what counts is the vocabulary.
    void warn_of_declared_size(const Metadata& metadata);
    Result<ModelChoice> choose_model(const Metadata& metadata);
    Result<ModelChoice> choose_byte_level(const Metadata& metadata);
    Status read_special_tokens(const Metadata& metadata, const ModelChoice& choice);
    void prepare_matchers();

    /// Recognised tokens in `text`, in order, without overlap. `template_runs` are the stretches that the
    /// template wrote, as [begin, end).
    std::vector<AddedTokenMatcher::Match> recognise(
        std::string_view text, std::span<const std::pair<std::size_t, std::size_t>> template_runs) const;
    bool is_hidden(TokenId token) const {
        return vocabulary_.kind(token) == TokenKind::control &&
               !std::ranges::binary_search(chat_tokens_.shown, token);
    }

    Vocabulary vocabulary_;
    std::unique_ptr<SubwordModel> model_;
    AddedTokenMatcher everywhere_;   ///< user-defined tokens
    AddedTokenMatcher in_template_;  ///< control tokens and the unknown token
    StrippingTokens stripping_;
    ChatTokens chat_tokens_;
    std::optional<TokenId> bos_;
    std::optional<TokenId> eos_;
    bool adds_bos_ = false;
    bool adds_eos_ = false;
    std::vector<std::string> warnings_;
};

Error unsupported(const Metadata& metadata, std::string_view key, const std::string& value) {
    return Error{ErrorCode::unsupported_tokenizer,
                 fmt::format("{}: {} is \"{}\", a tokenizer this version does not know", metadata.file(), key,
                             escaped(value)),
                 {.file = metadata.file(), .field = std::string(key), .actual = value}};
}

Result<SpaceRules> read_space_rules(const Metadata& metadata, SpaceRules fallback) {
    HEARTH_TRY_ASSIGN(const auto prefix, metadata.get<bool>("tokenizer.ggml.add_space_prefix"));
    HEARTH_TRY_ASSIGN(const auto extra, metadata.get<bool>("tokenizer.ggml.remove_extra_whitespaces"));
    SpaceRules rules{prefix.value_or(fallback.adds_prefix), extra.value_or(fallback.removes_extra_spaces)};
    // How checkpoints say it more closely; see engine/README.md.
    HEARTH_TRY_ASSIGN(const auto where, metadata.get<std::string>("tokenizer.hearth.space_prefix"));
    rules.spares_spaces = where == "each_run_without" || where == "first_run_without";
    rules.first_run_only = where == "first_run_without";
    HEARTH_TRY_ASSIGN(const auto splits, metadata.get<bool>("tokenizer.hearth.splits_words"));
    rules.splits_words = splits.value_or(false);
    return rules;
}

/// A pre-tokenizer that the file spells out, as checkpoints do.
struct SpelledFamily {
    std::vector<std::string> expressions;
    std::vector<PreTokenizerPass> passes;  ///< of the expressions
    PreTokenizerFamily family;             ///< of the passes
};

constexpr std::string_view expressions_key = "tokenizer.hearth.split_expressions";

Result<std::unique_ptr<SpelledFamily>> read_spelled_family(const Metadata& metadata) {
    auto spelled = std::make_unique<SpelledFamily>();
    HEARTH_TRY_ASSIGN(spelled->expressions, metadata.require<std::vector<std::string>>(expressions_key));
    for (const std::string& expression : spelled->expressions) {
        spelled->passes.push_back({expression});
    }
    HEARTH_TRY_ASSIGN(const auto normalization, metadata.get<std::string>("tokenizer.hearth.normalization"));
    HEARTH_TRY_ASSIGN(const auto ignore_merges, metadata.get<bool>("tokenizer.hearth.ignore_merges"));
    HEARTH_TRY_ASSIGN(const auto prefix, metadata.get<bool>("tokenizer.ggml.add_space_prefix"));
    spelled->family = {.name = "spelled out",
                       .passes = spelled->passes,
                       .normalization = normalization == "nfc" ? Normalization::nfc : Normalization::none,
                       .ignore_merges = ignore_merges.value_or(false),
                       .adds_space_prefix = prefix.value_or(false)};
    return spelled;
}

Result<std::shared_ptr<const Tokenizer>> VocabularyTokenizer::create(const Metadata& metadata) {
    HEARTH_TRY_ASSIGN(Vocabulary vocabulary, Vocabulary::read(metadata));
    const std::shared_ptr<VocabularyTokenizer> made(new VocabularyTokenizer(std::move(vocabulary)));
    if (!made->vocabulary_.has_kinds()) {
        made->warnings_.push_back(
            fmt::format("{}: tokenizer.ggml.token_type is missing, so only well-known control "
                        "tokens are recognised.",
                        metadata.file()));
    }
    if (const std::size_t empty = made->vocabulary_.empty_count(); empty > 0) {
        made->warnings_.push_back(fmt::format(
            "{}: {} tokens of the vocabulary are empty and stand for nothing.", metadata.file(), empty));
    }
    made->warn_of_declared_size(metadata);
    // Before the model: it must see control tokens as such.
    HEARTH_TRY_ASSIGN(made->chat_tokens_, find_chat_tokens(metadata, made->vocabulary_, made->warnings_));
    HEARTH_TRY_ASSIGN(ModelChoice choice, made->choose_model(metadata));
    HEARTH_TRY(made->read_special_tokens(metadata, choice));
    made->model_ = std::move(choice.model);
    made->prepare_matchers();
    made->stripping_ = find_stripping_tokens(metadata, made->vocabulary_);
    return std::shared_ptr<const Tokenizer>(made);
}

void VocabularyTokenizer::warn_of_declared_size(const Metadata& metadata) {
    const auto architecture = metadata.get<std::string>("general.architecture");
    if (!architecture || !*architecture) {
        return;
    }
    const std::string key = **architecture + ".vocab_size";
    const auto declared = metadata.get<std::uint64_t>(key);
    if (declared && *declared && **declared != vocabulary_.size()) {
        warnings_.push_back(fmt::format("{}: {} is {}, but the vocabulary has {} tokens.", metadata.file(),
                                        escaped(key), **declared, vocabulary_.size()));
    }
}

Result<ModelChoice> VocabularyTokenizer::choose_model(const Metadata& metadata) {
    constexpr std::string_view key = "tokenizer.ggml.model";
    HEARTH_TRY_ASSIGN(const std::string name, metadata.require<std::string>(key));
    ModelChoice choice;
    if (name == "gpt2") {
        return choose_byte_level(metadata);
    }
    if (name == "llama") {
        HEARTH_TRY_ASSIGN(const SpaceRules rules, read_space_rules(metadata, {.adds_prefix = true}));
        // Checkpoints have the order of the merges instead of scores, which comes to the same.
        const bool has_order = !vocabulary_.has_scores() && metadata.find("tokenizer.ggml.merges") != nullptr;
        HEARTH_TRY_ASSIGN(choice.model, has_order
                                            ? SentencePieceBpe::by_merge_list(metadata, vocabulary_, rules)
                                            : SentencePieceBpe::by_score(metadata, vocabulary_, rules));
        choice.adds_bos = true;
        return choice;
    }
    if (name == "gemma4") {
        HEARTH_TRY_ASSIGN(const SpaceRules rules, read_space_rules(metadata, {}));
        HEARTH_TRY_ASSIGN(choice.model, SentencePieceBpe::by_merge_list(metadata, vocabulary_, rules));
        choice.adds_bos = true;
        return choice;
    }
    if (name == "t5") {
        HEARTH_TRY_ASSIGN(const SpaceRules rules, read_space_rules(metadata, {}));
        HEARTH_TRY_ASSIGN(choice.model, Unigram::create(metadata, vocabulary_, rules));
        choice.adds_eos = true;
        return choice;
    }
    if (name == "bert") {
        HEARTH_TRY_ASSIGN(choice.model, WordPiece::create(metadata, vocabulary_));
        choice.adds_bos = true;
        choice.adds_eos = true;
        return choice;
    }
    return unsupported(metadata, key, name);
}

Result<ModelChoice> VocabularyTokenizer::choose_byte_level(const Metadata& metadata) {
    constexpr std::string_view key = "tokenizer.ggml.pre";
    HEARTH_TRY_ASSIGN(const auto name, metadata.get<std::string>(key));
    ModelChoice choice;
    if (metadata.find(expressions_key) != nullptr) {
        HEARTH_TRY_ASSIGN(const auto spelled, read_spelled_family(metadata));
        auto model = ByteLevelBpe::create(metadata, vocabulary_, spelled->family);
        if (!model) {
            Error error = std::move(model).error();
            if (error.code ==
                ErrorCode::engine_failed) {  // an expression that is none: the file's fault, not ours
                error.code = ErrorCode::unsupported_tokenizer;
                error.message = fmt::format("{}: {}", metadata.file(), error.message);
                error.details.file = metadata.file();
                error.details.field = std::string(expressions_key);
            }
            return error;
        }
        choice.model = *std::move(model);
        return choice;
    }
    if (name == "gemma4" || name == "granite-embed-multi-311m" || name == "sarvam-moe") {
        HEARTH_TRY_ASSIGN(const SpaceRules rules, read_space_rules(metadata, {}));
        HEARTH_TRY_ASSIGN(choice.model, SentencePieceBpe::by_merge_list(metadata, vocabulary_, rules));
        choice.adds_bos = name != "sarvam-moe";
        return choice;
    }
    if (!name) {
        warnings_.push_back(
            fmt::format("{}: {} is missing, as in files from before April 2024; text is split by the "
                        "rules of that time, and answers may be worse. A newer conversion of the "
                        "model is better.",
                        metadata.file(), key));
    }
    const PreTokenizerFamily* family = find_pre_tokenizer_family(name.value_or("default"));
    if (family == nullptr) {
        return unsupported(metadata, key, *name);
    }
    HEARTH_TRY_ASSIGN(choice.model, ByteLevelBpe::create(metadata, vocabulary_, *family));
    choice.adds_bos = family->adds_bos;
    return choice;
}

Status VocabularyTokenizer::read_special_tokens(const Metadata& metadata, const ModelChoice& choice) {
    // BERT files name the tokens around a text by what BERT calls them; the misspelling is the format's.
    for (const std::string_view key : {"tokenizer.ggml.bos_token_id", "tokenizer.ggml.cls_token_id"}) {
        HEARTH_TRY_ASSIGN(const auto token, read_token_id(metadata, key, vocabulary_));
        bos_ = bos_ ? bos_ : token;
    }
    for (const std::string_view key : {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.seperator_token_id"}) {
        HEARTH_TRY_ASSIGN(const auto token, read_token_id(metadata, key, vocabulary_));
        eos_ = eos_ ? eos_ : token;
    }
    HEARTH_TRY_ASSIGN(const auto adds_bos, metadata.get<bool>("tokenizer.ggml.add_bos_token"));
    HEARTH_TRY_ASSIGN(const auto adds_eos, metadata.get<bool>("tokenizer.ggml.add_eos_token"));
    adds_bos_ = adds_bos.value_or(choice.adds_bos);
    adds_eos_ = adds_eos.value_or(choice.adds_eos);
    // Files of Gemma 4 say false, but the model answers nonsense without its BOS.
    HEARTH_TRY_ASSIGN(const auto model, metadata.get<std::string>("tokenizer.ggml.model"));
    HEARTH_TRY_ASSIGN(const auto pre, metadata.get<std::string>("tokenizer.ggml.pre"));
    if (!adds_bos_ && (model == "gemma4" || pre == "gemma4")) {
        adds_bos_ = true;
        warnings_.push_back(
            fmt::format("{}: tokenizer.ggml.add_bos_token is false, but Gemma 4 needs BOS; it is "
                        "added.",
                        metadata.file()));
    }
    if (adds_bos_ && !bos_) {
        adds_bos_ = false;
        warnings_.push_back(fmt::format(
            "{}: the model wants a BOS token, but tokenizer.ggml.bos_token_id is missing; none is added.",
            metadata.file()));
    }
    if (adds_eos_ && !eos_) {
        adds_eos_ = false;
        warnings_.push_back(
            fmt::format("{}: the model wants an end token after a text, but tokenizer.ggml.eos_token_id is "
                        "missing; none is added.",
                        metadata.file()));
    }
    return {};
}

void VocabularyTokenizer::prepare_matchers() {
    for (std::size_t i = 0; i < vocabulary_.size(); ++i) {
        const TokenId token{static_cast<std::int32_t>(i)};
        const TokenKind kind = vocabulary_.kind(token);
        const std::string_view text = vocabulary_.text(token);
        if (text.empty()) {
            continue;
        }
        if (kind == TokenKind::user_defined) {
            everywhere_.add(text, token);
        } else if (kind == TokenKind::control || kind == TokenKind::unknown) {
            in_template_.add(text, token);
        }
    }
    everywhere_.prepare();
    in_template_.prepare();
}

std::vector<AddedTokenMatcher::Match> VocabularyTokenizer::recognise(
    std::string_view text, std::span<const std::pair<std::size_t, std::size_t>> template_runs) const {
    using Match = AddedTokenMatcher::Match;
    // The matchers run backwards; so are the lists.
    std::vector<Match> user_defined;
    everywhere_.find(text, 0, user_defined);
    std::vector<Match> control;
    for (auto run = template_runs.rbegin(); run != template_runs.rend(); ++run) {
        in_template_.find(text.substr(run->first, run->second - run->first), run->first, control);
    }
    std::vector<Match> candidates;
    candidates.reserve(user_defined.size() + control.size());
    std::merge(user_defined.rbegin(), user_defined.rend(), control.rbegin(), control.rend(),
               std::back_inserter(candidates), [](const Match& a, const Match& b) {
                   return a.begin != b.begin ? a.begin < b.begin : a.length > b.length;
               });
    std::vector<Match> matches;
    std::size_t end = 0;
    for (const Match& candidate : candidates) {
        if (candidate.begin >= end) {
            matches.push_back(candidate);
            end = candidate.begin + candidate.length;
        }
    }
    return matches;
}

Result<std::vector<TokenId>> VocabularyTokenizer::encode(std::span<const Segment> segments) const {
    std::string joined;
    std::vector<std::pair<std::size_t, std::size_t>> template_runs;
    for (const Segment& segment : segments) {
        const std::size_t begin = joined.size();
        joined += segment.text;
        if (segment.origin == TextOrigin::template_text && !segment.text.empty()) {
            if (!template_runs.empty() && template_runs.back().second == begin) {
                template_runs.back().second = joined.size();
            } else {
                template_runs.emplace_back(begin, joined.size());
            }
        }
    }
    const std::string_view text = joined;
    if (const auto invalid = find_invalid_utf8(text)) {
        return Error{ErrorCode::invalid_utf8, fmt::format("the text is not UTF-8: byte {} is \"{}\"",
                                                          *invalid, escaped(text.substr(*invalid, 1)))};
    }
    if (text.size() > std::numeric_limits<std::int32_t>::max() / 4) {
        return Error{ErrorCode::invalid_request, fmt::format("a text of {} bytes is too long", text.size())};
    }

    std::vector<TokenId> tokens;
    const std::unique_ptr<RunEncoder> encoder = model_->new_encoder();
    std::size_t done = 0;
    const auto encode_run = [&](std::size_t end) -> Status {
        return end > done ? encoder->encode(text.substr(done, end - done), tokens) : Status{};
    };
    for (const AddedTokenMatcher::Match& match : recognise(text, template_runs)) {
        if (match.begin < done) {  // a token before swallowed spaces that this one begins with
            continue;
        }
        std::size_t run_end = match.begin;
        if (std::ranges::binary_search(stripping_.left, match.token)) {
            run_end = end_without_spaces(text.substr(done, run_end - done)) + done;
        }
        HEARTH_TRY(encode_run(run_end));
        tokens.push_back(match.token);
        done = match.begin + match.length;
        if (std::ranges::binary_search(stripping_.right, match.token)) {
            while (done < text.size() && is_white_space(first_character(text.substr(done)).code_point)) {
                done += first_character(text.substr(done)).length;
            }
        }
    }
    HEARTH_TRY(encode_run(text.size()));
    return tokens;
}

std::string VocabularyTokenizer::token_bytes(TokenId token, ShowControl show_control) const {
    if (!vocabulary_.contains(token)) {
        return {};
    }
    if (vocabulary_.kind(token) == TokenKind::control) {
        return show_control == ShowControl::yes || !is_hidden(token) ? std::string(vocabulary_.text(token))
                                                                     : std::string();
    }
    return model_->token_bytes(token);
}

std::string VocabularyTokenizer::decode(std::span<const TokenId> tokens, ShowControl show_control) const {
    std::string text;
    bool at_start = model_->adds_space_prefix();
    for (const TokenId token : tokens) {
        const std::string bytes = token_bytes(token, show_control);
        const bool drops = at_start && bytes.starts_with(' ');
        text += std::string_view(bytes).substr(drops ? 1 : 0);
        at_start = at_start && bytes.empty();
    }
    return text;
}

}  // namespace
}  // namespace tokenizer

Result<std::shared_ptr<const Tokenizer>> Tokenizer::create(const Metadata& metadata) {
    return guarded(metadata.file(), [&] { return tokenizer::VocabularyTokenizer::create(metadata); });
}

Result<std::vector<TokenId>> Tokenizer::encode_plain(std::string_view text) const {
    const Segment segment{std::string(text), TextOrigin::message};
    return encode(std::span(&segment, 1));
}

Result<std::vector<TokenId>> Tokenizer::encode_with_control(std::string_view text) const {
    const Segment segment{std::string(text), TextOrigin::template_text};
    return encode(std::span(&segment, 1));
}

}  // namespace hearth
