#pragma once

#include <hearth/ids.h>
#include <hearth/metadata.h>
#include <hearth/result.h>
#include <hearth/segment.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Kinds of vocabulary entries; the numbers are those of `tokenizer.ggml.token_type`.
enum class TokenKind : std::uint8_t {
    normal = 1,
    unknown = 2,
    control = 3,
    user_defined = 4,
    unused = 5,
    byte = 6
};

/// Text ↔ token ids by the vocabulary and rules in a model's metadata. Immutable, safe from any thread.
class Tokenizer {
 public:
    virtual ~Tokenizer() = default;

    /// Reads `tokenizer.ggml.*`, and `tokenizer.hearth.*` of checkpoints (engine/README.md). An unknown model
    /// or pre-tokenizer is unsupported_tokenizer: never guessed. A byte-level vocabulary without a token for
    /// a byte of written text is bad_value, naming the byte.
    static Result<std::shared_ptr<const Tokenizer>> create(const Metadata& metadata);

    /// Ids of the concatenated text, no BOS or EOS added. Control tokens are recognised only where all their
    /// characters have origin template_text; user-defined tokens anywhere. The runs between recognised tokens
    /// are tokenized whole, across segment borders. Text that is not UTF-8 is invalid_utf8. Linear in the
    /// length of the text.
    virtual Result<std::vector<TokenId>> encode(std::span<const Segment> segments) const = 0;

    /// encode of text a person typed: no control token is recognised.
    Result<std::vector<TokenId>> encode_plain(std::string_view text) const;
    /// encode where control tokens written in the text are recognised.
    Result<std::vector<TokenId>> encode_with_control(std::string_view text) const;

    /// The bytes a token stands for in running text (may be part of a UTF-8 character); control tokens give
    /// their written form only where `show_control`, but those that structure an answer (`<|channel|>` of
    /// gpt-oss) always. Ids out of range give nothing.
    enum class ShowControl : std::uint8_t { no, yes };
    virtual std::string token_bytes(TokenId token, ShowControl show_control) const = 0;
    /// Bytes of a whole sequence, with the space rules of its start (SentencePiece drops the added prefix
    /// space).
    virtual std::string decode(std::span<const TokenId> tokens, ShowControl show_control) const = 0;

    virtual std::size_t vocabulary_size() const = 0;
    virtual TokenKind kind(TokenId token) const = 0;
    /// The entry as written in the vocabulary.
    virtual std::string_view token_text(TokenId token) const = 0;
    virtual std::optional<TokenId> find(std::string_view token_text) const = 0;

    virtual std::optional<TokenId> bos() const = 0;
    virtual std::optional<TokenId> eos() const = 0;
    /// Whether the model asks for BOS in front of a prompt (metadata, else the rule of its tokenizer type).
    virtual bool adds_bos() const = 0;
    virtual bool adds_eos() const = 0;
    /// Every token that ends a turn: eos, eot, eom and the well-known turn ends present in the vocabulary as
    /// control tokens. Sorted, without duplicates.
    virtual std::span<const TokenId> end_tokens() const = 0;
    /// One sentence each, e.g. when the file names no end token.
    virtual std::span<const std::string> warnings() const = 0;
};

}  // namespace hearth
