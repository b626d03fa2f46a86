#include "tokenizer/vocabulary.h"

#define XXH_INLINE_ALL
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

namespace hearth::tokenizer {

namespace {

constexpr std::string_view tokens_key = "tokenizer.ggml.tokens";
constexpr std::string_view kinds_key = "tokenizer.ggml.token_type";
constexpr std::string_view scores_key = "tokenizer.ggml.scores";

Error wrong_length(const Metadata& metadata, std::string_view key, std::size_t tokens, std::size_t actual) {
    return bad_value(metadata, key, fmt::format("an array of {} elements, one for each token", tokens),
                     fmt::format("one of {}", actual));
}

}  // namespace

Error bad_value(const Metadata& metadata, std::string_view key, std::string expected, std::string actual) {
    std::string message =
        fmt::format("{}: {} should be {}, but is {}", metadata.file(), escaped(key), expected, actual);
    return Error{ErrorCode::bad_value,
                 std::move(message),
                 {.file = metadata.file(),
                  .field = std::string(key),
                  .expected = std::move(expected),
                  .actual = std::move(actual)}};
}

Result<Vocabulary> Vocabulary::read(const Metadata& metadata) {
    HEARTH_TRY_ASSIGN(const std::vector<std::string> tokens,
                      metadata.require<std::vector<std::string>>(tokens_key));
    if (tokens.empty() || tokens.size() > std::numeric_limits<std::int32_t>::max() / 4) {
        return bad_value(metadata, tokens_key, "an array of at least one token",
                         fmt::format("one of {}", tokens.size()));
    }
    HEARTH_TRY_ASSIGN(const auto kinds, metadata.get<std::vector<std::int32_t>>(kinds_key));
    HEARTH_TRY_ASSIGN(auto scores, metadata.get<std::vector<float>>(scores_key));
    if (kinds && kinds->size() != tokens.size()) {
        return wrong_length(metadata, kinds_key, tokens.size(), kinds->size());
    }
    if (scores && scores->size() != tokens.size()) {
        return wrong_length(metadata, scores_key, tokens.size(), scores->size());
    }

    Vocabulary vocabulary;
    vocabulary.has_kinds_ = kinds.has_value();
    vocabulary.seed_ = std::random_device{}();
    vocabulary.slots_.resize(std::bit_ceil(tokens.size() * 2));
    std::size_t bytes = 0;
    for (const std::string& token : tokens) {
        bytes += token.size();
    }
    vocabulary.texts_.reserve(bytes);
    vocabulary.offsets_.reserve(tokens.size() + 1);
    vocabulary.offsets_.push_back(0);
    vocabulary.kinds_.reserve(tokens.size());

    for (std::size_t i = 0; i < tokens.size(); ++i) {
        vocabulary.texts_ += tokens[i];
        vocabulary.offsets_.push_back(vocabulary.texts_.size());
        vocabulary.longest_text_ = std::max(vocabulary.longest_text_, tokens[i].size());

        const std::int32_t kind = kinds ? (*kinds)[i] : static_cast<std::int32_t>(TokenKind::normal);
        if (kind < static_cast<std::int32_t>(TokenKind::normal) ||
            kind > static_cast<std::int32_t>(TokenKind::byte)) {
            return bad_value(metadata, kinds_key, "an array of kinds from 1 to 6",
                             fmt::format("{} for token {}", kind, i));
        }
        vocabulary.kinds_.push_back(static_cast<TokenKind>(kind));
        if (scores && std::isnan((*scores)[i])) {
            return bad_value(metadata, scores_key, "an array of numbers",
                             fmt::format("not a number for token {}", i));
        }

        if (tokens[i].empty()) {
            ++vocabulary.empty_count_;
            continue;
        }
        if (const auto earlier = vocabulary.insert(TokenId{static_cast<std::int32_t>(i)})) {
            return bad_value(metadata, tokens_key, "an array without repeated tokens",
                             fmt::format("one where tokens {} and {} are both \"{}\"", earlier->value, i,
                                         escaped(tokens[i], 60)));
        }
    }
    if (scores) {
        vocabulary.scores_ = *std::move(scores);
    }
    return vocabulary;
}

std::uint64_t Vocabulary::hash(std::string_view text) const {
    return XXH3_64bits_withSeed(text.data(), text.size(), seed_);
}

std::optional<TokenId> Vocabulary::insert(TokenId token) {
    const std::string_view added = text(token);
    const std::uint64_t hashed = hash(added);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hashed & mask;; i = (i + 1) & mask) {
        Slot& slot = slots_[i];
        if (slot.token < 0) {
            slot = {static_cast<std::uint32_t>(hashed >> 32U), token.value};
            return std::nullopt;
        }
        if (slot.hash == static_cast<std::uint32_t>(hashed >> 32U) && text(TokenId{slot.token}) == added) {
            return TokenId{slot.token};
        }
    }
}

std::optional<TokenId> Vocabulary::find(std::string_view wanted) const {
    if (wanted.empty() || wanted.size() > longest_text_) {
        return std::nullopt;
    }
    const std::uint64_t hashed = hash(wanted);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hashed & mask; slots_[i].token >= 0; i = (i + 1) & mask) {
        if (slots_[i].hash == static_cast<std::uint32_t>(hashed >> 32U) &&
            text(TokenId{slots_[i].token}) == wanted) {
            return TokenId{slots_[i].token};
        }
    }
    return std::nullopt;
}

Result<std::optional<TokenId>> read_token_id(const Metadata& metadata, std::string_view key,
                                             const Vocabulary& vocabulary) {
    HEARTH_TRY_ASSIGN(const auto value, metadata.get<std::int64_t>(key));
    if (!value) {
        return std::optional<TokenId>{};
    }
    if (*value < 0 || *value >= static_cast<std::int64_t>(vocabulary.size())) {
        return bad_value(metadata, key, fmt::format("the id of one of the {} tokens", vocabulary.size()),
                         std::to_string(*value));
    }
    return std::optional<TokenId>{TokenId{static_cast<std::int32_t>(*value)}};
}

}  // namespace hearth::tokenizer
