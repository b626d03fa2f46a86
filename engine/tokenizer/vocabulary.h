#pragma once

#include <hearth/metadata.h>
#include <hearth/tokenizer.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::tokenizer {

/// The entries of `tokenizer.ggml.tokens` with their kinds and scores, and the way back from text to id.
/// Hostile files are refused: lengths that differ, unknown kinds, repeated tokens, scores that are no
/// numbers.
class Vocabulary {
 public:
    static Result<Vocabulary> read(const Metadata& metadata);

    std::size_t size() const { return kinds_.size(); }
    bool contains(TokenId token) const {
        return token.value >= 0 && static_cast<std::size_t>(token.value) < kinds_.size();
    }

    /// The entry as written. All accessors need a contained token.
    std::string_view text(TokenId token) const {
        const std::size_t i = index(token);
        return std::string_view(texts_).substr(offsets_[i], offsets_[i + 1] - offsets_[i]);
    }
    TokenKind kind(TokenId token) const { return kinds_[index(token)]; }
    void set_kind(TokenId token, TokenKind kind) { kinds_[index(token)] = kind; }

    /// Log-probability or merge priority; absent in files of byte-level vocabularies.
    bool has_scores() const { return !scores_.empty(); }
    float score(TokenId token) const { return scores_[index(token)]; }

    /// Whether the file gave kinds; without them every token is normal.
    bool has_kinds() const { return has_kinds_; }
    /// Entries that are the empty string: they can never come out of text.
    std::size_t empty_count() const { return empty_count_; }
    std::size_t longest_text() const { return longest_text_; }

    std::optional<TokenId> find(std::string_view text) const;

 private:
    static std::size_t index(TokenId token) { return static_cast<std::size_t>(token.value); }
    std::uint64_t hash(std::string_view text) const;
    /// Adds token to the index; the token with the same text where there is one.
    std::optional<TokenId> insert(TokenId token);

    struct Slot {
        std::uint32_t hash = 0;
        std::int32_t token = -1;
    };

    std::string texts_;
    std::vector<std::size_t> offsets_;
    std::vector<TokenKind> kinds_;
    std::vector<float> scores_;
    std::vector<Slot> slots_;  ///< open addressing, a power of two, at most half full
    std::uint64_t seed_ = 0;   ///< of the hash, random, so that no file can be made of colliding tokens
    std::size_t empty_count_ = 0;
    std::size_t longest_text_ = 0;
    bool has_kinds_ = false;
};

/// The token that metadata key `key` names, nothing where it is absent; bad_value where the vocabulary has no
/// such id.
Result<std::optional<TokenId>> read_token_id(const Metadata& metadata, std::string_view key,
                                             const Vocabulary& vocabulary);

/// An Error of code bad_value that names file and key: "file: key should be <expected>, but is <actual>".
Error bad_value(const Metadata& metadata, std::string_view key, std::string expected, std::string actual);

}  // namespace hearth::tokenizer
