#pragma once

#include <hearth/ids.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::tokenizer {

/// The tokens of words already seen in one call of encode. Bounded: it stops learning at 65,536 words and
/// never keeps one longer than 64 bytes, so it holds a few megabytes at most.
class WordCache {
 public:
    /// Tokens of `word` if it was seen; valid until the next insert.
    std::optional<std::span<const TokenId>> find(std::string_view word) const;
    void insert(std::string_view word, std::span<const TokenId> tokens);

 private:
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t word_begin = 0;
        std::uint32_t word_length = 0;  ///< 0: free
        std::uint32_t tokens_begin = 0;
        std::uint32_t tokens_length = 0;
    };

    const Slot& slot_of(std::string_view word, std::uint64_t hash) const;
    void grow();

    std::vector<Slot> slots_;  ///< open addressing, a power of two, at most half full
    std::size_t count_ = 0;
    std::string words_;
    std::vector<TokenId> tokens_;
};

}  // namespace hearth::tokenizer
