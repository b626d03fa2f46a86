#include "tokenizer/unigram.h"

#include "tokenizer/utf8.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace hearth::tokenizer {

namespace {

/// How much worse an unknown character is than the worst token (SentencePiece's kUnkPenalty).
constexpr double unknown_penalty = 10.0;

Result<Charsmap> read_charsmap(const Metadata& metadata) {
    constexpr std::string_view key = "tokenizer.ggml.precompiled_charsmap";
    const MetadataValue* value = metadata.find(key);
    if (value == nullptr) {
        return Charsmap{};
    }
    std::string blob;
    const auto append = [&](const auto& bytes) {
        for (const auto byte : bytes) {
            blob.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
        }
    };
    const bool bytes = value->type == MetadataType::array &&
                       (value->element_type == MetadataType::u8 || value->element_type == MetadataType::i8);
    if (const auto* array = std::get_if<std::vector<std::uint64_t>>(&value->storage);
        bytes && array != nullptr) {
        append(*array);
    } else if (const auto* signed_array = std::get_if<std::vector<std::int64_t>>(&value->storage);
               bytes && signed_array != nullptr) {
        append(*signed_array);
    } else {
        return bad_value(metadata, key, "an array of bytes", "something else");
    }
    auto map = Charsmap::parse(blob);
    if (!map) {
        return bad_value(metadata, key, "a compiled character map of SentencePiece",
                         fmt::format("{} bytes whose lengths do not fit together", blob.size()));
    }
    return *std::move(map);
}

}  // namespace

Result<std::unique_ptr<SubwordModel>> Unigram::create(const Metadata& metadata, const Vocabulary& vocabulary,
                                                      SpaceRules rules) {
    constexpr std::string_view unknown_key = "tokenizer.ggml.unknown_token_id";
    HEARTH_TRY_ASSIGN(const auto unknown, read_token_id(metadata, unknown_key, vocabulary));
    for (const auto& [key, present] :
         {std::pair{std::string_view{"tokenizer.ggml.scores"}, vocabulary.has_scores()},
          std::pair{unknown_key, unknown.has_value()}}) {
        if (!present) {
            return Error{
                ErrorCode::missing_key,
                fmt::format("{}: {} is missing; a vocabulary of the model t5 needs it", metadata.file(), key),
                {.file = metadata.file(), .field = std::string(key)}};
        }
    }
    HEARTH_TRY_ASSIGN(Charsmap charsmap, read_charsmap(metadata));
    return std::unique_ptr<SubwordModel>(new Unigram(vocabulary, rules, *unknown, std::move(charsmap)));
}

Unigram::Unigram(const Vocabulary& vocabulary, SpaceRules rules, TokenId unknown, Charsmap charsmap)
    : vocabulary_(vocabulary),
      rules_(rules),
      unknown_(unknown),
      byte_tokens_(find_byte_tokens(vocabulary)),
      has_byte_tokens_(std::ranges::find(byte_tokens_, -1) == byte_tokens_.end()),
      charsmap_(std::move(charsmap)) {
    double lowest = 0;
    for (std::size_t i = 0; i < vocabulary_.size(); ++i) {
        const TokenId token{static_cast<std::int32_t>(i)};
        const TokenKind kind = vocabulary_.kind(token);
        if (kind == TokenKind::normal) {
            lowest = std::min(lowest, static_cast<double>(vocabulary_.score(token)));
        }
        if ((kind == TokenKind::normal || kind == TokenKind::user_defined) &&
            !vocabulary_.text(token).empty()) {
            const ByteTrie::Node node = trie_.insert(vocabulary_.text(token));
            token_of_node_.resize(trie_.size(), -1);
            token_of_node_[node] = token.value;
        }
    }
    token_of_node_.resize(trie_.size(), -1);
    unknown_score_ = lowest - unknown_penalty;
}

class Unigram::Encoder final : public RunEncoder {
 public:
    explicit Encoder(const Unigram& model) : model_(model) {}

