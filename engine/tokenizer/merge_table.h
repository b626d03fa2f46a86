#pragma once

#include "tokenizer/vocabulary.h"

#include <cstdint>
#include <vector>

namespace hearth::tokenizer {

/// The pairs of `tokenizer.ggml.merges`: which two tokens join, how early, and into which token.
class MergeTable {
 public:
    struct Merge {
        std::uint32_t rank;  ///< lower joins first
        std::int32_t token;  ///< what the two become
    };

    /// Each entry is "left right"; left, right and their concatenation must be tokens.
    static Result<MergeTable> read(const Metadata& metadata, const Vocabulary& vocabulary);

    /// The merge of two tokens, null where there is none.
    const Merge* find(std::int32_t left, std::int32_t right) const {
        const std::uint64_t key = pack(left, right);
        for (std::size_t i = mix(key) & mask_;; i = (i + 1) & mask_) {
            if (slots_[i].key == key) {
                return &slots_[i].merge;
            }
            if (slots_[i].key == no_key) {
                return nullptr;
            }
        }
    }

 private:
    struct Slot {
        std::uint64_t key;
        Merge merge;
    };
    static constexpr std::uint64_t no_key = ~std::uint64_t{0};  // ids are not negative

    static std::uint64_t pack(std::int32_t left, std::int32_t right) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32U |
               static_cast<std::uint32_t>(right);
    }
    std::size_t mix(std::uint64_t key) const {
        key = (key ^ seed_) * 0x9E3779B97F4A7C15ULL;
        key = (key ^ key >> 32U) * 0xD6E8FEB86659FD93ULL;
        return key ^ key >> 32U;
    }

    std::vector<Slot> slots_;  ///< open addressing, a power of two, at most half full
    std::size_t mask_ = 0;
    std::uint64_t seed_ = 0;
};

}  // namespace hearth::tokenizer
