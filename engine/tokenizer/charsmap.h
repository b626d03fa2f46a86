#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::tokenizer {

/// SentencePiece's compiled normalization rules (`tokenizer.ggml.precompiled_charsmap`): the longest prefix
/// of the text that has a rule is replaced. The blob is a 32-bit little-endian length, a double array of that
/// many bytes (darts-clone: each unit holds label, offset and leaf bits), then replacements that end with a
/// zero byte.
class Charsmap {
 public:
    struct Replacement {
        std::string_view text;
        std::size_t consumed;  ///< bytes of the input it stands for; 0 where no rule applies
    };

    /// No rules.
    Charsmap() = default;
    /// Nothing where the lengths in the blob do not fit together.
    static std::optional<Charsmap> parse(std::string_view blob);

    /// The rule for the longest matching prefix of `text`. A damaged array may give wrong rules, but nothing
    /// is ever read outside of it.
    Replacement longest_prefix(std::string_view text) const;

 private:
    std::vector<std::uint32_t> units_;
    std::string replacements_;
};

}  // namespace hearth::tokenizer