    Status encode(std::string_view run, std::vector<TokenId>& tokens) override {
        mapped_.clear();
        while (!run.empty()) {
            const Charsmap::Replacement rule = model_.charsmap_.longest_prefix(run);
            const std::size_t length = rule.consumed > 0 ? rule.consumed : first_character(run).length;
            mapped_ += rule.consumed > 0 ? rule.text : run.substr(0, length);
            run.remove_prefix(length);
        }
        escape_spaces(mapped_, model_.rules_, tokens.empty(), escaped_);
        for (std::string_view text = escaped_; !text.empty();) {
            const std::size_t length = model_.rules_.splits_words ? first_word_length(text) : text.size();
            find_best_ways(text.substr(0, length));
            append_best_way(text.substr(0, length), tokens);
            text.remove_prefix(length);
        }
        return {};
    }

 private:
    /// The best way to the end of a prefix of the text.
    struct Way {
        double score = -std::numeric_limits<double>::infinity();
        std::size_t begin = 0;  ///< of the last token
        TokenId token{};
    };

    void find_best_ways(std::string_view text) {
        ways_.assign(text.size() + 1, Way{});
        ways_[0].score = 0;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t character_end = begin + first_character(text.substr(begin)).length;
            const double score = ways_[begin].score;
            const auto offer = [&](std::size_t end, double token_score, TokenId token) {
                if (score + token_score > ways_[end].score) {
                    ways_[end] = {score + token_score, begin, token};
                }
            };
            bool has_character = false;
            ByteTrie::Node node = ByteTrie::root;
            for (std::size_t end = begin; end < text.size();) {
                node = model_.trie_.child(node, static_cast<unsigned char>(text[end]));
                if (node == ByteTrie::none) {
                    break;
                }
                ++end;
                if (const TokenId token{model_.token_of_node_[node]}; token.value >= 0) {
                    has_character |= end == character_end;
                    const bool chosen = model_.vocabulary_.kind(token) == TokenKind::user_defined;
                    offer(end, chosen ? 0.0 : static_cast<double>(model_.vocabulary_.score(token)), token);
                }
            }
            if (!has_character) {
                offer(character_end, model_.unknown_score_, model_.unknown_);
            }
            begin = character_end;
        }
    }

    /// Unknown characters are written as bytes where there are tokens for them; else neighbouring ones are
    /// one token.
    void append_best_way(std::string_view text, std::vector<TokenId>& tokens) const {
        const auto first = static_cast<std::ptrdiff_t>(tokens.size());
        for (std::size_t end = ways_.size() - 1; end > 0; end = ways_[end].begin) {
            const Way& way = ways_[end];
            if (way.token == model_.unknown_ && model_.has_byte_tokens_) {
                for (std::size_t i = end; i-- > way.begin;) {
                    tokens.push_back(TokenId{model_.byte_tokens_[static_cast<unsigned char>(text[i])]});
                }
                continue;
            }
            const bool repeated = way.token == model_.unknown_ &&
                                  tokens.size() > static_cast<std::size_t>(first) &&
                                  tokens.back() == model_.unknown_;
            if (!repeated) {
                tokens.push_back(way.token);
            }
        }
        std::reverse(tokens.begin() + first, tokens.end());
    }

    const Unigram& model_;
    std::string mapped_;
    std::string escaped_;
    std::vector<Way> ways_;
};

std::unique_ptr<RunEncoder> Unigram::new_encoder() const {
    return std::make_unique<Encoder>(*this);
}

std::string Unigram::token_bytes(TokenId token) const {
    const std::string_view text = vocabulary_.text(token);
    if (vocabulary_.kind(token) == TokenKind::byte) {
        if (const auto byte = byte_of_token(text)) {
            return std::string(1, static_cast<char>(*byte));
        }
    }
    return unescape_spaces(text);
}

}  // namespace hearth::tokenizer
